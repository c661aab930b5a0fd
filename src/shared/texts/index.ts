/**
 * The texts of records that several actors may rewrite: the last author of each text, in a column
 * of its record, and the texts that were replaced, in `earlier_texts`.
 */
export {
  type AuthorColumns,
  authorship,
  authorsOf,
  copiedAuthors,
  type EarlierTextRow,
  earlierTextsOf,
  selectEarlierText,
  storeEarlierTexts,
} from './text-store';
