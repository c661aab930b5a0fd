/**
 * The texts of records that several actors may rewrite: the last author of each text, in a column
 * of its record, and the texts that were replaced, in `earlier_texts`.
 */
export { authorship, authorsOf, copiedAuthors, type AuthorColumns } from './text-author-rules';
export {
  earlierTextsOf,
  selectEarlierText,
  storeEarlierTexts,
  type EarlierTextRow,
} from './earlier-text-store';
