/**
 * Files: uploads in chunks, downloads and ranges. It owns the tables `files` and `file_chunks`;
 * `shared/files` knows which records refer to a file, and who sees it.
 */
import type { FilesHandlers } from '../../../generated/handlers';
import { deleteFile, downloadFile, getFile } from './download-operations';
import { createUpload, uploadFile, uploadOnce } from './upload-operations';

/** The operations of this feature. */
export const filesHandlers: FilesHandlers = {
  uploadFile,
  createUpload,
  uploadOnce,
  downloadFile,
  deleteFile,
  getFile,
};
