import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { type ServerResponse, createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { Webhook as Verifier, Webhook } from 'standardwebhooks';
import { text } from 'node:stream/consumers';
import type { components } from '../../generated/types';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { runTimers } from '../../src/cli/serve/timers';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { transact } from '../../src/platform/db/transaction';
import { DAY, HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { isEventKind } from '../../src/shared/events';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase, describeOnDatabase } from '../support/dialects';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { checkMessage, messageTypes } from '../support/message-check';
import { typescript, run, startProgram } from '../support/program';
import {
  deliver,
  startReceiver,
  type Received,
  type Receiver,
} from '../../scripts/servers/receiver';
import {
  newWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
} from '../../src/shared/webhook-signing';
import { exportLines } from '../../src/cli/transfer';
import { createReader } from '../../src/platform/db/reader';
import { rotateCommand } from '../../src/cli/secrets/rotate';
import { warnOfSecrets } from '../../src/cli/secrets/key-use';
import type { SecretKeys } from '../../src/platform/secret-keys';
import { client } from '../../scripts/requests/client';
import { keyOf } from '../support/rows';
import { sentence } from '../support/transfer';
import { runFolder } from '../../scripts/databases/test-run';

type Delivery = components['schemas']['WebhookDelivery'];

type Created = components['schemas']['WebhookWithSecret'];

function isSignedBy(message: Received | undefined, secret: string): boolean {
  const texts = Object.entries(message?.headers ?? {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  try {
    new Verifier(secret).verify(message?.body ?? '', Object.fromEntries(texts));
    return true;
  } catch {
    return false;
  }
}

describeOnEachDatabase('Delivering webhooks', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let receiver: Receiver;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    app = await startApp(database(), { webhookAllow: ['127.0.0.1', 'localhost'] });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await stop?.();
    stop = undefined;
    // Other tests' deliverers do not see what is left.
    await database().knex('webhook_deliveries').delete();
    await database().knex('webhooks').delete();
    await receiver.close();
    for (const message of receiver.received) checkMessage(message);
  });
  afterAll(() => app.close());

  const start = (options?: Parameters<typeof deliver>[1]) => {
    stop = deliver(database(), options);
  };
  const create = (body: Partial<components['schemas']['WebhookCreate']> = {}) =>
    given.person.ok('createWebhook', { body: { url: receiver.url, ...body } });
  const act = (title = 'Hang the moon') =>
    given.person.ok('createAction', { body: { title, status: 'ready' } });
  const deliveriesOf = async ({ id }: Pick<Created, 'id'>, state?: Delivery['state']) => {
    const { items } = await given.person.ok('listWebhookDeliveries', {
      path: { id },
      query: { limit: 200, sort: 'created_at', ...(state && { state: [state] }) },
    });
    return items;
  };
  const webhookOf = ({ id }: Pick<Created, 'id'>) =>
    given.person.ok('getWebhook', { path: { id } });
  const eventually = async <T>(read: () => Promise<T>, isDone: (value: T) => boolean) => {
    // Less and less often: the service in this process answers each look while it delivers.
    for (let last = '', end = 0, wait = 10; ; wait = Math.min(wait * 1.5, 100)) {
      const value = await read();
      if (isDone(value)) return value;
      const text = JSON.stringify(value);
      // A slow machine may take as long as it needs while it makes progress.
      if (text !== last) [last, end] = [text, Date.now() + 20_000];
      else if (Date.now() > end) throw new Error(`Nothing more happens: ${text}`);
      await pause(wait);
    }
  };
  const settled = (webhook: Pick<Created, 'id'>, isDone: (items: Delivery[]) => boolean) =>
    eventually(() => deliveriesOf(webhook), isDone);
  const fromNow = (milliseconds: number) => addMilliseconds(new Date().toISOString(), milliseconds);
  const change = (table: string, where: object, values: object) =>
    transact(database(), (transaction) =>
      transaction.write((db) => db(table).where(where).update(values)),
    );
  const stored = (id: string, values: object) => change('webhooks', { id }, values);
  const dueNow = () =>
    change('webhook_deliveries', { status: 'pending' }, { due_at: fromNow(-1000) });
  const typeOf = ({ body }: Received): string => JSON.parse(body).type;
  const ended = (response: ServerResponse, status: number, headers = {}) =>
    void response.writeHead(status, headers).end('seen');
  test('an event reaches the receiver, signed, and its delivery tells the answer', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    start();
    const action = await act();
    await given.person.ok('createDomain', { body: { name: 'Of no interest' } });
    await receiver.until(() => receiver.received.length > 0);
    const [message] = receiver.received;
    const { secret = '' } = webhook;
    const headers = Object.fromEntries(
      Object.entries(message?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const verified = new Verifier(secret).verify(message?.body ?? '', headers);
    const { items } = await given.person.ok('readEvents', {
      query: { action_id: action.id, kind: ['action.created'] },
    });
    expect(verified).toEqual({
      type: 'action.created',
      timestamp: items[0]?.created_at,
      data: items[0],
    });
    const [delivery] = await settled(webhook, ([first]) => first?.state === 'delivered');
    expect(delivery).toMatchObject({
      id: headers['webhook-id'],
      kind: 'action.created',
      event_id: items[0]?.id,
      attempts: 1,
      response_status: 204,
      response_text: '',
      error: null,
      next_attempt_at: null,
      body: verified,
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('every kind that the contract names is sent as it says', async () => {
    const kinds = messageTypes.filter(isEventKind);
    const webhook = await create({ kinds });
    await transact(database(), async (transaction) => {
      const key = { workspace_id: given.workspaceId };
      const positions = await transaction.first<{ last: number }>((db) =>
        db('event_positions').where(key).select('last'),
      );
      const end = Number(positions?.last);
      await insertRows(
        transaction,
        'events',
        kinds.map((kind, index) => ({
          ...key,
          id: `evt_${index}_${end}`,
          kind,
          position: end + index + 1,
          actor_id: given.owner.owner.id,
          subject_type: 'workspace',
          subject_id: given.workspaceId,
          subject_title: 'City Theatre',
          summary: `The kind ${kind}.`,
          created_at: fromNow(0),
        })),
      );
      await transaction.write((db) =>
        db('event_positions')
          .where(key)
          .update({ last: end + kinds.length }),
      );
    });
    await given.person.ok('testWebhook', { path: { id: webhook.id } });
    start();
    await receiver.until(() => receiver.received.length >= kinds.length + 2);
    expect(new Set(receiver.received.map(typeOf))).toEqual(new Set([...kinds, 'webhook.test']));
    const verifier = new Verifier(webhook.secret ?? '');
    for (const { headers, body } of receiver.received) {
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      verifier.verify(body, Object.fromEntries(texts));
    }
  });

  test('both secrets sign during a rotation', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    const rotated = await given.person.ok('rotateWebhookSecret', {
      path: { id: webhook.id },
      body: { overlap_seconds: 3600 },
    });
    start();
    await act();
    await receiver.until(() => receiver.received.length > 0);
    await stored(webhook.id, { overlap_ends_at: fromNow(-1000) });
    await act();
    await receiver.until(() => receiver.received.length > 1);
    const verify = (at: number, secret = '') =>
      new Verifier(secret).verify(
        receiver.received[at]?.body ?? '',
        Object.fromEntries(
          Object.entries(receiver.received[at]?.headers ?? {}).map(([k, v]) => [k, String(v)]),
        ),
      );
    expect(() => verify(0, webhook.secret)).not.toThrow();
    expect(() => verify(0, rotated.secret)).not.toThrow();
    expect(() => verify(1, rotated.secret)).not.toThrow();
    expect(() => verify(1, webhook.secret)).toThrow('No matching signature found');
  });

  describe('encrypted secrets', () => {
    const [first, second, unknown] = ['1', '2', '3'].map((digit) => keyOf(digit.repeat(64)));
    if (first === undefined || second === undefined || unknown === undefined) throw new Error();
    const keyed: TestApp[] = [];
    afterEach(async () => {
      for (const one of keyed.splice(0)) await one.close();
    });

    /** The owner, on a server with these keys. */
    const ownerWith = async (...secretKeys: SecretKeys) => {
      const server = await startApp(database(), { webhookAllow: ['127.0.0.1'], secretKeys });
      keyed.push(server);
      return client(server, { cookie: given.owner.cookie });
    };
    const rotate = (...secretKeys: SecretKeys) => rotateCommand({ ...app.config, secretKeys });
    const columnsOf = async (id: string): Promise<Record<string, string>> =>
      database().knex('webhooks').where({ id }).first('secret', 'previous_secret', 'version');
    /** Sends a message with these keys and returns those of the secrets that have signed it. */
    const signersOf = async (keys: SecretKeys, secrets: readonly string[]) => {
      const before = receiver.received.length;
      start({ keys });
      await act();
      await receiver.until(() => receiver.received.length > before);
      await stop?.();
      stop = undefined;
      return secrets.filter((secret) => isSignedBy(receiver.received[before], secret));
    };
    /** The log of a deliverer that has a message to send and cannot. */
    const refusalWith = async (...keys: SecretKeys) => {
      const lines: string[] = [];
      start({ keys, log: pino({ base: null }, { write: (line) => lines.push(line) }) });
      await eventually(
        () => Promise.resolve(lines.join('')),
        (text) => text.includes('wait'),
      );
      await stop?.();
      stop = undefined;
      return lines.join('');
    };

    test('sign before, during and after each rotation of the key', async () => {
      const { id, secret = '' } = await create({ kinds: ['action.created'] });
      expect((await columnsOf(id))['secret']).toBe(secret);
      expect(await signersOf([first], [secret])).toEqual([secret]);

      expect(await rotate(first)).toEqual([
        `Encrypted the secrets of 1 webhooks with the key ${first.id}.`,
        'All 1 secrets are encrypted with it. Only copies of before need another key: backups and exports.',
      ]);
      const sealed = await columnsOf(id);
      expect(sealed).toEqual({
        secret: expect.stringMatching(new RegExp(`^enc1:${first.id}:[\\w-]+$`)),
        previous_secret: null,
        version: 1,
      });
      expect(await signersOf([first], [secret])).toEqual([secret]);
      expect(await rotate(first)).toContain(
        `Encrypted the secrets of 0 webhooks with the key ${first.id}.`,
      );
      expect(await columnsOf(id)).toEqual(sealed);

      const owner = await ownerWith(second, first);
      const rotated = await owner.ok('rotateWebhookSecret', {
        path: { id },
        body: { overlap_seconds: 3600 },
      });
      const both = [secret, rotated.secret ?? ''];
      const { secret: newer, previous_secret: older, version } = await columnsOf(id);
      for (const stored of [newer, older]) expect(stored).toContain(`enc1:${second.id}:`);
      for (const keys of [[second, first], [second]]) {
        expect(await signersOf(keys, both)).toEqual(both);
      }
      await rotate(first, second);
      expect(await columnsOf(id)).toMatchObject({
        secret: expect.stringContaining(`enc1:${first.id}:`),
        previous_secret: expect.stringContaining(`enc1:${first.id}:`),
        version,
      });
      expect(await signersOf([first], both)).toEqual(both);
      expect(app.logs.join('')).not.toContain(secret);
    });

    test('the URL of a chat is encrypted like a secret', async () => {
      const chat = await startReceiver();
      const { id } = await (
        await ownerWith(first)
      ).ok('createWebhook', { body: { url: `${chat.url}/moon`, format: 'slack' } });
      const shown = `${new URL(chat.url).origin}/***`;
      const columns = () => database().knex('webhooks').where({ id }).first('url', 'secret_url');
      const sealedBy = ([key]: SecretKeys) => ({
        url: shown,
        secret_url: expect.stringMatching(new RegExp(`^enc1:${key?.id}:[\\w-]+$`)),
      });
      expect(await columns()).toEqual(sealedBy([first]));
      const keys = [second, first];
      await rotate(...keys);
      expect(await columns()).toEqual(sealedBy(keys));
      expect(await refusalWith(unknown)).toMatch(/SECRETS_KEY_FILE/);
      start({ keys });
      await chat.until(() => chat.received.length > 0);
      expect(chat.received[0]?.path).toBe('/hook/moon');
      await stop?.();
      stop = undefined;
      await chat.close();

      const owner = await ownerWith(...keys);
      const exported: string[] = [];
      const reader = createReader(database());
      for (const options of [{ keys }, { keys: [] }]) {
        const lines = exportLines(reader, given.workspaceId, () => undefined, options);
        for await (const part of lines) exported.push(part);
      }
      expect(exported.join('')).not.toContain('moon');
      const path = { id };
      const { version } = await owner.ok('getWebhook', { path });
      const whole = await owner.ok('updateWebhook', {
        path,
        body: { url: `${chat.url}/moon` },
      });
      expect(whole).toMatchObject({ url: shown, version });
      await owner.ok('updateWebhook', { path, body: { url: `${chat.url}/sun` } });
      expect(await columns()).toEqual(sealedBy(keys));
      await owner.ok('updateWebhook', { path, body: { state: 'disabled' } });
      // As an import without secrets leaves it.
      await stored(id, { secret_url: null });
      const enabled = { state: 'enabled', resume_from: 'now' } as const;
      const refused = await owner.send('updateWebhook', { path, body: enabled });
      expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'body/url' }] } });
      await owner.ok('updateWebhook', { path, body: { ...enabled, url: `${chat.url}/sun` } });
      expect(await columns()).toEqual(sealedBy(keys));
      await owner.ok('deleteWebhook', { path });
      expect(await columns()).toEqual({ url: shown, secret_url: null });
    });

    test('are encrypted in steps, while messages are sent', async () => {
      const { id, secret = '' } = await create({ kinds: ['action.created'] });
      const count = 230;
      const { secret: _, ...row } = await database().knex('webhooks').where({ id }).first();
      await transact(database(), (transaction) =>
        insertRows(
          transaction,
          'webhooks',
          Array.from({ length: count }, (__, index) => ({
            ...row,
            id: `whk_${index}`,
            kinds: '["domain.created"]',
            // Half of them are what a rotation that was stopped has left.
            secret: sealWebhookSecret(
              index % 2 === 0 ? [] : [first],
              { workspace_id: given.workspaceId, id: `whk_${index}` },
              'secret',
              secret,
            ),
          })),
        ),
      );
      start({ keys: [first, second] });
      const sending = Array.from({ length: 10 }, (__, index) => act(`Star ${index}`));
      const [done] = await Promise.all([rotate(first, second), ...sending]);
      expect(done[0]).toBe(
        `Encrypted the secrets of ${count / 2 + 1} webhooks with the key ${first.id}.`,
      );
      await rotate(second, first);
      await receiver.until(() => receiver.received.length >= 10);
      for (const message of receiver.received) expect(isSignedBy(message, secret)).toBe(true);
      for (const { workspace_id, id: each, secret: stored } of await database().knex('webhooks')) {
        expect(stored).toContain(second.id);
        const opened = openWebhookSecret([second], { workspace_id, id: each }, 'secret', stored);
        expect(opened).toEqual({ secret });
      }
    });

    const missing: [string, SecretKeys, RegExp][] = [
      ['no key', [], /SECRETS_KEY_FILE is not set/],
      ['another key', [unknown], /The file of SECRETS_KEY_FILE lacks the key/],
    ];
    test.each(missing)(
      'send nothing with %s, and all of it with theirs',
      async (_, keys, words) => {
        const owner = await ownerWith(first);
        const { id, secret = '' } = await owner.ok('createWebhook', {
          body: { url: receiver.url, kinds: ['action.created'] },
        });
        expect((await columnsOf(id))['secret']).not.toContain(secret);
        await act();
        expect(await refusalWith(...keys)).toMatch(words);
        const [row] = await database()
          .knex('webhook_deliveries')
          .select('leased_until', 'attempts');
        expect([row, receiver.received]).toEqual([{ leased_until: null, attempts: 0 }, []]);

        const lines: string[] = [];
        const log = pino({ base: null }, { write: (line) => lines.push(line) });
        await warnOfSecrets({
          config: { ...app.config, secretKeys: keys },
          database: database(),
          log,
        });
        expect(lines.join('')).toMatch(/SECRETS_KEY_FILE/);
        expect(lines.join('')).toContain(first.id);
        const without = await ownerWith(...keys);
        const path = { id };
        const body = { overlap_seconds: 60 };
        await without.fails('rotateWebhookSecret', { path, body }, 503, 'UNAVAILABLE');

        start({ keys: [unknown, first] });
        await settled({ id }, ([one]) => one?.state === 'delivered');
        await stop?.();
        expect(receiver.received).toHaveLength(1);
        expect(isSignedBy(receiver.received[0], secret)).toBe(true);
        // A new secret needs no old key.
        const renewed = (await without.ok('rotateWebhookSecret', { path })).secret ?? '';
        expect(await signersOf(keys, [secret, renewed])).toEqual([renewed]);
      },
    );

    test.each(['webhooks', 'columns'])(
      'that changed places between %s sign nothing',
      async (of) => {
        const owner = await ownerWith(first);
        const hooks = [];
        for (const path of ['one', 'two']) {
          const made = await owner.ok('createWebhook', {
            body: { url: `${receiver.url}/${path}`, kinds: ['action.created'] },
          });
          const body = { overlap_seconds: 3600 };
          hooks.push(await owner.ok('rotateWebhookSecret', { path: { id: made.id }, body }));
        }
        const [one, two] = hooks.map(({ id }) => id);
        const [columns, theirs] = [await columnsOf(one ?? ''), await columnsOf(two ?? '')];
        await stored(
          one ?? '',
          of === 'webhooks'
            ? { secret: theirs['secret'] }
            : { secret: columns['previous_secret'], previous_secret: columns['secret'] },
        );
        await act();
        expect(await refusalWith(first)).toMatch(/belongs to another record/);
        expect(receiver.received.map(({ path }) => path)).not.toContain('/hook/one');
        expect(await sentence(rotate(second, first))).toMatch(
          new RegExp(`1 webhooks have secrets that cannot be read.*${one}.*those of 1 others`),
        );
      },
    );

    test('the server warns of a file that others can read, and of plain secrets', async () => {
      await create();
      const file = join(runFolder(), 'keys-open-to-others');
      await writeFile(file, `${'1'.repeat(64)}\n`);
      await chmod(file, 0o644);
      const config = { ...app.config, secretKeys: [first], secretsKeyFile: file };
      const lines: string[] = [];
      const log = pino({ base: null }, { write: (line) => lines.push(line) });
      await warnOfSecrets({ config, database: database(), log });
      expect(lines.map((line): string => JSON.parse(line).msg)).toEqual([
        'Other users can read the file of SECRETS_KEY_FILE. Run chmod 600 on it.',
        'Some secrets of webhooks are not encrypted with the first key of SECRETS_KEY_FILE. Run callboard secrets rotate.',
      ]);
      expect(await sentence(rotate())).toMatch(/^SECRETS_KEY_FILE is not set/);
      const open = 'Other users can read the file of SECRETS_KEY_FILE. Run chmod 600 on it.';
      expect((await rotateCommand(config))[0]).toBe(open);
      await chmod(file, 0o600);
      expect(await rotateCommand(config)).not.toContain(open);
      lines.length = 0;
      await warnOfSecrets({ config, database: database(), log });
      expect(lines).toEqual([]);
    });
  });

  const bodies: [string, (response: ServerResponse) => void][] = [
    ['stalls', (response) => void response.writeHead(200).write('see')],
    [
      'comes byte by byte',
      (response) => {
        const timer = setInterval(() => response.write('a'), 50);
        response.writeHead(200).on('close', () => clearInterval(timer));
      },
    ],
    [
      'is cut',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('see', () => response.socket?.destroy());
      },
    ],
    [
      'is no valid HTTP',
      (response) => {
        response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders();
        response.socket?.write('no size of a chunk\r\n');
      },
    ],
  ];
  test.each(bodies)('a 2xx whose body %s is a success', async (_, respond) => {
    const webhook = await create({ kinds: ['action.created'] });
    receiver.respond = respond;
    start({ response: 400 });
    await act();
    const [delivery] = await settled(webhook, ([first]) => first?.attempts === 1);
    expect(delivery).toMatchObject({ state: 'delivered', response_status: 200, error: null });
    expect(receiver.received).toHaveLength(1);
  });

  test('a 410 whose body stalls disables the webhook', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    receiver.respond = (response) => void response.writeHead(410).write('see');
    start({ response: 400 });
    await act();
    const [delivery] = await settled(webhook, ([first]) => first?.attempts === 1);
    expect(delivery).toMatchObject({ state: 'failed', response_status: 410 });
    expect(await webhookOf(webhook)).toMatchObject({ disabled_reason: 'gone' });
  });

  describe('a failure', () => {
    const failing: [string, (response: ServerResponse) => void, Partial<Delivery>][] = [
      ['500', (r) => ended(r, 500), { response_status: 500, response_text: 'seen', error: null }],
      ['closes the connection', (r) => void r.destroy(), { error: 'connection' }],
      [
        'redirects',
        (r) => ended(r, 302, { location: 'http://127.0.0.1:1/' }),
        { error: 'redirect', response_status: null },
      ],
    ];
    test.each(failing)('%s: is tried again after five seconds', async (_, respond, result) => {
      const webhook = await create({ kinds: ['action.created'] });
      receiver.respond = respond;
      start();
      await act();
      const [delivery] = await settled(webhook, ([first]) => first?.attempts === 1);
      expect(delivery).toMatchObject({ state: 'pending', ...result });
      const wait =
        Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.last_attempt_at ?? '');
      expect(wait).toBeGreaterThanOrEqual(4500);
      expect(wait).toBeLessThanOrEqual(5500);
      expect((await webhookOf(webhook)).failing_since).toBe(delivery?.last_attempt_at);
      // The second attempt has the same id, and its success ends the failure.
      receiver.respond = (response) => ended(response, 200);
      await dueNow();
      const [again] = await settled(webhook, ([first]) => first?.state === 'delivered');
      expect(again).toMatchObject({ id: delivery?.id, attempts: 2, response_text: 'seen' });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toEqual([delivery?.id, delivery?.id]);
      expect((await webhookOf(webhook)).failing_since).toBeNull();
    });

    test('hangs: has a time limit', async () => {
      const webhook = await create({ kinds: ['action.created'] });
      receiver.respond = () => undefined;
      start({ response: 400 });
      await act();
      const [delivery] = await settled(webhook, ([first]) => first?.attempts === 1);
      expect(delivery).toMatchObject({ state: 'pending', error: 'timeout' });
      expect(delivery?.duration_ms).toBeGreaterThanOrEqual(390);
    });

    const unreachable: [string, string, Delivery['error']][] = [
      ['no name', 'https://nothing.invalid/', 'dns'],
      ['a closed port', 'http://127.0.0.1:1/', 'connection'],
      ['a private address', 'https://private.example/', 'address_not_allowed'],
    ];
    test.each(unreachable)('%s', async (_, url, error) => {
      const webhook = await create({ kinds: ['action.created'] });
      // Stored without the check, as if the server's settings had changed.
      await stored(webhook.id, { url: url.replace('private.example', '10.0.0.1') });
      start();
      await act();
      const [delivery] = await settled(webhook, ([first]) => first?.attempts === 1);
      expect(delivery).toMatchObject({ state: 'pending', error, response_status: null });
    });

    const strange: [string, string, string, Delivery['error']][] = [
      ['no TLS', 'https', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'tls'],
      ['no HTTP', 'http', '220 mail.example ESMTP\r\n', 'protocol'],
    ];
    test.each(strange)('a receiver that speaks %s', async (_, scheme, greeting, error) => {
      const webhook = await create({ kinds: ['action.created'] });
      const server = createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.end(greeting);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      await stored(webhook.id, { url: `${scheme}://127.0.0.1:${port}/` });
      start();
      await act();
      const [delivery] = await settled(webhook, ([first]) => first?.attempts === 1);
      expect(delivery).toMatchObject({ state: 'pending', error });
      server.close();
    });

    test.each([
      ['seconds', () => '7200'],
      ['a date', () => new Date(Date.now() + 2 * HOUR).toUTCString()],
    ])('Retry-After as %s is respected, up to 24 hours', async (_, retryAfter) => {
      const webhook = await create({ kinds: ['action.created'] });
      receiver.respond = (response) => ended(response, 429, { 'retry-after': retryAfter() });
      start();
      await act();
      const waitOf = (delivery: Delivery | undefined) =>
        Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.last_attempt_at ?? '');
      const [first] = await settled(webhook, ([delivery]) => delivery?.attempts === 1);
      expect(Math.abs(waitOf(first) - 2 * HOUR)).toBeLessThan(5000);
      receiver.respond = (response) => ended(response, 503, { 'retry-after': '999999' });
      await dueNow();
      const [second] = await settled(webhook, ([delivery]) => delivery?.attempts === 2);
      expect(waitOf(second)).toBe(DAY);
    });

    test('after ten attempts the delivery is failed, and can be replayed', async () => {
      const webhook = await create({ kinds: ['action.created'] });
      receiver.respond = (response) => ended(response, 500);
      start();
      await act();
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        await dueNow();
        await settled(webhook, ([first]) => first?.attempts === attempt);
      }
      const [failed] = await deliveriesOf(webhook);
      expect(failed).toMatchObject({ state: 'failed', attempts: 10, next_attempt_at: null });
      expect(failed?.finished_at).not.toBeNull();
      receiver.respond = (response) => ended(response, 200);
      const path = { id: webhook.id, delivery_id: failed?.id ?? '' };
      expect(await given.person.ok('replayWebhookDelivery', { path })).toMatchObject({
        state: 'pending',
        id: failed?.id,
      });
      const [again] = await settled(webhook, ([first]) => first?.state === 'delivered');
      expect(again?.id).toBe(failed?.id);
    });

    test('a test message is sent once, even by a disabled webhook', async () => {
      const webhook = await create();
      await given.person.ok('updateWebhook', {
        path: { id: webhook.id },
        body: { state: 'disabled' },
      });
      receiver.respond = (response) => ended(response, 500);
      const { id } = await given.person.ok('testWebhook', { path: { id: webhook.id } });
      start();
      const [delivery] = await settled(webhook, ([first]) => first?.state === 'failed');
      expect(delivery).toMatchObject({ id, attempts: 1, response_status: 500 });
      expect(receiver.received.map(typeOf)).toEqual(['webhook.test']);
      expect((await webhookOf(webhook)).failing_since).toBeNull();
    });

    test('410 disables the webhook, and enabling it continues where it was asked to', async () => {
      const webhook = await create({ kinds: ['action.created'] });
      receiver.respond = (response) => ended(response, 410);
      start();
      await act('one');
      const disabled = await eventually(
        () => webhookOf(webhook),
        ({ state }) => state === 'disabled',
      );
      expect(disabled).toMatchObject({ disabled_reason: 'gone', version: 2 });
      await act('two');
      const { length } = receiver.received;
      receiver.respond = (response) => ended(response, 200);
      await given.person.ok('updateWebhook', {
        path: { id: webhook.id },
        body: { state: 'enabled', resume_from: 'first_undelivered' },
      });
      await receiver.until(() => receiver.received.length === length + 2);
      const titles = receiver.received
        .slice(length)
        .map(({ body }): string => JSON.parse(body).data.subject.title)
        .toSorted();
      expect(titles).toEqual(['one', 'two']);
      const { items } = await given.person.ok('readEvents', {
        query: { kind: ['webhook.disabled'] },
      });
      expect(items).toMatchObject([{ actor: { kind: 'system' }, subject: { id: webhook.id } }]);
    });

    test('a webhook that is enabled from now on omits what happened before', async () => {
      const webhook = await create({ kinds: ['action.created'] });
      const update = (body: components['schemas']['WebhookUpdate']) =>
        given.person.ok('updateWebhook', { path: { id: webhook.id }, body });
      await update({ state: 'disabled' });
      start();
      await act('before');
      await update({ state: 'enabled', resume_from: 'now' });
      await act('after');
      await receiver.until(() => receiver.received.length > 0);
      const [delivery] = await settled(webhook, ([first]) => first?.state === 'delivered');
      expect(delivery?.body).toMatchObject({ data: { subject: { title: 'after' } } });
    });

    test('a day of failure is told, and five days of it disable the webhook', async () => {
      const webhook = await create();
      receiver.respond = (response) => ended(response, 500);
      start();
      await act();
      await settled(webhook, (items) => items.some(({ attempts }) => attempts === 1));
      const failAgain = async (days: number) => {
        await transact(database(), async (transaction) => {
          await transaction.write((db) =>
            db('webhooks')
              .where({ id: webhook.id })
              .update({ first_failed_at: fromNow(-days * DAY) }),
          );
          await transaction.write((db) =>
            db('webhook_deliveries')
              .where({ status: 'pending' })
              .update({ due_at: fromNow(-1000) }),
          );
        });
      };
      const told = (kind: 'webhook.failing' | 'webhook.disabled') =>
        eventually(
          () => given.person.ok('readEvents', { query: { kind: [kind] } }),
          ({ items }) => items.length > 0,
        );
      await failAgain(1.1);
      await told('webhook.failing');
      await failAgain(4.9);
      await failAgain(5.1);
      await told('webhook.disabled');
      const after = await webhookOf(webhook);
      expect(after).toMatchObject({ state: 'disabled', disabled_reason: 'failing' });
      const { items } = await told('webhook.failing');
      expect(items).toHaveLength(1);
      const waiting = await deliveriesOf(webhook, 'pending');
      expect(waiting.map(({ next_attempt_at: at }) => at)).toEqual(waiting.map(() => null));
    });
  });

  test('a dead receiver makes its webhook wait at 1,000 deliveries', async () => {
    const webhook = await create();
    const events = 1005;
    await insertEvents(events);
    await stored(webhook.id, { url: 'http://127.0.0.1:1/' });
    start();
    await eventually(
      () => webhookOf(webhook),
      ({ waiting_count: count }) => count === 1000,
    );
    const before = await webhookOf(webhook);
    await act();
    await settled(webhook, (items) => items.some(({ attempts }) => attempts > 0));
    expect((await webhookOf(webhook)).position).toBe(before.position);
    await stored(webhook.id, { url: receiver.url });
    await dueNow();
    await eventually(
      () => webhookOf(webhook),
      ({ position, waiting_count: count }) => position !== before.position && count === 0,
    );
    const ids = new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id));
    expect(ids.size).toBeGreaterThanOrEqual(events);
  }, 300_000);

  test('events that were deleted before they were sent are a gap', async () => {
    const webhook = await create({ kinds: ['webhook.gap', 'action.created'] });
    await act();
    await act('kept');
    const { items } = await given.person.ok('readEvents', { query: { kind: ['action.created'] } });
    const [lost] = await database().knex('events').where({ id: items[0]?.id }).select('position');
    await database()
      .knex('events')
      .where('position', '<=', lost.position)
      .where({
        workspace_id: given.workspaceId,
      })
      .delete();
    await database()
      .knex('event_positions')
      .where({ workspace_id: given.workspaceId })
      .update({ forgotten: lost.position });
    start();
    await receiver.until(() => receiver.received.length === 2);
    expect(receiver.received.map(typeOf).toSorted()).toEqual(['action.created', 'webhook.gap']);
    const gap = receiver.received.find((message) => typeOf(message) === 'webhook.gap');
    expect(JSON.parse(gap?.body ?? '{}').data.summary).toContain(webhook.position);
    const told = await given.person.ok('readEvents', { query: { kind: ['webhook.gap'] } });
    expect(told.items).toMatchObject([{ actor: { kind: 'system' }, subject: { id: webhook.id } }]);
  });

  test('a webhook that goes back sends events again, with the ids of their messages', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    start();
    const { next } = (await given.person.ok('readEvents', { query: { after: 'now' } })).page;
    await act('one');
    await act('two');
    await receiver.until(() => receiver.received.length === 2);
    await settled(webhook, (items) => items.every(({ state }) => state === 'delivered'));
    await given.person.ok('replayWebhook', { path: { id: webhook.id }, body: { after: next } });
    await receiver.until(() => receiver.received.length === 4);
    const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    expect(ids.slice(2).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    await settled(webhook, (items) => items.every(({ state }) => state === 'delivered'));
    const second = (await deliveriesOf(webhook)).find(({ body }) =>
      JSON.stringify(body).includes('"title":"two"'),
    );
    const body = { after: second?.replay_after ?? '' };
    await given.person.ok('replayWebhook', { path: { id: webhook.id }, body });
    await receiver.until(() => receiver.received.length === 5);
    expect(receiver.received[4]?.headers['webhook-id']).toBe(second?.id ?? 'none');
    await settled(webhook, (items) => items.every(({ state }) => state === 'delivered'));
    expect(receiver.received).toHaveLength(5);
    expect(await deliveriesOf(webhook)).toHaveLength(2);
  });

  test('a webhook gets as many messages at the same time as it says', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    const raise = (count: number) =>
      given.person.ok('updateWebhook', { path: { id: webhook.id }, body: { in_flight: count } });
    const waiting: ServerResponse[] = [];
    receiver.respond = (response) => void waiting.push(response);
    await insertEvents(60);
    start();
    for (const count of [2, 7, 32]) {
      if (count > webhook.in_flight) await raise(count);
      await receiver.until(() => waiting.length === count);
    }
    receiver.respond = (response) => ended(response, 200);
    for (const response of waiting) ended(response, 200);
    const items = await settled(webhook, (all) => all.every(({ state }) => state === 'delivered'));
    expect(items).toHaveLength(60);
    expect(receiver.received).toHaveLength(60);
  });

  test('several deliverers share the work and send nothing twice', async () => {
    const webhook = await create();
    await insertEvents(300);
    const others = [deliver(database()), deliver(database())];
    start();
    await eventually(
      () => webhookOf(webhook),
      ({ position, waiting_count: count }) => position !== webhook.position && count === 0,
    );
    await Promise.all(others.map((end) => end()));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(300);
  }, 300_000);

  test('a process that is killed amid 1,000 deliveries loses none', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    await insertEvents(1000);
    const script = join(__dirname, '..', 'support', 'deliver-process.ts');
    const child = spawn(process.execPath, [...typescript, script, database().url]);
    await receiver.until(() => receiver.received.length >= 200);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(receiver.received.length).toBeLessThan(1000);
    start();
    await eventually(
      () => webhookOf(webhook),
      ({ position, waiting_count: count }) => position !== webhook.position && count === 0,
    );
    const ids = receiver.received.map(({ body }): string => JSON.parse(body).data.subject.id);
    expect(new Set(ids).size).toBe(1000);
    // Only what was in flight is sent again.
    expect(ids.length).toBeLessThanOrEqual(1002);
  }, 300_000);

  test('a message whose process was killed is sent by another one when its lease ends', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    start();
    receiver.respond = (response) => ended(response, 500);
    await act();
    await settled(webhook, ([first]) => first?.attempts === 1);
    await stop?.();
    receiver.respond = (response) => ended(response, 200);
    await change('webhook_deliveries', {}, { due_at: fromNow(-1000), leased_until: fromNow(400) });
    const before = Date.now();
    start();
    await settled(webhook, ([first]) => first?.state === 'delivered');
    expect(Date.now() - before).toBeGreaterThan(300);
  });

  test('a deliverer that stops gives up what is in flight without an attempt', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    receiver.respond = () => undefined;
    start();
    await act();
    await receiver.until(() => receiver.received.length === 1);
    await stop?.();
    const [row] = await database().knex('webhook_deliveries').select('leased_until', 'attempts');
    expect(row).toEqual({ leased_until: null, attempts: 0 });
    receiver.respond = (response) => ended(response, 200);
    start();
    await settled(webhook, ([first]) => first?.state === 'delivered');
  });

  test('a deleted webhook sends nothing more, and the purge removes it', async () => {
    const webhook = await create({ kinds: ['action.created'] });
    receiver.respond = (response) => ended(response, 500);
    start();
    await act();
    await settled(webhook, ([first]) => first?.attempts === 1);
    await given.person.ok('deleteWebhook', { path: { id: webhook.id } });
    const [row] = await database().knex('webhooks').select('secret', 'deleted_at');
    expect(row.secret).toBe('');
    await database()
      .knex('webhooks')
      .update({ deleted_at: fromNow(-31 * DAY) });
    await database()
      .knex('webhook_deliveries')
      .update({ created_at: fromNow(-31 * DAY) });
    const log = pino({ enabled: false });
    await runHousekeeping({ database: database(), config: app.config, log });
    expect(await database().knex('webhook_deliveries').select('id')).toEqual([]);
    expect(await database().knex('webhooks').select('id')).toEqual([]);
  });

  describe('in the format of a chat', () => {
    /** The parts of the messages that tests look at, of all formats. */
    interface Sent {
      readonly text?: string;
      readonly blocks?: readonly { readonly text: { readonly text: string } }[];
      readonly embeds?: readonly { readonly description: string }[];
      readonly message?: string;
      readonly attachments?: readonly {
        readonly content: {
          readonly body: readonly object[];
          readonly actions: readonly { readonly url: string }[];
        };
      }[];
    }
    const chats = ['slack', 'discord', 'teams', 'ntfy'] as const;
    const hostile = '<!channel> @everyone *a* [x](https://evil.example) & "\u202e"\nSecond line';
    let chat: Receiver;
    beforeEach(async () => {
      chat = await startReceiver();
    });
    afterEach(() => chat.close());

    const addressOf = (format: string) => chat.url.replace('hook', format);
    const join = (body: Partial<components['schemas']['WebhookCreate']> = {}) =>
      Promise.all(chats.map((format) => create({ url: addressOf(format), format, ...body })));
    const startWithPages = () => start({ consoleUrl: 'https://calls.example.com/app' });
    /** The messages to each chat in their order; ntfy gets them at its root. */
    const messagesTo = (format: Created['format']) =>
      chat.received
        .filter(({ path }) => path === (format === 'ntfy' ? '/' : `/${format}`))
        .map(({ body }): Sent => JSON.parse(body));
    const untilEachHas = (count: number) =>
      chat.until(() => chats.every((format) => messagesTo(format).length >= count));

    test('a question has its choices as links, and an agent can format or mention nothing', async () => {
      await join({ preset: 'decisions' });
      startWithPages();
      await act('Not to decide');
      const { id } = await given.worker.ok('createQuestion', {
        body: { question: hostile, choices: ['a_b | <c>', 'no'], on_answer: 'I do it.' },
      });
      await untilEachHas(1);
      const { workspaceId } = given;
      const page = `https://calls.example.com/app/questions/${id}?workspace_id=${workspaceId}`;
      const { name } = given.agent;
      const plain = hostile.replace('\u202e', ' ');

      const [slack] = messagesTo('slack');
      expect(slack?.blocks).toEqual([
        { type: 'section', text: expect.objectContaining({ type: 'plain_text' }) },
        { type: 'section', text: { type: 'plain_text', text: plain, emoji: false } },
        {
          type: 'section',
          text: { type: 'plain_text', text: 'Then the agent will: I do it.', emoji: false },
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: `1. <${page}&amp;choose=1|a_\u2060b | &lt;c&gt;>`,
            verbatim: true,
          },
        },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: `2. <${page}&amp;choose=2|no>`, verbatim: true },
        },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: `<${page}|Open in Callboard>`, verbatim: true },
        },
      ]);
      expect(slack?.text).toContain('&lt;!channel&gt;');
      expect(slack?.text).not.toContain('<');
      expect(slack?.text).toContain(name);

      const [discord] = messagesTo('discord');
      expect(discord).toMatchObject({ allowed_mentions: { parse: [] } });
      const { description = '' } = discord?.embeds?.[0] ?? {};
      expect(description).toContain('\\[x\\]\\(https\\://evil\\.example\\)');
      expect(description).toContain(`1\\. [a\\_b \\| \\<c\\>](${page}&choose=1)`);

      const [teams] = messagesTo('teams');
      const card = teams?.attachments?.[0]?.content;
      expect(card?.body[1]).toEqual({
        type: 'RichTextBlock',
        inlines: [{ type: 'TextRun', text: plain }],
      });
      expect(card?.actions.map(({ url }) => url)).toEqual([
        page,
        `${page}&choose=1`,
        `${page}&choose=2`,
      ]);

      expect(messagesTo('ntfy')[0]).toEqual({
        topic: 'ntfy',
        title: expect.stringContaining(name),
        message: `${plain}\nThen the agent will: I do it.\n1. a_b | <c>\n2. no`,
        click: page,
        actions: [
          { action: 'view', label: 'a_b | <c>', url: `${page}&choose=1` },
          { action: 'view', label: 'no', url: `${page}&choose=2` },
        ],
      });
      for (const { headers } of chat.received) {
        expect(Object.keys(headers).filter((each) => each.startsWith('webhook-'))).toEqual([]);
      }
    });

    test('a preset sends what waits for a decision, and nothing that has been decided', async () => {
      const { worker, person } = given;
      const webhooks = await join({ preset: 'decisions' });
      const decided = await worker.ok('createQuestion', {
        body: { question: 'Decided?', on_answer: 'I go on.' },
      });
      await person.ok('respondQuestion', { path: { id: decided.id }, body: { response: 'Yes' } });
      const own = await act('Of a person');
      await person.ok('completeAction', { path: { id: own.id }, body: { result_summary: 'Done' } });
      const { id } = await person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_agent_id: given.agent.id },
      });
      await worker.ok('completeAction', { path: { id }, body: { result_summary: 'In red' } });
      await worker.ok('createProposal', {
        body: { operation: 'createProject', payload: { title: 'Gala' }, title: 'May I?' },
      });
      startWithPages();
      await untilEachHas(2);
      // Two messages are sent at the same time.
      const texts = messagesTo('slack')
        .map(({ text: shown = '' }) => shown)
        .toSorted();
      expect(texts).toEqual([
        expect.stringContaining('May I?'),
        expect.stringContaining('It waits for a review. Sew'),
      ]);
      for (const webhook of webhooks) {
        const items = await settled(webhook, (all) =>
          all.every((one) => one.state === 'delivered'),
        );
        expect(items.map(({ kind }) => kind)).toEqual(['action.completed', 'proposal.created']);
        expect(JSON.stringify(items)).not.toContain(addressOf(webhook.format));
        expect(items[0]?.body).not.toHaveProperty('topic');
      }
      const standard = await create({ preset: 'decisions' });
      expect(standard.kinds).toContain('question.reminder_due');
      await worker.ok('createQuestion', {
        body: { question: 'Which red?', on_answer: 'I go on.' },
      });
      await receiver.until(() => receiver.received.map(typeOf).includes('question.asked'));
    });

    test('other kinds and tests are messages too, without pages', async () => {
      const webhooks = await join({ kinds: ['project.created'] });
      start();
      await given.person.ok('createProject', { body: { title: 'Gala' } });
      for (const { id } of webhooks) await given.person.ok('testWebhook', { path: { id } });
      await untilEachHas(2);
      for (const webhook of webhooks) {
        await settled(webhook, (all) => all.every(({ state }) => state === 'delivered'));
        const shown = JSON.stringify(messagesTo(webhook.format));
        expect(shown).toContain('Gala');
        expect(shown).toContain('test message');
      }
    });

    test('the longest texts keep to the limits of the receivers', async () => {
      await join({ preset: 'decisions' });
      start({ consoleUrl: `https://${'long.'.repeat(40)}example.com/app` });
      const characters = ['*', '&', '中', '😀'];
      for (const each of characters) {
        const choices = Array.from({ length: 10 }, (_, index) => `${index}${each.repeat(190)}`);
        const body = { question: each.repeat(10_000), choices, on_answer: each.repeat(1000) };
        await given.worker.ok('createQuestion', { body });
      }
      await untilEachHas(characters.length);
      const longest = (format: Created['format'], textsOf: (sent: Sent) => string[]) =>
        Math.max(
          ...messagesTo(format)
            .flatMap(textsOf)
            .map((each) => each.length),
        );
      const texts = ({ blocks = [] }: Sent) => blocks.map((block) => block.text.text);
      expect(longest('slack', texts)).toBeLessThanOrEqual(3000);
      const descriptions = ({ embeds = [] }: Sent) => embeds.map(({ description }) => description);
      expect(longest('discord', descriptions)).toBeLessThanOrEqual(4096);
      const sizes = messagesTo('ntfy').map(({ message = '' }) => Buffer.byteLength(message));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(4096);
      for (const { body } of chat.received) expect(Buffer.byteLength(body)).toBeLessThan(28_000);
      expect(chat.received.map(({ body }) => body).join('')).not.toMatch(/\\ud83d(?!\\ude00)/);
    });

    test('the URL is a secret, and the preset and the kinds replace each other', async () => {
      const { person } = given;
      const [webhook] = await join({ preset: 'decisions' });
      const path = { id: webhook?.id ?? '' };
      const shown = `${new URL(chat.url).origin}/***`;
      expect(webhook).toMatchObject({ url: shown, format: 'slack', preset: 'decisions' });
      // Nothing would be signed with it.
      expect(webhook).not.toHaveProperty('secret');
      expect(await person.send('rotateWebhookSecret', { path })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: 'path/id' }] },
      });
      const same = await person.ok('updateWebhook', {
        path,
        body: { url: shown, description: 'Team' },
      });
      expect(same).toMatchObject({ url: shown, description: 'Team' });
      chat.respond = (response, { path: sent }) => void response.writeHead(404).end(`No ${sent}`);
      await person.ok('testWebhook', { path });
      startWithPages();
      await chat.until(() => messagesTo('slack').length > 0);
      const [delivery] = await settled({ id: path.id }, ([first]) => first?.state === 'failed');
      expect(delivery?.response_text).toBe('No ***');
      const chosen = { kinds: ['project.created' as const] };
      expect(await person.ok('updateWebhook', { path, body: chosen })).toMatchObject({
        ...chosen,
        preset: null,
      });
      const again = await person.ok('updateWebhook', { path, body: { preset: 'decisions' } });
      expect(again).toMatchObject({ preset: 'decisions' });
      expect(again.kinds).toHaveLength(4);
      const kept = await person.ok('updateWebhook', { path, body: { preset: null } });
      expect(kept).toMatchObject({ preset: null, kinds: again.kinds });
      const { items } = await person.ok('readEvents', { query: { kind: ['webhook.created'] } });
      expect(JSON.stringify(items)).not.toContain('/slack');
    });

    test.each([
      [{ preset: 'decisions', kinds: ['note.created'] }, 'body/kinds'],
      [{ format: 'ntfy', url: 'http://127.0.0.1/a/b' }, 'body/url'],
      [{ format: 'ntfy', url: 'http://127.0.0.1' }, 'body/url'],
      [{ format: 'slack', url: 'http://127.0.0.1/***' }, 'body/url'],
      [{ format: 'matrix' }, 'body/format'],
      [{ preset: 'all' }, 'body/preset'],
    ])('%j is refused', async (body, path) => {
      const url = 'http://127.0.0.1/hook';
      const sent = await given.person.send('createWebhook', { body: { url, ...body } });
      expect(sent).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', issues: [{ path }] },
      });
    });
  });

  describe('the webhook of an agent', () => {
    const turnOn = async () => {
      await given.person.ok('updateAgent', {
        path: { id: given.agent.id },
        body: { webhook_url: receiver.url, capabilities: ['sewing'] },
      });
      await given.worker.ok('getMe');
      return given.person.ok('createAgentWebhookSecret', { path: { id: given.agent.id } });
    };

    test('gets the news of the agent alone', async () => {
      await turnOn();
      start();
      const action = await act();
      const assigned = await given.person.ok('updateAction', {
        path: { id: action.id },
        body: { assigned_actor_id: given.agent.actor_id },
      });
      expect(assigned.assigned_actor_id).toBe(given.agent.actor_id);
      await receiver.until(() => receiver.received.map(typeOf).includes('action.assigned'));
      const { items } = await given.worker.ok('getAgentNews', { path: { id: 'me' } });
      const sent = receiver.received.filter((message) => typeOf(message) === 'action.assigned');
      expect(JSON.parse(sent[0]?.body ?? '{}').data).toEqual(
        items.find(({ kind }) => kind === 'action.assigned'),
      );
      expect(receiver.received.map(typeOf)).not.toContain('action.created');
    });

    test('gets news with the note, the answer and the decision', async () => {
      const { worker, person } = given;
      await turnOn();
      start();
      const { id } = await person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_agent_id: given.agent.id },
      });
      await person.ok('createActionNote', { path: { id }, body: { body: 'In red.' } });
      const asked = await worker.ok('createQuestion', {
        body: { question: 'Which red?', on_answer: 'I buy it.' },
      });
      const answer = { path: { id: asked.id }, body: { response: 'Dark' } };
      await person.ok('respondQuestion', answer);
      const proposal = await worker.ok('createProposal', {
        body: { operation: 'createProject', payload: { title: 'Gala' }, title: 'May I?' },
      });
      await person.ok('permitProposal', { path: { id: proposal.id } });
      const parts = { 'note.created': 'note', 'question.answered': 'question' };
      for (const [kind, part] of Object.entries({ ...parts, 'proposal.permitted': 'proposal' })) {
        await receiver.until(() => receiver.received.map(typeOf).includes(kind));
        const sent = receiver.received.find((message) => typeOf(message) === kind);
        expect(Object.keys(JSON.parse(sent?.body ?? '{}').data)).toContain(part);
      }
    });

    test('says how each event concerns the agent', async () => {
      const { person, agent, owner } = given;
      await turnOn();
      start();
      const { agent: other } = await addAgent(app, owner);
      const { id } = await person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_agent_id: agent.id },
      });
      const taken = { path: { id }, body: { assigned_agent_id: other.id } };
      await person.ok('updateAction', taken);
      const order = await person.ok('createOrder', { body: { name: 'Sew', agent_id: agent.id } });
      await person.ok('updateOrder', { path: { id: order.id }, body: { agent_id: other.id } });
      const path = { id: agent.id };
      await person.ok('updateAgent', { path, body: { capabilities: ['sewing', 'ironing'] } });
      const roles = () => receiver.received.map(({ body }) => JSON.parse(body).data.role);
      const wanted = ['former_worker', 'order_agent', 'former_order_agent', 'self'];
      await receiver.until(() => roles().length >= wanted.length);
      expect(new Set(roles())).toEqual(new Set(wanted));
    });

    test('gets agent.work_available when there is more to claim, at most every 10 s', async () => {
      const webhook = await turnOn();
      start();
      const offer = (title: string) =>
        given.person.ok('createAction', {
          body: { title, status: 'ready', requirements: ['sewing'] },
        });
      const offers = () =>
        receiver.received
          .filter((message) => typeOf(message) === 'agent.work_available')
          .map(({ body }) => JSON.parse(body).data);
      await eventually(
        () => database().knex('webhooks').where({ id: webhook.id }).first('work_counted_at'),
        ({ work_counted_at: at }) => at !== null,
      );
      const pass = () => stored(webhook.id, { work_counted_at: fromNow(-11_000) });
      await offer('one');
      await offer('two');
      expect(offers()).toEqual([]);
      await pass();
      await receiver.until(() => offers().length === 1);
      expect(offers()).toEqual([{ agent_id: given.agent.id, claimable: 2 }]);
      // A claim leaves less, which is told to nobody.
      const me = { path: { id: 'me' }, body: {} };
      const { action: claimed } = await given.worker.ok('claimNextAction', me);
      await pass();
      await eventually(
        () => database().knex('webhooks').where({ id: webhook.id }).first('work_count'),
        ({ work_count: count }) => count === 1,
      );
      await offer('three');
      await pass();
      await receiver.until(() => offers().length === 2);
      expect(offers()[1]).toEqual({ agent_id: given.agent.id, claimable: 2 });
      // What the agent released comes back after the backoff, which wakes it.
      const path = { id: claimed?.id ?? '' };
      await given.worker.ok('releaseAction', { path, body: {} });
      await moveIntoPast(database(), given.workspaceId, HOUR / SECOND + 1);
      await runTimers({ database: database(), config: app.config, log: pino({ enabled: false }) });
      await pass();
      await receiver.until(() => offers().length === 3);
      expect(offers()[2]).toEqual({ agent_id: given.agent.id, claimable: 3 });
    });
  });

  const insertEvents = async (count: number) => {
    for (let index = 0; index < count; index += 100) {
      await Promise.all(
        Array.from({ length: Math.min(100, count - index) }, (_, at) => act(`Act ${index + at}`)),
      );
    }
  };
});

