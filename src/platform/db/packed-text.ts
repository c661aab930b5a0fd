import { deflate, inflate, constants } from 'node:zlib';
import { promisify } from 'node:util';

const deflateText = promisify(deflate);
const inflateText = promisify(inflate);

// No JSON text begins with it, so an earlier text is never taken for a packed one.
const mark = 'z1:';
// A shorter text would save less than the request costs.
const minBytes = 4096;

/** The most bytes of an unpacked text: six for each character of the longest document. */
export const maxUnpackedBytes = 8 * 1024 * 1024;

/** Whether a stored text is packed. */
export function isPacked(stored: string): boolean {
  return stored.startsWith(mark);
}

/**
 * A JSON text in the form in which it is stored: compressed and in base64, if that is shorter. The
 * work runs outside of the event loop. Do it before the transaction begins where that is possible.
 */
export async function pack(json: string): Promise<string> {
  if (Buffer.byteLength(json) < minBytes) return json;
  const packed = await deflateText(json, { level: constants.Z_BEST_SPEED });
  const stored = mark + packed.toString('base64');
  return stored.length < Buffer.byteLength(json) ? stored : json;
}

/**
 * The JSON text of a stored one. Throws an Error for a text that is not what `pack` returned, or
 * that has more than 8 MiB.
 */
export async function unpack(stored: string): Promise<string> {
  if (!isPacked(stored)) return stored;
  const packed = Buffer.from(stored.slice(mark.length), 'base64');
  return (await inflateText(packed, { maxOutputLength: maxUnpackedBytes })).toString('utf8');
}
