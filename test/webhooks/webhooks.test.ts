import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { components } from '../../generated/types';
import { limits, webhookRetrySeconds } from '../../generated/limits';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { exchange } from '../../scripts/requests/exchange';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { pino } from 'pino';
import { runTimers } from '../../src/cli/serve/timers';
import { transact } from '../../src/platform/db/transaction';
import { DAY } from '../../src/platform/time';
import {
  type DigestSchedule,
  nextDigestAt,
  weekdays,
} from '../../src/features/mail/queue/digest-rules';
import { selfSigned } from '../support/certificate';
import { typescript } from '../support/program';
import { testKeys } from '../support/rows';
import type { SecretKeys } from '../../src/platform/secret-keys';
import { setTimeout as pause } from 'node:timers/promises';
import type { MailParts } from '../../src/features/mail';
import { deliver } from '../../scripts/servers/receiver';
import { type MailServer, mailPartsFor, startMailServer } from '../support/mail-server';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { openSession } from '../../scripts/servers/session';
import { verifyWebhook, WebhookVerificationError, type ReceivedWebhook } from '../../src/client';
import { nextAttemptAt } from '../../src/features/webhooks/delivering/attempt';
import { newWebhookSecret, signatureHeaders } from '../../src/shared/webhook-signing';

const url = 'https://receiver.example.com/callboard';

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/;

