import type { JsonRecord } from '../../../platform/json';
import type { Perform } from '../../../platform/operation';
import { bytesOf } from '../results/fitting-json';
import { bodyOf, call, ifVersion, on, type Arguments } from './tool';

/** The most bytes of the content of a document in one answer, as JSON. */
const contentBytes = 24 * 1024;

/** Whether one answer can contain the whole content of a document. */
export function fitsOneAnswer({ content }: JsonRecord): boolean {
  return bytesOf(content) <= contentBytes;
}

/** Reads a document, whole if one answer can contain it; otherwise a piece, which tells its range. */
export async function readDocument(
  recordId: string,
  args: Arguments,
  perform: Perform,
): Promise<JsonRecord> {
  const { offset = 0, length = contentBytes } = args;
  const { header } = ifVersion(args);
  if (args['offset'] === undefined && args['length'] === undefined) {
    const input = { ...on(recordId), ...(header !== undefined && { header }) };
    const whole = await bodyOf(perform, call('getDocument', input));
    if (fitsOneAnswer(whole)) return whole;
  }
  // One character may have several bytes.
  let characters = typeof length === 'number' ? Math.min(length, contentBytes) : length;
  for (;;) {
    const range = { offset, length: characters };
    const input = { ...on(recordId), query: range, ...(header !== undefined && { header }) };
    const piece = await bodyOf(perform, call('getDocument', input));
    if (typeof characters !== 'number' || characters < 2 || fitsOneAnswer(piece)) return piece;
    characters = Math.ceil(characters / 2);
  }
}
