import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleConsole } from './bundle-console';
import { mediaTypeOf, type ConsoleFiles } from './console-files';

const pageFile = 'page.html';
const listFile = 'assets.json';

/** Writes the files of the console, precompressed, into a folder. */
export async function writeConsole(folder: string, files: ConsoleFiles): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = files.assets.map(({ name }) => name);
  await writeFile(join(folder, pageFile), files.page);
  await writeFile(join(folder, listFile), `${JSON.stringify(names)}\n`);
  for (const { name, bytes, brotli, gzip } of files.assets) {
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
  const names: readonly string[] = JSON.parse(await readFile(join(folder, listFile), 'utf8'));
  const assets = names.map(async (name) => ({
    name,
    type: mediaTypeOf(name),
    bytes: await readFile(join(folder, name)),
    brotli: await readFile(join(folder, `${name}.br`)),
    gzip: await readFile(join(folder, `${name}.gz`)),
  }));
  const page = await readFile(join(folder, pageFile), 'utf8');
  return { page, assets: await Promise.all(assets) };
}