describeOnEachDatabase('Webhooks', (database) => {
  type Webhook = components['schemas']['Webhook'];

  let app: TestApp;
  let given: GivenWorkspace;
  let person: ApiClient;

  beforeAll(async () => {
    app = await startApp(database(), { environment: 'production' });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    person = given.person;
  });
  afterAll(() => app.close());

  const create = (body: Partial<components['schemas']['WebhookCreate']> = {}) =>
    person.ok('createWebhook', { body: { url, ...body } });
  const read = ({ id }: Pick<Webhook, 'id'>) => person.ok('getWebhook', { path: { id } });
  const lastEvents = async () => {
    const { items } = await person.ok('readEvents', { query: { limit: 200 } });
    return items.filter(({ subject }) => subject.type === 'webhook').map(({ kind }) => kind);
  };

  test('a webhook is created with a secret that only this response has', async () => {
    const body = { url, kinds: ['note.created' as const], description: 'For the archive' };
    const request = { body: { ...body, client_request_id: 'once' } };
    const created = await person.ok('createWebhook', request);
    const { secret, ...webhook } = created;
    expect(secret).toMatch(secretPattern);
    expect(webhook).toMatchObject({
      ...body,
      agent_id: null,
      state: 'enabled',
      disabled_reason: null,
      waiting_count: 0,
      overlap_ends_at: null,
      version: 1,
    });
    expect(await person.ok('createWebhook', request)).toEqual(webhook);
    expect(await read(webhook)).toEqual(webhook);
    const { items, total } = await person.ok('listWebhooks');
    expect({ items, total }).toEqual({ items: [webhook], total: 1 });
    expect(await lastEvents()).toEqual(['webhook.created']);
    expect(app.logs.join('')).not.toContain('whsec_');
    const path = { id: webhook.id };
    const { headers } = await person.call('getWebhook', { path });
    const known = { path, header: { 'If-None-Match': String(headers['etag']) } };
    expect((await person.call('getWebhook', known)).status).toBe(304);
  });

  test('only owners manage webhooks, by cookie', async () => {
    const { id } = await create();
    const { invitation, token = '' } = await person.ok('createInvitation', {
      body: { email: `m-${id}@example.com`.toLowerCase(), name: 'Mo', role: 'member' },
    });
    expect(invitation.role).toBe('member');
    const accepted = await client(app).ok('acceptInvitation', {
      body: { token, password: 'a long enough password' },
    });
    const member = client(app, {
      cookie: await openSession(database(), {
        workspaceId: given.workspaceId,
        userId: accepted.user.id,
      }),
    });
    const calls = [
      ['getWebhook', { path: { id } }],
      ['listWebhooks', {}],
      ['createWebhook', { body: { url } }],
      ['updateWebhook', { path: { id }, body: {} }],
      ['deleteWebhook', { path: { id } }],
      ['rotateWebhookSecret', { path: { id }, body: {} }],
      ['testWebhook', { path: { id }, body: {} }],
      ['replayWebhook', { path: { id }, body: { after: 'MA' } }],
      ['listWebhookDeliveries', { path: { id } }],
    ] as const;
    for (const [operation, input] of calls) {
      await member.fails(operation, input, 403, 'FORBIDDEN');
      await given.worker.fails(operation, input, 403, 'WRONG_ACTOR');
    }
    // Members do not see their events either.
    const { items } = await member.ok('readEvents', { query: { subject_id: id } });
    expect(items).toEqual([]);
  });

  test('a workspace has at most 20, and one can replace another', async () => {
    const ids: string[] = [];
    for (let index = 0; index < limits.webhooks_per_workspace; index += 1) {
      ids.push((await create()).id);
    }
    await person.fails('createWebhook', { body: { url } }, 409, 'TOO_MANY_WEBHOOKS');
    await person.ok('deleteWebhook', { path: { id: ids[0] ?? '' } });
    await person.fails('getWebhook', { path: { id: ids[0] ?? '' } }, 404, 'NOT_FOUND');
    await create();
    // The webhooks of agents do not count.
    await person.ok('createAgentWebhookSecret', { path: { id: given.agent.id } });
  });

  test.each(['http://receiver.example.com/', 'https://127.0.0.1/', 'https://a:b@example.com/'])(
    'the URL %s is refused',
    async (refused) => {
      await person.fails('createWebhook', { body: { url: refused } }, 422, 'URL_NOT_ALLOWED');
      const { id } = await create();
      const change = { path: { id }, body: { url: refused } };
      await person.fails('updateWebhook', change, 422, 'URL_NOT_ALLOWED');
    },
  );

  test('a webhook is changed, disabled and enabled with a choice', async () => {
    const { id } = await create();
    const path = { id };
    const changed = await person.ok('updateWebhook', {
      path,
      header: { 'If-Match': '"1"' },
      body: { kinds: ['action.created'], url: 'https://other.example.com/' },
    });
    expect(changed).toMatchObject({ kinds: ['action.created'], version: 2 });
    const stale = { path, header: { 'If-Match': '"1"' }, body: { description: 'x' } };
    await person.fails('updateWebhook', stale, 412, 'STALE_VERSION');
    const disabled = await person.ok('updateWebhook', { path, body: { state: 'disabled' } });
    expect(disabled).toMatchObject({ state: 'disabled', disabled_reason: 'person', version: 3 });
    expect(disabled.disabled_at).not.toBeNull();
    for (const [body, at] of [
      [{ state: 'enabled' }, 'body/resume_from'],
      [{ resume_from: 'now' }, 'body/state'],
      [{ state: 'disabled', resume_from: 'now' }, 'body/state'],
    ] as const) {
      const { issues } = await person.fails(
        'updateWebhook',
        { path, body },
        400,
        'VALIDATION_FAILED',
      );
      expect(issues).toMatchObject([{ path: at }]);
    }
    const replay = { path, body: { after: 'MA' } };
    await person.fails('replayWebhook', replay, 409, 'WEBHOOK_DISABLED');
    for (const from of ['now', 'first_undelivered'] as const) {
      const enabled = await person.ok('updateWebhook', {
        path,
        body: { state: 'enabled', resume_from: from },
      });
      expect(enabled).toMatchObject({ state: 'enabled', disabled_at: null });
      await person.ok('updateWebhook', { path, body: { state: 'disabled' } });
    }
    const same = await read({ id });
    await person.ok('updateWebhook', { path, body: { state: 'disabled' } });
    expect((await read({ id })).version).toBe(same.version);
    expect(await lastEvents()).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.disabled',
    ]);
  });

  test('a secret is replaced, with an overlap if it is wanted', async () => {
    const created = await create();
    const path = { id: created.id };
    const rotated = await person.ok('rotateWebhookSecret', {
      path,
      body: { overlap_seconds: 3600, client_request_id: 'rotation' },
    });
    expect(rotated.secret).toMatch(secretPattern);
    expect(rotated.secret).not.toBe(created.secret);
    expect(Date.parse(rotated.overlap_ends_at ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
    const again = await person.ok('rotateWebhookSecret', {
      path,
      body: { overlap_seconds: 3600, client_request_id: 'rotation' },
    });
    expect(again.secret).toBeUndefined();
    const without = await person.ok('rotateWebhookSecret', { path });
    expect(without.overlap_ends_at).toBeNull();
    const tooLong = { path, body: { overlap_seconds: 86_401 } };
    await person.fails('rotateWebhookSecret', tooLong, 400, 'VALIDATION_FAILED');
  });

  test('a test message is a delivery that waits for the deliverer', async () => {
    const { id } = await create();
    const delivery = await person.ok('testWebhook', { path: { id } });
    expect(delivery).toMatchObject({
      replay_after: null,
      kind: 'webhook.test',
      state: 'pending',
      attempts: 0,
      event_id: null,
      body: { type: 'webhook.test', data: { webhook_id: id } },
    });
    const path = { id, delivery_id: delivery.id };
    expect(await person.ok('getWebhookDelivery', { path })).toEqual(delivery);
    const { items } = await person.ok('listWebhookDeliveries', {
      path: { id },
      query: { state: ['pending'] },
    });
    expect(items).toEqual([delivery]);
    const none = await person.ok('listWebhookDeliveries', {
      path: { id },
      query: { state: ['failed', 'delivered'] },
    });
    expect(none.items).toEqual([]);
    expect((await read({ id })).waiting_count).toBe(1);
    const other = { path: { id, delivery_id: 'msg_none' } };
    await person.fails('getWebhookDelivery', other, 404, 'NOT_FOUND');
    await person.ok('updateWebhook', { path: { id }, body: { state: 'disabled' } });
    await person.fails('replayWebhookDelivery', { path, body: {} }, 409, 'WEBHOOK_DISABLED');
    expect((await person.ok('getWebhookDelivery', { path })).next_attempt_at).toBeNull();
  });

  test('a webhook is moved to another position of the feed', async () => {
    const { id } = await create();
    const { page } = await person.ok('readEvents', { query: { limit: 1 } });
    const moved = await person.ok('replayWebhook', {
      path: { id },
      body: { after: page.next },
    });
    expect(moved.position).toBe(page.next);
    for (const after of ['now', 'nonsense', Buffer.from('99999').toString('base64url')]) {
      const { issues } = await person.fails(
        'replayWebhook',
        { path: { id }, body: { after } },
        400,
        'VALIDATION_FAILED',
      );
      expect(issues).toMatchObject([{ path: 'body/after' }]);
    }
    await database().knex('event_positions').where({ workspace_id: given.workspaceId }).update({
      forgotten: 2,
    });
    const expired = { path: { id }, body: { after: page.next } };
    await person.fails('replayWebhook', expired, 410, 'CURSOR_EXPIRED');
  });

  test('the webhook of an agent is turned on by its secret', async () => {
    const path = { id: given.agent.id };
    const first = await person.ok('createAgentWebhookSecret', { path });
    expect(first).toMatchObject({ agent_id: given.agent.id, url: null, kinds: [] });
    expect(first.secret).toMatch(secretPattern);
    await person.ok('updateAgent', { path, body: { webhook_url: url } });
    const second = await person.ok('createAgentWebhookSecret', {
      path,
      body: { overlap_seconds: 60 },
    });
    expect(second).toMatchObject({ id: first.id, url });
    expect(second.secret).not.toBe(first.secret);
    const change = { path: { id: first.id }, body: { url: 'https://other.example.com/' } };
    const { issues } = await person.fails('updateWebhook', change, 400, 'VALIDATION_FAILED');
    expect(issues).toMatchObject([{ path: 'body/url' }]);
    await person.ok('deleteWebhook', { path: { id: first.id } });
    const third = await person.ok('createAgentWebhookSecret', { path });
    expect(third.id).not.toBe(first.id);
    await person.ok('revokeAgent', { path });
    await person.fails('createAgentWebhookSecret', { path }, 409, 'AGENT_REVOKED');
    const missing = { path: { id: 'agt_none' } };
    await person.fails('createAgentWebhookSecret', missing, 404, 'NOT_FOUND');
  });

  test('two concurrent calls for an agent make one webhook', async () => {
    const path = { id: given.agent.id };
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => person.ok('createAgentWebhookSecret', { path })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });
});

const body = '{"type":"action.created","note":"für 🎭"}';

