/**
 * Files: their rows, who sees them, and the records that refer to them by `file_ids`. The
 * operations are in features/files. A file is visible to the callers that see a record that refers
 * to it. While none does, it is visible to its uploader and to who removed it from its last record.
 */
export { filePurge } from './file-purge-store';
export {
  changeFileIds,
  findFilesOf,
  showWithFiles,
  storeFileIds,
  withFiles,
  type FilesOf,
  type FileSummary,
} from './record-files-store';
export { findVisibleFile, type FileRow, type Viewer } from './file-visibility-store';
export {
  findUploadUrl,
  insertUploadUrl,
  redeemUploadUrl,
  uploadUrlNotValid,
  uploadUrlPurge,
} from './upload-url-store';
