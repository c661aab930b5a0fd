/**
 * References: ids in request bodies that must name a record of the same workspace. It owns no
 * table; it reads those of the records.
 */
export { checkReferences } from './reference-store';