describe('A signed webhook', () => {
  const sign = (secrets: readonly string[], at = new Date()) =>
    signatureHeaders({ id: 'msg_1', at: at.toISOString(), body, secrets });

  test('is verified by the reference library and by the client', async () => {
    const secret = newWebhookSecret();
    const headers = sign([secret]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(headers['webhook-id']).toBe('msg_1');
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    for (const received of [
      { headers, body, secret },
      { headers: new Headers(headers), body: Buffer.from(body), secret: [secret] },
    ]) {
      expect(await verifyWebhook(received)).toEqual({
        id: 'msg_1',
        sentAt: expect.any(Date),
        message: JSON.parse(body),
      });
    }
  });

  test('is verified by either secret during a rotation', async () => {
    const [old, current, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = sign([current, old]);
    for (const secret of [old, current]) {
      expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
      expect(await verifyWebhook({ headers, body, secret })).toBeTruthy();
    }
    expect(await verifyWebhook({ headers, body, secret: [other, old] })).toBeTruthy();
  });

  const secret = newWebhookSecret();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const refused: [string, ReceivedWebhook][] = [
    ['another body', { headers: sign([secret]), body: `${body} `, secret }],
    ['another secret', { headers: sign([newWebhookSecret()]), body, secret }],
    ['another id', { headers: { ...sign([secret]), 'webhook-id': 'msg_2' }, body, secret }],
    ['an old time', { headers: sign([secret], minutesAgo(6)), body, secret }],
    ['a future time', { headers: sign([secret], minutesAgo(-6)), body, secret }],
    ['a broken time', { headers: { ...sign([secret]), 'webhook-timestamp': 'now' }, body, secret }],
    [
      'an unknown version',
      {
        headers: { ...sign([secret]), 'webhook-signature': 'v2,AAAA v1,*' },
        body,
        secret,
      },
    ],
    [
      'no signature',
      { headers: { ...sign([secret]), 'webhook-signature': undefined }, body, secret },
    ],
  ];
  test.each(refused)('is refused with %s', async (_, received) => {
    await expect(verifyWebhook(received)).rejects.toThrow(WebhookVerificationError);
  });

  test('cannot be verified with something that is not a secret', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_*']) {
      await expect(verifyWebhook({ headers: sign([secret]), body, secret: wrong })).rejects.toThrow(
        TypeError,
      );
    }
  });
});

describe('docs/webhooks.md', () => {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8');
  const prose = text.replaceAll(/\s+/g, ' ');

  test('tells the delays between the attempts', () => {
    const [, list = ''] = /tried again after (.+?), each with a tenth of jitter/.exec(prose) ?? [];
    const units = [...list.matchAll(/second|minute|hour/g)].map(({ 0: unit, index }) => ({
      index,
      seconds: { second: 1, minute: 60, hour: 3600 }[unit] ?? 0,
    }));
    const told = [...list.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
      const unit = units.find((each) => each.index > index);
      return Number(digits) * (unit?.seconds ?? 0);
    });
    expect(told).toEqual(webhookRetrySeconds);
    const now = '2026-01-01T00:00:00.000Z';
    const waits = (random: number) =>
      told.map((_, index) => {
        const at = nextAttemptAt(now, index + 1, random) ?? '';
        return Date.parse(at) - Date.parse(now);
      });
    expect(waits(0.5)).toEqual(told.map((seconds) => seconds * 1000));
    expect(waits(1)).toEqual(told.map((seconds) => seconds * 1100));
    expect(nextAttemptAt(now, told.length + 1, 0.5)).toBeUndefined();
  });

  test.each([
    [/longer than (\d+) seconds is a failure/, limits.webhook_response_seconds],
    [/with the (\d+) bytes after/, limits.webhook_secret_bytes],
    [/more than (five) minutes away/, limits.webhook_tolerance_seconds / 60],
    [/messages of the last (\d+) days/, limits.webhook_delivery_seconds / 86_400],
    [/After (a) day without success/, limits.webhook_failing_seconds / 86_400],
    [/After (five) days, or when/, limits.webhook_disabling_seconds / 86_400],
    [/While ([\d,]+) deliveries wait/, limits.webhook_waiting],
  ])('tells the limit in %s', (sentence, limit) => {
    const [, said = ''] = sentence.exec(prose) ?? [];
    const words: Readonly<Record<string, number>> = { a: 1, five: 5 };
    expect(words[said] ?? Number(said.replace(',', ''))).toBe(limit);
  });

  test('names a tolerance that the client has', async () => {
    const { webhook_tolerance_seconds: tolerance } = limits;
    const sent = (seconds: number) => {
      const at = new Date(Date.now() - seconds * 1000).toISOString();
      const secret = newWebhookSecret();
      const headers = signatureHeaders({ id: 'msg_1', at, body, secrets: [secret] });
      return verifyWebhook({ headers, body, secret });
    };
    expect(await sent(tolerance - 10)).toBeTruthy();
    await expect(sent(tolerance + 10)).rejects.toThrow(WebhookVerificationError);
  });
});

