import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnEachDatabase } from './support/dialects';
import { serve } from './support/program';

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
});
