import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** The browser that a development dependency carries, and its environment. */
export interface CarriedBrowser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const folder = join(__dirname, '..', '..', '.cache', 'chromium');

/**
 * Unpacks the Chromium of `@sparticuz/chromium`, once for all runs, with the libraries and fonts
 * that come with it for systems that lack some.
 */
export async function unpackCarriedBrowser(): Promise<CarriedBrowser> {
  if (!existsSync(folder)) {
    const made = `${folder}-${randomBytes(6).toString('hex')}`;
    await unpackInto(made);
    try {
      renameSync(made, folder);
    } catch (error) {
      // Another test file was faster.
      rmSync(made, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const executablePath = join(folder, 'chromium');
  return { executablePath, env: environmentFor(executablePath) };
}

async function unpackInto(made: string): Promise<void> {
  const bin = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..', 'bin');
  mkdirSync(made, { recursive: true });
  const unpack = (name: string, output: string, mode?: number) =>
    pipeline(
      createReadStream(join(bin, name)),
      createBrotliDecompress(),
      createWriteStream(join(made, output), mode === undefined ? {} : { mode }),
    );
  await Promise.all([
    unpack('chromium.br', 'chromium', 0o755),
    unpack('al2023.tar.br', 'libraries.tar'),
    unpack('fonts.tar.br', 'fonts.tar'),
  ]);
  for (const archive of ['libraries.tar', 'fonts.tar']) {
    const options = { cwd: made, encoding: 'utf8' } as const;
    const { status, stderr, error } = spawnSync('tar', ['-xf', archive], options);
    if (status !== 0)
      throw new Error(`tar could not unpack ${archive}: ${error?.message ?? stderr}`);
  }
}

function environmentFor(executablePath: string): CarriedBrowser['env'] {
  const linked = spawnSync('ldd', [executablePath], { encoding: 'utf8' });
  const isComplete = linked.status === 0 && !linked.stdout.includes('not found');
  const before = process.env['LD_LIBRARY_PATH'];
  const libraries = [...(before === undefined ? [] : [before]), join(folder, 'lib')].join(':');
  return {
    ...process.env,
    ...(isComplete ? {} : { LD_LIBRARY_PATH: libraries }),
    // A system without fonts has no configuration for them either.
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: folder }),
  };
}