describeOnEachDatabase('Mails', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let server: MailServer;
  let member: Member;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    member = await addMember();
    server = await startMailServer();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
    await database().knex('webhook_deliveries').delete();
    await database().knex('webhooks').delete();
    await server.close();
  });
  afterAll(() => app.close());

  interface Member {
    readonly id: string;
    readonly actorId: string;
    readonly email: string;
    readonly api: ApiClient;
  }

  async function addMember(): Promise<Member> {
    const email = `member-${randomBytes(6).toString('hex')}@example.com`;
    const invitation = await given.person.ok('createInvitation', {
      body: { email, role: 'member' },
    });
    const { token = '' } = invitation;
    const body = { token, name: `Member ${email}`, password: 'correct horse battery staple' };
    const { user } = await client(app).ok('acceptInvitation', { body });
    const workspaceId = given.workspaceId;
    const cookie = await openSession(database(), { workspaceId, userId: user.id });
    const api = client(app, { cookie });
    return { id: user.id, actorId: user.actor_id, email, api };
  }
  const start = async (options: { mail?: MailParts; gather?: number; keys?: SecretKeys } = {}) => {
    const { mail = await mailPartsFor(server.port), gather: mailGather = 0, keys = [] } = options;
    ends.push(deliver(database(), { mail, mailGather, keys }));
    await eventually(async () => {
      const queues = await database().knex('webhooks').whereNotNull('overdue_checked_at');
      expect(queues.map((row) => row.workspace_id)).toContain(given.workspaceId);
    });
  };
  const stop = async () => {
    await ends.pop()?.();
  };
  const eventually = async (check: () => Promise<void>) => {
    for (const end = Date.now() + 20_000; ;) {
      try {
        return await check();
      } catch (error) {
        if (Date.now() > end) throw error;
        await pause(20);
      }
    }
  };
  const mailsTo = (email: string) => server.received.filter(({ to }) => to === email);
  const rows = () => database().knex('webhook_deliveries').orderBy('created_at');
  const key = () => ({ workspace_id: given.workspaceId });
  const change = (table: string, values: object, where: object = {}) =>
    transact(database(), (transaction) =>
      transaction.write((db) =>
        db(table)
          .where({ ...where, ...key() })
          .update(values),
      ),
    );
  const settled = () =>
    eventually(async () => {
      expect((await rows()).filter(({ status }) => status === 'pending')).toEqual([]);
    });
  const past = () => new Date(Date.now() - 1000).toISOString();
  const ask = (title: string, more: object = {}) =>
    given.worker.ok('createQuestion', {
      body: { question: title, choices: ['Yes', 'No'], on_answer: 'Hang it', ...more },
    });

  test('a question is mailed to whom it asks, in a thread of its own', async () => {
    await start();
    const title = 'Hang <b>it</b> on http://evil.example/x?\r\nBcc: all@example.com';
    const question = await ask(title, { assigned_actor_id: member.actorId });
    await server.until(() => server.received.length >= 1);
    const [mail] = mailsTo(member.email);
    const header = (name: string) => mail?.headers.get(name) ?? '';
    expect(header('subject')).toMatch(/^Question: Hang <b>it<\/b> on/);
    expect(header('from')).toBe('Callboard <callboard@example.com>');
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc');
    const [delivery] = (await rows()).filter((row) => row.recipient_user_id === member.id);
    expect(header('message-id')).toBe(`<${delivery?.id}@example.com>`);
    expect(header('references')).toBe(`<${question.id}@example.com>`);
    expect(header('in-reply-to')).toBe(`<${question.id}@example.com>`);
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/calls\.example\.com\/v1\/unsubscribe\?token=cbu_wsp_\S+>$/,
    );
    const [plain = '', html = ''] = mail?.parts ?? [];
    const { workspaceId } = given;
    const page = `https://calls.example.com/app/questions/${question.id}?workspace_id=${workspaceId}`;
    for (const part of [plain, html]) {
      expect(part).toContain(page);
      expect(part).not.toContain('http://evil.example');
      expect(part).not.toContain('evil.example');
    }
    expect(plain).toContain(`1. Yes\n     ${page}&choose=1`);
    expect(html).toContain(`<li><a href="${page}&#38;choose=1">Yes</a></li>`);
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/<img|<script|<link/);
    await settled();
    expect(await rows()).toMatchObject([{ status: 'delivered', response_status: 250 }]);
    expect((await given.person.ok('listWebhooks')).items).toEqual([]);
  });

  test('proposals, reviews, assignments, overdue and stalled work reach those concerned', async () => {
    await start();
    const { person, worker, agent } = given;
    await worker.ok('createProposal', {
      body: { operation: 'createProject', title: 'Repaint?', payload: { title: 'R' } },
    });
    const create = (api: ApiClient, body: object) =>
      api.ok('createAction', { body: { title: 'Hang the moon', status: 'ready', ...body } });
    const reviewed = await create(member.api, {
      requires_review: true,
      assigned_actor_id: agent.actor_id,
    });
    await worker.ok('completeAction', {
      path: { id: reviewed.id },
      body: { result_summary: 'Hung at 3 m.' },
    });
    const sewn = await create(person, {
      title: 'Sew the curtain',
      assigned_actor_id: member.actorId,
    });
    await create(member.api, { title: 'Their own', assigned_actor_id: member.actorId });
    const late = new Date(Date.now() - 60_000).toISOString();
    const overdue = await create(member.api, { assigned_actor_id: agent.actor_id, title: 'Late' });
    // Set the due time first, or a check of overdue work between the two changes skips it.
    await change('actions', { due_at: late }, { id: overdue.id });
    await change('webhooks', { overdue_checked_at: new Date(0).toISOString() });
    const said = (email: string) =>
      mailsTo(email)
        .map(({ parts }) => parts[0])
        .join();
    const wanted = [
      `This is assigned to you:\n\n  ${sewn.key} Sew the curtain`,
      `This is overdue:\n\n  ${overdue.key} Late`,
      'proposes:\n\n  Repaint?',
      `This is done and waits for a review:\n\n  ${reviewed.key} Hang the moon\n\n  Hung at 3 m`,
      '  1. Permit',
      '  2. Deny',
      '  1. Approve',
      '  2. Reject',
    ];
    await eventually(() => {
      for (const part of wanted) expect(said(member.email)).toContain(part);
      return Promise.resolve();
    });
    await settled();
    expect(said(member.email)).not.toContain('Their own');
    // The owner made nothing that waits for a review, and everybody may decide a proposal.
    expect(said(given.owner.email)).toContain('Repaint?');
    expect(said(given.owner.email)).not.toMatch(/moon|Late|curtain/);
    // A new reviewer gets the mail that the first one got, who is not told again.
    const mailsOfMember = mailsTo(member.email).length;
    await member.api.ok('updateAction', {
      path: { id: reviewed.id },
      body: { reviewer_actor_id: given.owner.owner.id },
    });
    await eventually(() =>
      Promise.resolve(
        expect(said(given.owner.email)).toContain(
          `This is done and waits for a review:\n\n  ${reviewed.key} Hang the moon\n\n  Hung at 3 m`,
        ),
      ),
    );
    await settled();
    expect(mailsTo(member.email)).toHaveLength(mailsOfMember);
    const stalledAt = new Date(Date.now() - 2 * DAY).toISOString();
    await change('actions', { last_activity_at: stalledAt }, { id: overdue.id });
    const reached = { reached_at: new Date(Date.now() - 3 * DAY).toISOString(), reached_id: '~' };
    const search = { ...reached, due_at: past(), window_seconds: app.config.stalledSeconds };
    await change('timers', search, { kind: 'action.stalled' });
    await runTimers({ database: database(), config: app.config, log: pino({ enabled: false }) });
    await eventually(() => {
      const headline = `${agent.name} has stopped working on this:\n\n  ${overdue.key} Late`;
      return Promise.resolve(expect(said(member.email)).toContain(headline));
    });
    const subjects = mailsTo(member.email).map(({ headers }) => headers.get('subject'));
    expect(subjects).toContain(`Stalled: ${overdue.key} Late`);
  });

  test('one mail gathers what comes, without what has been decided or left meanwhile', async () => {
    await start({ gather: 60_000 });
    const [first, second] = [await ask('One?'), await ask('Two?')];
    await given.worker.ok('createProposal', {
      body: { operation: 'createProject', title: 'Repaint?', payload: { title: 'R' } },
    });
    await eventually(async () => {
      const bodies = (await rows()).map(({ body }) => JSON.parse(body).items.length);
      expect(bodies.toSorted((one: number, other: number) => one - other)).toEqual([1, 3]);
    });
    await given.person.ok('respondQuestion', {
      path: { id: first.id },
      body: { response: 'Yes' },
    });
    await given.person.ok('deactivateUser', { path: { id: member.id } });
    expect(server.attempts).toEqual([]);
    await change('webhook_deliveries', { due_at: past() });
    await settled();
    expect(server.received).toHaveLength(1);
    const [mail] = mailsTo(given.owner.email);
    expect(mail?.headers.get('subject')).toMatch(/^2 things wait for you in /);
    expect(mail?.headers.has('references')).toBe(false);
    expect(mail?.parts[0]).toContain('Two?');
    expect(mail?.parts[0]).not.toContain('One?');
    await given.person.ok('respondQuestion', {
      path: { id: second.id },
      body: { response: 'Yes' },
    });
  });

  test('nothing is mailed of what became somebody else’s while a mail gathered', async () => {
    await start({ gather: 60_000 });
    const { person, worker, agent } = given;
    const other = await addMember();
    const ids = (title: string, body: object) =>
      member.api.ok('createAction', { body: { title, status: 'ready', ...body } });
    const reviewed = async (title: string, reviewer: string) => {
      const body = { requires_review: true, reviewer_actor_id: reviewer };
      const { id } = await ids(title, { ...body, assigned_actor_id: agent.actor_id });
      await worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
      return id;
    };
    const patch = (id: string, body: object) => person.ok('updateAction', { path: { id }, body });
    const moved = await reviewed('Moved review', member.actorId);
    const left = await reviewed('Left review', other.actorId);
    const kept = await reviewed('Kept review', member.actorId);
    const asked = await ask('Asked of hers?', { assigned_actor_id: member.actorId });
    const taken = await ask('Taken?');
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const ended = await ask('Ended?', {
      assigned_actor_id: member.actorId,
      expires_at: soon,
      on_timeout: 'dismiss',
    });
    const handed = await person.ok('createAction', {
      body: { title: 'Handed over', status: 'ready', assigned_actor_id: member.actorId },
    });
    const template = await person.ok('createAction', {
      body: { title: 'A template', is_template: true, assigned_actor_id: member.actorId },
    });
    const late = await ids('Late work', { assigned_actor_id: member.actorId });
    const paused = await person.ok('createProject', { body: { title: 'P', state: 'paused' } });
    const resting = await ids('Resting', { project_id: paused.id });
    const stalled = await ids('Stalled once', { assigned_actor_id: agent.actor_id });
    const again = await ids('Stalled, given to another', { assigned_actor_id: agent.actor_id });
    await eventually(async () => expect(await rows()).toHaveLength(3));
    // What timers add, and an earlier mail that has all of it, as of a minute ago.
    const at = new Date(Date.now() - 60_000).toISOString();
    await change('actions', { due_at: at }, { id: late.id });
    await change('actions', { due_at: at }, { id: resting.id });
    await change('actions', { last_activity_at: at, assigned_at: at }, { id: stalled.id });
    await change('actions', { last_activity_at: at }, { id: again.id });
    const parts = [
      ...[moved, left, kept].map((id) => ({ kind: 'review', id, at })),
      ...[asked, taken, ended].map(({ id }) => ({ kind: 'question', id, at })),
      ...[handed, template].map(({ id }) => ({ kind: 'assigned', id, at })),
      ...[late, resting].map(({ id }) => ({ kind: 'overdue', id, at })),
      ...[stalled, again].map(({ id }) => ({ kind: 'stalled', id, at })),
    ];
    const body = JSON.stringify({ items: parts });
    await change('webhook_deliveries', { body });
    await patch(moved, { reviewer_actor_id: other.actorId });
    await patch(late.id, { assigned_actor_id: other.actorId });
    await patch(handed.id, { assigned_actor_id: other.actorId });
    await other.api.ok('takeQuestion', { path: { id: taken.id } });
    await change('agent_requests', { expires_at: past() }, { id: ended.id });
    await eventually(async () => {
      const all = await rows();
      expect(all.map((row) => row.body).join()).toContain(`"review","id":"${moved}"`);
    });
    await change('webhook_deliveries', { due_at: past() });
    await settled();
    const titles = [
      'Moved review',
      'Left review',
      'Kept review',
      'Asked of hers?',
      'Taken?',
      'Ended?',
      'Handed over',
      'A template',
      'Late work',
      'Resting',
      'Stalled once',
      'Stalled, given to another',
    ];
    const said = (email: string) => {
      const all = mailsTo(email).map((mail) => mail.parts[0]);
      return titles.filter((title) => all.join().includes(title));
    };
    expect(said(member.email)).toEqual(['Kept review', 'Asked of hers?', 'Stalled once']);
    expect(said(other.email)).toEqual([
      'Moved review',
      'Left review',
      'Taken?',
      'Handed over',
      'Late work',
    ]);
    expect(said(given.owner.email)).toEqual([]);
  });

  test('what gathered for people who leave reaches the others, once', async () => {
    await start({ gather: 60_000 });
    const { person, worker, agent, owner } = given;
    const viewer = await addMember();
    const viewed = await addMember();
    const assigned_actor_id = member.actorId;
    await ask('Of the deactivated?', { assigned_actor_id });
    await ask('Of the viewer?', { assigned_actor_id: viewer.actorId });
    await ask('Of the other?', { assigned_actor_id: viewed.actorId });
    await worker.ok('createProposal', {
      body: { operation: 'createProject', title: 'To all?', payload: { title: 'R' } },
    });
    const body = { title: 'Late work', status: 'ready', assigned_actor_id } as const;
    const late = await person.ok('createAction', { body });
    const reviewed = await member.api.ok('createAction', {
      body: {
        ...body,
        title: 'A review',
        requires_review: true,
        assigned_actor_id: agent.actor_id,
      },
    });
    await worker.ok('completeAction', {
      path: { id: reviewed.id },
      body: { result_summary: 'Done.' },
    });
    const itemsOf = async (id: string) => {
      const [mail] = (await rows()).filter((row) => row.recipient_user_id === id);
      return JSON.parse(mail.body).items;
    };
    await eventually(async () => expect(await itemsOf(member.id)).toHaveLength(4));
    // What the timer adds. It was due a minute ago, so the deliverer of this test leaves it out.
    const at = new Date(Date.now() - 60_000).toISOString();
    await change('actions', { due_at: at }, { id: late.id });
    const overdue = { kind: 'overdue', id: late.id, at, isSole: true };
    const items = [...(await itemsOf(member.id)), overdue];
    const mine = { recipient_user_id: member.id };
    await change('webhook_deliveries', { body: JSON.stringify({ items }) }, mine);
    // A mail that everybody has got already.
    await change('webhook_deliveries', { due_at: past() }, { recipient_user_id: viewed.id });
    await eventually(async () => expect(mailsTo(viewed.email)).toHaveLength(1));
    await person.ok('deactivateUser', { path: { id: member.id } });
    await person.ok('updateUser', { path: { id: viewer.id }, body: { role: 'viewer' } });
    await eventually(async () => expect(await itemsOf(owner.owner.userId)).toHaveLength(5));
    await change('webhook_deliveries', { due_at: past() }, { status: 'pending' });
    await settled();
    const titles = ['the deactivated?', 'the viewer?', 'the other?', 'To all?', 'Late', 'A review'];
    const said = (email: string) =>
      mailsTo(email).map(({ parts: [text] }) => titles.filter((title) => text?.includes(title)));
    const [deactivated = '', became = '', other = '', all = '', overdueOne = '', review = ''] =
      titles;
    expect(said(owner.email)).toEqual([[deactivated, became, all, overdueOne, review]]);
    expect(said(viewed.email)).toEqual([
      [other, all],
      [deactivated, became, review],
    ]);
    expect([...said(member.email), ...said(viewer.email)]).toEqual([]);
  });

  test('a refused recipient is not tried again, and greylisting is', async () => {
    server.refuse = (to) =>
      to === member.email ? 550 : server.attempts.length < 3 ? 451 : undefined;
    await start();
    await ask('Hers?');
    await ask('Theirs?', { assigned_actor_id: member.actorId });
    await eventually(async () => {
      expect((await rows()).map((row) => row.attempts)).toEqual([1, 1]);
    });
    const refused = (await rows()).find((row) => row.recipient_user_id === member.id);
    expect(refused).toMatchObject({ status: 'failed', response_status: 550, due_at: null });
    expect(refused.response_text).toContain('Not now');
    const greylisted = (await rows()).find((row) => row.recipient_user_id !== member.id);
    expect(greylisted).toMatchObject({ status: 'pending', response_status: 451 });
    server.refuse = () => undefined;
    await change('webhook_deliveries', { due_at: past() }, { status: 'pending' });
    await settled();
    expect(mailsTo(given.owner.email)).toHaveLength(1);
    expect(mailsTo(given.owner.email)[0]?.headers.get('message-id')).toContain(greylisted.id);
    expect(await database().knex('webhooks').whereNotNull('first_failed_at')).toEqual([]);
  });

  test('nothing is lost while the server is down, or when a process is killed amid a mail', async () => {
    const { port } = server;
    await start();
    await server.close();
    await ask('While it is down?');
    // An hour without the server: each attempt is made as soon as it is due.
    for (let attempts = 1, waited = 0; waited <= 3600; attempts += 1) {
      await eventually(async () => {
        expect(await rows()).toMatchObject([{ status: 'pending', attempts, error: 'connection' }]);
      });
      waited += webhookRetrySeconds[attempts - 1] ?? 3600;
      if (waited <= 3600) await change('webhook_deliveries', { due_at: past() });
    }
    expect(await rows()).toMatchObject([{ status: 'pending', attempts: 4 }]);
    await stop();
    server = await startMailServer({ port });
    server.delayMs = 60_000;
    await change('webhook_deliveries', { due_at: past() });
    const script = join(__dirname, '..', 'support', 'deliver-process.ts');
    const args = [...typescript, script, database().url, '2000', '15000', String(port)];
    const child = spawn(process.execPath, args);
    await eventually(() => Promise.resolve(expect(server.attempts).toHaveLength(1)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    server.delayMs = 0;
    await start();
    await settled();
    const ids = new Set(mailsTo(given.owner.email).map(({ headers }) => headers.get('message-id')));
    expect([...ids]).toEqual([`<${(await rows())[0]?.id}@example.com>`]);
  });

  test('a mail needs TLS of a known authority, by STARTTLS or from the beginning', async () => {
    const certificate = selfSigned('localhost');
    const authority = certificate.cert;
    for (const isSecure of [false, true]) {
      const secure = await startMailServer({ certificate, isSecure });
      await start({ mail: await mailPartsFor(secure.port, { authority, isSecure }) });
      await ask(`Over TLS, ${isSecure}?`);
      await secure.until(() => secure.received.length === 1);
      expect(secure.received[0]?.isSecure).toBe(true);
      await settled();
      await stop();
      await secure.close();
    }
    const other = selfSigned('localhost').cert;
    const unknown = await startMailServer({ certificate });
    const reasons: string[] = [];
    const onFault = (reason: string) => void reasons.push(reason);
    for (const port of [server.port, unknown.port]) {
      await transact(database(), (transaction) =>
        transaction.write((db) => db('webhook_deliveries').where(key()).delete()),
      );
      await start({ mail: await mailPartsFor(port, { authority: other, onFault }) });
      await ask('Without?');
      await eventually(async () => {
        expect(await rows()).toMatchObject([{ status: 'pending', attempts: 1, error: 'tls' }]);
      });
      await stop();
    }
    expect([...server.attempts, ...unknown.attempts]).toEqual([]);
    expect(reasons).toEqual([
      expect.stringContaining('certificate has expired'),
      expect.stringContaining('self-signed certificate'),
    ]);
    await unknown.close();
  });

  test('people choose what is mailed, also for mails that wait', async () => {
    await start({ gather: 60_000 });
    const { api } = member;
    const all = { question: 'at_once', review: 'at_once', assigned: 'at_once' };
    expect(await api.ok('getNotificationSettings')).toMatchObject({
      available: false,
      email: member.email,
      choices: all,
      digest: { frequency: 'daily', weekday: 'monday', hour: 8, time_zone: null },
    });
    await ask('Hers?', { assigned_actor_id: member.actorId });
    await eventually(async () => expect(await rows()).toHaveLength(1));
    const choices = { question: 'never', proposal: 'never' } as const;
    const changed = await api.ok('updateNotificationSettings', { body: { choices } });
    expect(changed.choices).toMatchObject({ ...all, ...choices });
    expect((await api.ok('getNotificationSettings')).choices).toEqual(changed.choices);
    await change('webhook_deliveries', { due_at: past() });
    await settled();
    await ask('Again?', { assigned_actor_id: member.actorId });
    await ask('The owner?');
    await eventually(async () => expect(await rows()).toHaveLength(2));
    expect(server.attempts).toEqual([]);
    for (const body of [{}, { choices: {} }, { digest: {} }]) {
      expect(await api.ok('updateNotificationSettings', { body })).toEqual(changed);
    }
    const wrong = { body: { digest: { time_zone: 'Europe/Nowhere' } } };
    await api.fails('updateNotificationSettings', wrong, 400, 'VALIDATION_FAILED');
    const kinds = ['question', 'review', 'proposal', 'assigned', 'overdue', 'stalled'] as const;
    for (const choice of ['digest', 'never', 'at_once'] as const) {
      const body = { choices: Object.fromEntries(kinds.map((kind) => [kind, choice])) };
      const kept = await api.ok('updateNotificationSettings', { body });
      expect(kept.choices).toEqual(body.choices);
    }
    for (const weekday of weekdays) {
      const digest = { frequency: 'weekly', weekday, hour: 23, time_zone: null } as const;
      const kept = await api.ok('updateNotificationSettings', { body: { digest } });
      expect(kept.digest).toEqual(digest);
    }
  });

  describe('the digest', () => {
    const digests = async () =>
      (await rows()).filter(({ kind, status }) => kind === 'mail.digest' && status === 'pending');
    const gathered = (count: number) =>
      eventually(async () => {
        const [digest] = await digests();
        expect(JSON.parse(digest?.body ?? '{"items":[]}').items).toHaveLength(count);
      });
    const due = () => change('webhook_deliveries', { due_at: past() }, { kind: 'mail.digest' });
    const respond = ({ id }: { readonly id: string }) =>
      given.person.ok('respondQuestion', { path: { id }, body: { response: 'Yes' } });
    const toMember = { assigned_actor_id: '' };
    beforeEach(async () => {
      toMember.assigned_actor_id = member.actorId;
      await member.api.ok('updateNotificationSettings', {
        body: {
          choices: { question: 'digest', assigned: 'digest', overdue: 'digest' },
          digest: { frequency: 'weekly', weekday: 'friday', hour: 7, time_zone: 'asia/kolkata' },
        },
      });
    });

    test('has what came and what still waits, once, whatever the number of servers', async () => {
      await start();
      await start();
      const [first, second] = [await ask('One?', toMember), await ask('Two?', toMember)];
      await ask('At once?');
      await given.person.ok('createAction', {
        body: { title: 'Sew it', status: 'ready', ...toMember },
      });
      await gathered(3);
      await server.until(() => mailsTo(given.owner.email).length === 1);
      expect(mailsTo(member.email)).toEqual([]);
      const [{ due_at: at, id }] = await digests();
      expect([new Date(at).getUTCDay(), new Date(at).toISOString().slice(11)]).toEqual([
        5,
        '01:30:00.000Z',
      ]);
      expect(new Date(at).getTime()).toBeLessThanOrEqual(Date.now() + 7 * DAY);
      await respond(first);
      await due();
      await server.until(() => mailsTo(member.email).length === 1);
      const [mail] = mailsTo(member.email);
      expect(mail?.headers.get('subject')).toMatch(/^Digest: 2 things wait for you in /);
      expect(mail?.headers.get('message-id')).toBe(`<${id}@example.com>`);
      expect(mail?.headers.has('list-unsubscribe')).toBe(true);
      expect(mail?.headers.has('references')).toBe(false);
      for (const part of mail?.parts ?? []) {
        expect(part).toMatch(/Two\?[^]*Sew it/);
        expect(part).not.toMatch(/One\?|still waits/);
      }
      // The next one repeats what still waits to be decided, after what is new.
      await gathered(1);
      const third = await ask('Three?', toMember);
      await gathered(2);
      await due();
      await server.until(() => mailsTo(member.email).length === 2);
      for (const part of mailsTo(member.email)[1]?.parts ?? []) {
        expect(part).toMatch(/Three\?[^]*This still waits[^]*Two\?/);
        expect(part).not.toContain('Sew it');
      }
      await gathered(2);
      for (const question of [second, third]) await respond(question);
      await due();
      await eventually(async () => expect(await digests()).toEqual([]));
      expect(mailsTo(member.email)).toHaveLength(2);
    });

    test('follows a new time, and a clock that was ahead does not delay it', async () => {
      await start();
      await ask('One?', toMember);
      await gathered(1);
      const { api } = member;
      const digest = { frequency: 'daily', hour: 23, time_zone: null } as const;
      await api.ok('updateNotificationSettings', { body: { digest } });
      const [row] = await digests();
      expect(new Date(row.due_at).toISOString().slice(11)).toBe('23:00:00.000Z');
      expect(new Date(row.due_at).getTime()).toBeLessThanOrEqual(Date.now() + DAY);
      await change('webhook_deliveries', { due_at: '2099-01-01T00:00:00.000Z' });
      await ask('Two?', toMember);
      await gathered(2);
      expect(await digests()).toMatchObject([{ id: row.id, due_at: row.due_at }]);
      // What waits for the digest also follows the choice.
      await api.ok('updateNotificationSettings', { body: { choices: { question: 'never' } } });
      await due();
      await eventually(async () => expect(await digests()).toEqual([]));
      expect(mailsTo(member.email)).toEqual([]);
    });

    test('is one after days without a mail server, and none is lost by a kill', async () => {
      const { port } = server;
      const soon = new Date(Date.now() + 120_000).toISOString();
      await server.close();
      await start();
      await ask('Monday?', toMember);
      await gathered(1);
      await due();
      await eventually(async () => expect(await digests()).toMatchObject([{ attempts: 1 }]));
      await ask('Tuesday?', toMember);
      await eventually(async () => expect(await digests()).toHaveLength(2));
      // The second one is due before the next attempt of the first.
      const [first, second] = await digests();
      await change('webhook_deliveries', { due_at: soon }, { id: second.id });
      await change('webhook_deliveries', { due_at: past() }, { id: first.id });
      await eventually(async () => {
        const waiting = (await rows()).filter(({ kind }) => kind === 'mail.digest');
        expect(new Set(waiting.map(({ status }) => status))).toEqual(
          new Set(['failed', 'pending']),
        );
      });
      await stop();
      server = await startMailServer({ port });
      server.delayMs = 60_000;
      await due();
      const script = join(__dirname, '..', 'support', 'deliver-process.ts');
      const args = [...typescript, script, database().url, '2000', '15000', String(port)];
      const child = spawn(process.execPath, args);
      await eventually(() => Promise.resolve(expect(server.attempts).toHaveLength(1)));
      child.kill('SIGKILL');
      await once(child, 'exit');
      server.delayMs = 0;
      await start();
      await server.until(() => server.received.length > 0);
      const [digest] = mailsTo(member.email);
      expect(digest?.parts[0]).toMatch(/Monday\?[^]*Tuesday\?/);
      await gathered(2);
      const ids = new Set(mailsTo(member.email).map(({ headers }) => headers.get('message-id')));
      expect(ids.size).toBe(1);
    });
  });

  test('a mail ends all mails by a POST, which needs no session', async () => {
    await start();
    await ask('Hers?', { assigned_actor_id: member.actorId });
    await server.until(() => server.received.length > 0);
    const link = server.received[0]?.headers.get('list-unsubscribe')?.slice(1, -1) ?? '';
    const url = link.replace('https://calls.example.com', app.url);
    const page = await fetch(url);
    const htmlType = 'text/html; charset=utf-8';
    const formType = 'application/x-www-form-urlencoded';
    expect([page.status, page.headers.get('content-type')]).toEqual([200, htmlType]);
    expect(await page.text()).toMatch(/<form method="post">[^]*List-Unsubscribe[^]*<button/);
    expect((await member.api.ok('getNotificationSettings')).choices.question).toBe('at_once');
    const click = { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') };
    for (const wrong of [url.replace(member.id, given.owner.owner.userId), `${url}0`, 'x']) {
      const address = wrong === 'x' ? `${app.url}/v1/unsubscribe` : wrong;
      expect((await fetch(address, click)).status).toBe(404);
      expect((await fetch(address)).status).toBe(404);
      for (const method of ['GET', 'POST']) {
        const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
        const body = method === 'POST' ? click.body.toString() : '';
        const refused = await exchange(app, method, address.slice(app.url.length), {
          headers: { ...headers, ...(body !== '' && { 'Content-Type': formType }) },
          body,
        });
        expect([refused.status, refused.headers['content-type']]).toEqual([404, htmlType]);
        expect(refused.headers).toMatchObject({ 'x-frame-options': 'DENY' });
        expect(refused.text).toContain('<h1>This link is not valid</h1>');
      }
    }
    expect((await fetch(url, click)).status).toBe(200);
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
    const { choices } = await member.api.ok('getNotificationSettings');
    expect(new Set(Object.values(choices))).toEqual(new Set(['never']));
    const owner = await given.person.ok('getNotificationSettings');
    expect(owner.choices.question).toBe('at_once');
    expect(app.logs.join('')).not.toContain(url.slice(-64));
  });

  test('invitations and password resets are mailed, and their secrets are removed', async () => {
    const from = { name: 'Callboard', address: 'callboard@example.com' };
    const mail = { host: '127.0.0.1', port: 1, isSecure: false, mayBePlain: true, from };
    const mailing = await startApp(database(), {
      mail: { ...mail, auth: undefined },
      publicUrl: 'https://calls.example.com',
      secretKeys: testKeys,
    });
    const person = client(mailing, { cookie: given.owner.cookie });
    const email = `new-${randomBytes(6).toString('hex')}@example.com`;
    const body = { email, role: 'member', name: 'New' } as const;
    const invited = await person.ok('createInvitation', { body });
    // As earlier versions stored names.
    await database()
      .knex('actors')
      .where({ id: member.actorId })
      .update({ name: 'New\r\nBcc: all@example.com' });
    const reset = await person.ok('createPasswordReset', { path: { id: member.id } });
    const tokens = [invited.token ?? '', reset.token ?? ''];
    const stored = JSON.stringify(await rows());
    for (const token of tokens) expect(stored).not.toContain(token);
    const parts = await mailPartsFor(server.port);
    await start({ mail: { ...parts, keys: testKeys }, keys: testKeys });
    await server.until(() => server.received.length >= 2);
    const base = 'https://calls.example.com/app';
    expect(mailsTo(email)[0]?.parts[0]).toContain(`${base}/invitation#${tokens[0]}`);
    expect(mailsTo(member.email)[0]?.parts[0]).toContain(`${base}/reset#${tokens[1]}`);
    const { workspace } = await person.ok('getMe');
    const named = `works together in ${workspace.name} on Callboard`;
    expect(mailsTo(email)[0]?.parts[0]).toContain(named.replace('works', 'to work'));
    expect(mailsTo(email)[0]?.headers.get('subject')).toContain(workspace.name);
    expect(mailsTo(email)[0]?.headers.has('list-unsubscribe')).toBe(false);
    await settled();
    expect(await rows()).toMatchObject([{ body: '{}' }, { body: '{}' }]);
    // Links that no longer work by the time of the mail are not sent.
    await stop();
    const again = { email: `again-${email}`, role: 'member' } as const;
    const { invitation } = await person.ok('createInvitation', { body: again });
    await person.ok('revokeInvitation', { path: { id: invitation.id } });
    await person.ok('createPasswordReset', { path: { id: member.id } });
    await person.ok('deactivateUser', { path: { id: member.id } });
    const sent = server.attempts.length;
    await start({ mail: { ...parts, keys: testKeys }, keys: testKeys });
    await settled();
    expect(server.attempts).toHaveLength(sent);
    await mailing.close();
  });
});

describe('The time of a digest', () => {
  const daily: DigestSchedule = { frequency: 'daily', weekday: 'monday', hour: 8, time_zone: null };
  const weekly = { ...daily, frequency: 'weekly', weekday: 'sunday' } as const;
  test.each<[string, DigestSchedule, string, string]>([
    // The clocks of Berlin go forward on 29 March 2026 at 2:00, and back on 25 October at 3:00.
    ['2026-03-27T07:00:00.000Z', daily, 'Europe/Berlin', '2026-03-28T07:00:00.000Z'],
    ['2026-03-28T07:00:00.000Z', daily, 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
    ['2026-10-24T06:00:00.000Z', daily, 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
    [
      '2026-03-28T12:00:00.000Z',
      { ...daily, hour: 2 },
      'Europe/Berlin',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      '2026-10-24T12:00:00.000Z',
      { ...daily, hour: 2 },
      'Europe/Berlin',
      '2026-10-25T00:00:00.000Z',
    ],
    [
      '2026-10-25T00:00:00.000Z',
      { ...daily, hour: 2 },
      'Europe/Berlin',
      '2026-10-26T01:00:00.000Z',
    ],
    ['2026-03-22T07:00:00.000Z', weekly, 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
    ['2026-03-22T06:59:59.999Z', weekly, 'Europe/Berlin', '2026-03-22T07:00:00.000Z'],
    [
      '2026-11-28T12:00:00.000Z',
      { ...weekly, hour: 0 },
      'Pacific/Auckland',
      '2026-12-05T11:00:00.000Z',
    ],
    [
      '2026-11-28T12:00:00.000Z',
      { ...daily, time_zone: 'No/Where' },
      'Asia/Kolkata',
      '2026-11-29T02:30:00.000Z',
    ],
  ])('after %s', async (now, schedule, zone, next) => {
    expect(await nextDigestAt(now, schedule, zone)).toBe(next);
  });
});
