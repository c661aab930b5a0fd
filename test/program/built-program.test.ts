import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { htmlText } from '../../src/features/service/pages/html-page';
import { referencePage } from '../../src/features/service/pages/reference/reference-page';
import { builtProgram } from '../support/built-program';
import { describeOnEachDatabase } from '../support/dialects';
import { serve } from '../support/program';

const root = join(__dirname, '..', '..');

describe('the built program', () => {
  describeOnEachDatabase('serves', (database) => {
    test('the contract, the reference, the console and the database', async () => {
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
        const html = htmlText(referencePage(JSON.parse(contract), true));
        expect((await reference.text()) === html).toBe(true);
        const attempt = await get('/docs/try');
        expect(attempt.status).toBe(200);
        const [, script] = /<script src="([^"]+)"/.exec(await attempt.text()) ?? [];
        expect((await get(`/docs/${script}`)).status).toBe(200);
        const page = await get('/app');
        expect(page.status).toBe(200);
        const [, asset] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
        expect((await get(asset ?? '')).status).toBe(200);
        expect((await get('/v1/actions')).status).toBe(401);
      } finally {
        expect(await server.stop('SIGTERM')).toBe(0);
      }
    });
  });

  test('wraps every module under one property name, to save hidden classes of V8', async () => {
    const program = readFileSync(join(dirname(await builtProgram()), 'program.js'), 'utf8');
    const keys = [...program.matchAll(/__commonJS\(\{\s*"([^"]*)"/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(100);
    expect(new Set(keys)).toEqual(new Set(['module']));
  });

  test('has a compile cache beside it where Node.js supports one', async () => {
    const built = dirname(await builtProgram());
    const folder = mkdtempSync(`${built}-`);
    try {
      for (const name of ['main.js', 'program.js']) {
        copyFileSync(join(built, name), join(folder, name));
      }
      const args = [join(folder, 'main.js'), '--version'];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
        /^\d+\.\d+\.\d+\n/,
      );
      expect(existsSync(join(folder, 'compile-cache'))).toBe('enableCompileCache' in nodeModule);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
