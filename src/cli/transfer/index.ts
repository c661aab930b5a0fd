/**
 * Transfer: a whole workspace as JSON lines, out of one database and into another of either kind.
 *
 * Owns the format of the file and which tables it carries. It reads and writes rows of every room as they are stored: what
 * was exported is imported without a change, so no rule of a room applies, and it emits no event.
 */
export { exportLines } from './export-lines';
export { importWorkspace } from './import-workspace';
export { TransferError } from './record-rules';
