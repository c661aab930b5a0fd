import type { Buffer } from 'node:buffer';

/** The path of the console; every path below it shows its page, except those of the assets. */
export const consolePath = '/app';
/** The folder of the files that the page loads. */
export const assetsPath = `${consolePath}/assets`;

/** A file that the page loads. Its name contains a hash of its bytes. */
export interface ConsoleAsset {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** The files of the console: HTML that loads the assets, and these. */
export interface ConsoleFiles {
  /** The page. `callerMark` in it is where it says whether there may be a caller. */
  readonly page: string;
  readonly assets: readonly ConsoleAsset[];
}

/** The attribute of the page's root element that `none` replaces for a request without a caller. */
export const callerMark = 'data-caller="unknown"';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** The media type of a file's name. Throws an Error for an unknown extension. */
export function mediaTypeOf(name: string): string {
  const type = types[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`The console has no media type for ${name}.`);
  return type;
}
