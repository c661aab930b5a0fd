import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleConsole } from './bundle-console';
import { mediaTypeOf, type ConsoleFiles, type PageParts } from './console-files';

const listFile = 'console.json';

/** What the file of the list contains. */
interface List extends PageParts {
  readonly names: readonly string[];
}

/** Writes the files of the console, precompressed, into a folder. */
export async function writeConsole(folder: string, files: ConsoleFiles): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { first, screens, routes, assets } = files;
  const list: List = { first, screens, routes, names: assets.map(({ name }) => name) };
  await writeFile(join(folder, listFile), `${JSON.stringify(list)}\n`);
  for (const { name, bytes, brotli, gzip } of assets) {
    await writeFile(join(folder, name), bytes);
    await writeFile(join(folder, `${name}.br`), brotli);
    await writeFile(join(folder, `${name}.gz`), gzip);
  }
}

// A quick compression, because the browser is on this machine and the first request waits for it.
const quickQuality = 4;

/** The folder that the build writes beside the program. */
const builtFolder = join(__dirname, 'console');

/** Reads the files that the build wrote beside the program. Builds them in a checkout. */
export async function loadConsole(): Promise<ConsoleFiles> {
  return existsSync(builtFolder) ? readConsole(builtFolder) : bundleConsole(quickQuality);
}

async function readConsole(folder: string): Promise<ConsoleFiles> {
  const list: List = JSON.parse(await readFile(join(folder, listFile), 'utf8'));
  const assets = list.names.map(async (name) => ({
    name,
    type: mediaTypeOf(name),
    bytes: await readFile(join(folder, name)),
    brotli: await readFile(join(folder, `${name}.br`)),
    gzip: await readFile(join(folder, `${name}.gz`)),
  }));
  return { ...list, assets: await Promise.all(assets) };
}
