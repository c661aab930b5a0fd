import type { components } from '../../generated/types';
import type { TestApp } from '../servers/app';
import { credentialHeaders, type CredentialShown } from './client';
import { exchange, type RawResponse } from './exchange';

/** A file to upload. */
export interface FileToUpload {
  readonly name?: string;
  readonly content: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the bytes of a file. The response is checked against the contract. */
export function sendFile(
  app: Pick<TestApp, 'host'>,
  credential: CredentialShown,
  { name = 'file.txt', content, headers = {} }: FileToUpload,
): Promise<RawResponse> {
  return exchange(app, 'POST', `/v1/files?filename=${encodeURIComponent(name)}`, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(content.length),
      ...credentialHeaders(credential),
      ...headers,
    },
    body: content,
  });
}

/** Uploads a file. Throws when the response is an error. */
export async function uploadFile(
  app: Pick<TestApp, 'host'>,
  credential: CredentialShown,
  file: FileToUpload,
): Promise<components['schemas']['File']> {
  const { status, text } = await sendFile(app, credential, file);
  if (status !== 201) throw new Error(`The upload failed: ${status} ${text}`);
  return JSON.parse(text);
}
