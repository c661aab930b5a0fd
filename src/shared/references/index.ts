/**
 * References: ids in request bodies that must name a record of the same workspace, and names in
 * place of ids. It owns no table; it reads those of the records.
 */
export { findNamed, type NamedKind, type NamedRecord, recordsNamed } from './name-store';
export { checkReferences } from './reference-store';
