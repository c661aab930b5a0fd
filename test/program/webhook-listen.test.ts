import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from '../../src/shared/webhook-signing';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { run, startProgram } from '../support/program';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

// One database is enough: the command only sends requests.
describeOnDatabase('sqlite', 'callboard webhooks listen', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    await given.worker.ok('getMe');
  });
  afterAll(() => app.close());

  test('prints events as they come, and forwards them signed, until it is stopped', async () => {
    const { next } = (await given.person.ok('readEvents', { query: { after: 'now' } })).page;
    const received: Received[] = [];
    const receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.statusCode = 202;
      response.end();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const secret = newWebhookSecret();
    const forward = ['--forward-to', `http://127.0.0.1:${port}/hook`, '--secret', secret];
    const kind = ['--kind', 'action.created', '--kind', 'action.completed'];
    const child = await startProgram(
      ['webhooks', 'listen', '--url', app.url, '--after', next, ...kind, ...forward],
      { TOKEN: given.token },
    );
    let [out, err] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    const until = async (isDone: () => boolean) => {
      while (!isDone())
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    };
    try {
      const action = await given.person.ok('createAction', {
        body: { title: 'Sew\u001B[2J', status: 'ready' },
      });
      await until(() => err.includes('202 after'));
      await given.person.ok('createDomain', { body: { name: 'Not of this kind' } });
      await given.person.ok('completeAction', {
        path: { id: action.id },
        body: { result_summary: 'Sewn.' },
      });
      await until(() => err.split('202 after').length === 3);
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
      const lines = out.trimEnd().split('\n');
      expect(lines).toEqual([
        expect.stringMatching(
          new RegExp(`^\\S+Z {2}action\\.created {2}Owner of .*: Sew \\[2J \\(${action.id}\\)$`),
        ),
        expect.stringContaining('action.completed'),
      ]);
      const { items } = await given.person.ok('readEvents', {
        query: { after: next, kind: ['action.created', 'action.completed'] },
      });
      const messages = received.map(({ headers, body }) =>
        new Webhook(secret).verify(body, {
          'webhook-id': String(headers['webhook-id']),
          'webhook-timestamp': String(headers['webhook-timestamp']),
          'webhook-signature': String(headers['webhook-signature']),
        }),
      );
      expect(messages).toEqual(
        items.map((event) => ({ type: event.kind, timestamp: event.created_at, data: event })),
      );
    } finally {
      child.kill('SIGKILL');
      receiver.closeAllConnections();
      receiver.close();
    }
  });

  test.each([
    ['an unknown token', ['--token', 'cb_unknown_unknown'], {}, 1, /^UNAUTHENTICATED: /m],
    ['no token', [], {}, 2, /required option '--token/],
    ['an empty token', [], { TOKEN: '' }, 2, /It is empty/],
    ['a wrong receiver', ['--forward-to', 'ftp://x'], { TOKEN: 'x' }, 2, /http or https URL/],
    ['a wrong secret', ['--secret', 'short'], { TOKEN: 'x' }, 2, /whsec_ and base64/],
    ['an unknown kind', ['--kind', 'action.nope'], { TOKEN: 'x' }, 2, /no kind of events/],
  ])('ends with %s', async (_, args, env, wanted, message) => {
    const { code, out, err } = await run(['webhooks', 'listen', '--url', app.url, ...args], env);
    expect({ code, out }).toEqual({ code: wanted, out: '' });
    expect(err).toMatch(message);
  });
});
