import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programIn } from '../src/cli/compiled-program';
import { builtProgram } from './support/built-program';
import { describeOnEachDatabase } from './support/dialects';
import { serve, typescript } from './support/program';

const root = join(__dirname, '..');

describe('the built program', () => {
  describeOnEachDatabase('serves', (database) => {
    test('the contract, the reference and the database', async () => {
      const env = { DATABASE_URL: database().url };
      const server = await serve(env, ['serve', '--migrate']);
      try {
        const get = async (path: string) => fetch(new URL(path, server.url));
        expect((await get('/healthz')).status).toBe(200);
        expect((await get('/readyz')).status).toBe(200);
        const contract = readFileSync(join(root, 'generated', 'openapi.json'), 'utf8');
        expect((await (await get('/openapi.json')).text()) === contract).toBe(true);
        const reference = await get('/docs');
        expect(reference.status).toBe(200);
        const [, script] = /<script src="([^"]+)"/.exec(await reference.text()) ?? [];
        expect((await get(script ?? '')).status).toBe(200);
        expect((await get('/v1/actions')).status).toBe(401);
      } finally {
        expect(await server.stop('SIGTERM')).toBe(0);
      }
    });
  });

  test('wraps every module under one property name, which spares V8 hidden classes', () => {
    const program = readFileSync(programIn(dirname(builtProgram())).file, 'utf8');
    const keys = [...program.matchAll(/__commonJS\(\{\s*"([^"]*)"/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(100);
    expect(new Set(keys)).toEqual(new Set(['module']));
  });

  test('is compiled already, for the Node that built it', () => {
    const script = join(__dirname, 'support', 'code-cache-process.ts');
    const folder = dirname(builtProgram());
    const said = execFileSync(process.execPath, [...typescript, script, folder], {
      encoding: 'utf8',
    });
    expect(said).toBe('rejected: false');
  });

  test.each([
    ['nothing was compiled before', undefined],
    ['another version of Node has compiled it', 'of another version'],
  ])('runs where %s', (_where, cache) => {
    const built = dirname(builtProgram());
    const folder = mkdtempSync(`${built}-`);
    try {
      copyFileSync(builtProgram(), join(folder, 'main.js'));
      copyFileSync(programIn(built).file, programIn(folder).file);
      if (cache !== undefined) writeFileSync(programIn(folder).cache, cache);
      const args = [join(folder, 'main.js'), '--version'];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
        /^\d+\.\d+\.\d+\n/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
