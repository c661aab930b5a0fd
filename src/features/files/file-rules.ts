import { isUtf8 } from 'node:buffer';

/** The media types that the service knows, with bytes in hexadecimal and where they begin. */
const signatures: readonly (readonly [type: string, bytes: string, at?: number])[] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
  ['image/webp', '57454250', 8],
  ['application/pdf', '255044462d'],
  ['application/zip', '504b0304'],
  ['application/gzip', '1f8b08'],
];

/** The media type of a file by its first bytes, whatever its sender says. */
export function mediaTypeOf(beginning: Buffer): string {
  const known = signatures.find(([type, bytes, at = 0]) => {
    const signature = Buffer.from(bytes, 'hex');
    const found = beginning.subarray(at, at + signature.length);
    const isRiff = type !== 'image/webp' || beginning.subarray(0, 4).toString('latin1') === 'RIFF';
    return isRiff && found.equals(signature);
  });
  if (known !== undefined) return known[0];
  return isText(beginning) ? 'text/plain' : 'application/octet-stream';
}

const inspected = 4096;

// A character may be cut at the end of the inspected bytes.
function isText(beginning: Buffer): boolean {
  const part = beginning.subarray(0, inspected);
  if (part.includes(0)) return false;
  const ends = part.length < inspected ? [0] : [0, 1, 2, 3];
  return ends.some((cut) => isUtf8(part.subarray(0, part.length - cut)));
}

/** The formats that browsers may show in a page: they run nothing. */
const shown = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Whether a browser may show a file of the media type instead of saving it. */
export function isShown(mediaType: string): boolean {
  return shown.includes(mediaType);
}

const maxNameLength = 255;
const maxEndLength = 20;

/**
 * A safe name of a file: the part after the last slash or backslash, without control characters and
 * those that turn the direction of writing. A long name keeps its ending.
 */
export function cleanName(given: string): string {
  const [last = ''] = given.toWellFormed().split(/[/\\]/).slice(-1);
  const name = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  if (/^\.*$/.test(name)) return 'file';
  const characters = Array.from(name);
  if (characters.length <= maxNameLength) return name;
  const dot = characters.lastIndexOf('.');
  const end = characters.length - dot <= maxEndLength && dot > 0 ? characters.slice(dot) : [];
  return [...characters.slice(0, maxNameLength - end.length), ...end].join('');
}

/** `Content-Disposition` of a download (RFC 6266), with an ASCII name for old clients. */
export function dispositionOf(name: string, mediaType: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const kind = isShown(mediaType) ? 'inline' : 'attachment';
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The one range of bytes that a `Range` header names (RFC 9110, 14.1.2). Undefined for the whole
 * file, also where the header is no valid range or names several. Null if the file has none of
 * these bytes.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,100})-(\d{0,100})$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? null : { first: size - length, last: size - 1 };
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Number(to)];
  if (last < first && to !== '') return undefined;
  return first >= size ? null : { first, last: Math.min(last, size - 1) };
}
