export { isClosed, notClosed } from './closed-workspaces-store';