/** Longer than a test may take: who waits for a receiver that never answers, waits for ever. */
const FOR_EVER = 600_000;

// Workspaces are compared by order: no request of a slow one has ended when a message arrives.
describeOnEachDatabase('The shares of workspaces in deliveries', (database) => {
  let app: TestApp;
  let silent: Receiver;
  let quick: Receiver;
  let quickWorkspace: GivenWorkspace;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    app = await startApp(database(), { webhookAllow: ['127.0.0.1'] });
  });
  beforeEach(async () => {
    [silent, quick] = await Promise.all([startReceiver(), startReceiver()]);
    silent.respond = () => undefined;
  });
  afterEach(async () => {
    await silent.close();
    for (const end of ends.splice(0)) await end();
    await database().knex('webhook_deliveries').delete();
    await database().knex('webhooks').delete();
    await quick.close();
  });
  afterAll(() => app.close());

  const webhooks = async ({ person }: GivenWorkspace, url: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      await person.ok('createWebhook', { body: { url, kinds: ['action.created'] } });
    }
  };
  const act = ({ person }: GivenWorkspace) =>
    person.ok('createAction', { body: { title: 'Hang the moon', status: 'ready' } });
  /** Stores events of the workspace, as many actions at once would. */
  const insertEvents = ({ workspaceId, owner }: GivenWorkspace, count: number) =>
    transact(database(), async (transaction) => {
      const key = { workspace_id: workspaceId };
      const feed = await transaction.first<{ last: number }>((db) =>
        db('event_positions').where(key).select('last'),
      );
      const end = Number(feed?.last);
      const rows = Array.from({ length: count }, (_, index) => ({
        ...key,
        id: `evt_${index}_${end}`,
        kind: 'action.created',
        position: end + index + 1,
        actor_id: owner.owner.id,
        subject_type: 'workspace',
        subject_id: workspaceId,
        subject_title: 'City Theatre',
        summary: 'Something happened.',
        created_at: new Date().toISOString(),
      }));
      for (let at = 0; at < count; at += 50) {
        await insertRows(transaction, 'events', rows.slice(at, at + 50));
      }
      await transaction.write((db) =>
        db('event_positions')
          .where(key)
          .update({ last: end + count }),
      );
    });
  /** Workspaces whose receivers never answer, and that have more deliveries than they can send. */
  const silentWorkspaces = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const given = await aWorkspace(app, database());
      await webhooks(given, silent.url, 16);
      await insertEvents(given, 20);
    }
  };
  const start = () => {
    ends.push(deliver(database(), { lease: FOR_EVER, response: FOR_EVER }));
  };
  const startProcess = () => {
    const script = join(__dirname, '..', 'support', 'deliver-process.ts');
    const times = [String(FOR_EVER), String(FOR_EVER)];
    const child = spawn(process.execPath, [...typescript, script, database().url, ...times]);
    ends.push(() => killed(child));
  };
  /** Resolves when no message has come to the silent receiver for a second. */
  const untilAllWait = async () => {
    for (let count = -1; count !== silent.received.length || count === 0;) {
      count = silent.received.length;
      await pause(1000);
    }
  };
  const untilQuick = async () => {
    quickWorkspace = await aWorkspace(app, database());
    await webhooks(quickWorkspace, quick.url, 1);
    await act(quickWorkspace);
    await quick.until(() => quick.received.length > 0);
  };

  test.each([1, 4])('receivers of %i workspaces that never answer leave slots', async (count) => {
    await silentWorkspaces(count);
    start();
    await untilAllWait();
    await untilQuick();
    expect(silent.received.length).toBeLessThan(16 * 20 * count);
  });

  test('so do they with two processes', async () => {
    await silentWorkspaces(2);
    startProcess();
    startProcess();
    await untilAllWait();
    await untilQuick();
  });

  test('a workspace with many webhooks and events does not delay the reading of others', async () => {
    const given = await aWorkspace(app, database());
    quickWorkspace = await aWorkspace(app, database());
    await webhooks(given, silent.url, 16);
    await webhooks(quickWorkspace, quick.url, 1);
    await insertEvents(given, 600);
    await act(quickWorkspace);
    start();
    await quick.until(() => quick.received.length > 0);
    const [row] = await database()
      .knex('webhook_deliveries')
      .where({ workspace_id: given.workspaceId })
      .count({ stored: '*' });
    expect(Number(row?.['stored'])).toBeLessThan((16 * 600) / 2);
  });

  test('one workspace takes at most a quarter of the slots', async () => {
    await silentWorkspaces(1);
    start();
    await untilAllWait();
    expect(silent.received).toHaveLength(32);
  });
});

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

// One database is enough: the command only sends requests.
describeOnDatabase('sqlite', 'callboard webhooks listen', (database) => {
  interface Received {
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }

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
