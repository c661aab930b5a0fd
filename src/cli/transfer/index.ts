/**
 * Transfer: exports a whole workspace as JSON lines and imports it into another database, SQLite or
 * Postgres. Owns the file format and the list of exported tables. It reads and writes the stored
 * rows of all features unchanged. An import checks each row against `rules`, which come from the
 * contract.
 */
export { exportLines } from './export-store';
export { analyze } from './import-store';
export { importWorkspace } from './import-workspace';
export { TransferError } from './record-rules';
