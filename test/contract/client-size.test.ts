import { build } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const maxBytes = 12 * 1024;

test('a bundle of the whole client for browsers has less than 12 KiB, gzipped', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from './src/client'`, resolveDir: join(__dirname, '..', '..') },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(maxBytes);
  const packages = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules'));
  expect(packages).toEqual([
    expect.stringContaining('openapi-fetch'),
    expect.stringContaining('eventsource-parser'),
  ]);
});
