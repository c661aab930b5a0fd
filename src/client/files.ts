import type { components } from '../../generated/types';
import type { CallboardClient } from './client';
import type { Result } from './errors';

/** A file to upload. */
export interface FileUpload {
  readonly name: string;
  readonly content: Blob | Uint8Array<ArrayBuffer>;
}

/**
 * Uploads a file: `await unwrap(uploadFile(client, { name: 'proofs.pdf', content }))`. Attach it by
 * `file_ids` of a record.
 */
export function uploadFile(
  client: CallboardClient,
  { name, content }: FileUpload,
): Promise<Result<components['schemas']['File']>> {
  return client.POST('/v1/files', {
    params: { query: { filename: name } },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: '',
    bodySerializer: () => content,
  });
}
