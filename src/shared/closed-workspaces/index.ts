/**
 * Closed workspaces: those that `callboard workspace delete` has begun to delete. Nobody has a
 * credential of them, and neither timers nor housekeeping handle them.
 */
export { isClosed, notClosed } from './closed-store';
