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

/** A page of the console: its address, in which `:id` is any segment, and its own scripts. */
export interface ConsoleRoute {
  readonly path: string;
  readonly scripts: readonly string[];
}

/** What is in the HTML of every page. */
export interface PageParts {
  /** The names of the files that every page loads. */
  readonly first: {
    readonly style: string;
    readonly script: string;
    readonly imports: readonly string[];
  };
  /** The screens of the navigation. */
  readonly screens: readonly { readonly path: string; readonly name: string }[];
  /** The first one that matches an address is shown there. */
  readonly routes: readonly ConsoleRoute[];
}

/** The files of the console: what is in its HTML, and the assets that it loads. */
export interface ConsoleFiles extends PageParts {
  readonly assets: readonly ConsoleAsset[];
}

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
