import { createHash } from 'node:crypto';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { ask } from '../support/ask';

describe('The pages of the documentation', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const asBrowser = async (path: string, accept: string) =>
    ask(app).get(path).set({ Accept: accept });

  test('the page that tries operations out, and all of its resources, come from this server', async () => {
    const page = await asBrowser('/docs/try', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:/);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"|url: '([^']+)'/g)]
      .map(([, attribute, url]) => attribute ?? url ?? '')
      .filter((url) => url !== 'data:,');
    expect(loaded).toEqual([
      'swagger-ui.css',
      '../docs',
      'agents',
      'swagger-ui.js',
      '../openapi.json',
    ]);
    for (const url of loaded) {
      const { pathname } = new URL(url, `${app.url}/docs/try`);
      const response = await asBrowser(pathname, '*/*');
      expect(response.status).toBe(200);
      expect(response.text.length).toBeGreaterThan(1000);
    }
  });

  test.each(['/docs', '/docs/try', '/docs/agents'])(
    '%s admits only its own script',
    async (path) => {
      const page = await asBrowser(path, 'text/html');
      const policy = String(page.headers['content-security-policy']);
      const [, script = ''] = /<script>([^]*)<\/script>/.exec(page.text) ?? [];
      const digest = createHash('sha256').update(script).digest('base64');
      expect(policy).toContain(`script-src 'self' 'sha256-${digest}'`);
      expect(policy).toContain("connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    },
  );

  test('the root leads programs to the guide for agents, and browsers to the console', async () => {
    const root = await asBrowser('/', '*/*');
    expect([root.status, root.headers['vary'], root.text]).toEqual([
      302,
      'Accept',
      '/docs/agents\n',
    ]);
    const guide = await asBrowser(root.headers['location'] ?? '', 'text/html');
    expect(guide.text).toContain('<title>Callboard for agents</title>');
    const page = await asBrowser('/', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.status, page.headers['location']]).toEqual([302, '/app']);
  });

  test.each([
    ['getAgentGuide', 'text/html; charset=utf-8'],
    ['getDocs', 'text/html; charset=utf-8'],
    ['tryDocs', 'text/html; charset=utf-8'],
    ['getDocsStyle', 'text/css; charset=utf-8'],
    ['getDocsScript', 'text/javascript; charset=utf-8'],
  ] as const)('%s has its media type, and is 304 for its entity tag', async (id, type) => {
    const { status, headers } = await client(app).call(id);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const again = await client(app).call(id, {
      header: { 'If-None-Match': headers['etag'] ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
