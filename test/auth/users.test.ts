import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join as joinPath } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { DAY, SECOND, addMilliseconds } from '../../src/platform/time';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { auditKinds } from '../../src/shared/audit-store';
import { runErasures } from '../../src/features/users';
import { unpack } from '../../src/platform/db/packed-text';
import type { EventKind } from '../../src/shared/events';
import { hashSecret } from '../../src/shared/tokens';
import { startApp, type TestApp } from '../../scripts/servers/app';
import {
  client,
  type ApiClient,
  credentialHeaders,
  type CredentialShown,
} from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { typescript } from '../support/program';
import { exchange, problemOf } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { operationFacts } from '../../generated/handlers';
import type { components, operations } from '../../generated/types';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';

const password = 'correct horse battery staple';

// A new operation about people, credentials, agents or settings fails until it has a line here.
const auditedBy: Readonly<Record<string, readonly EventKind[]>> = {
  acceptInvitation: ['invitation.accepted', 'session.created'],
  changeEmail: ['user.email_changed'],
  changePassword: ['user.password_changed'],
  createAgent: ['agent.created'],
  createAgentWebhookSecret: ['webhook.created', 'webhook.secret_rotated'],
  createInvitation: ['invitation.created'],
  createPasswordReset: ['user.password_reset_created'],
  createSession: ['session.created', 'user.sign_in_failed'],
  createToken: ['token.created'],
  createWebhook: ['webhook.created'],
  deactivateUser: ['user.deactivated', 'token.revoked', 'oauth_grant.revoked'],
  decideAuthorization: ['oauth_grant.created', 'agent.created'],
  deleteOtherSession: ['session.deleted'],
  deleteSession: ['session.deleted'],
  deleteSessions: ['session.deleted'],
  deleteUserSessions: ['session.deleted'],
  deleteWebhook: ['webhook.deleted'],
  eraseUser: ['user.erased'],
  finishOidc: ['user.joined', 'user.linked', 'session.created'],
  pauseAgent: ['agent.paused'],
  reactivateUser: ['user.reactivated'],
  receiveOidcLogout: ['session.deleted'],
  removeOidcLink: ['user.unlinked'],
  replayWebhook: ['webhook.replayed'],
  resetPassword: ['user.password_reset'],
  resumeAgent: ['agent.resumed'],
  revokeAgent: ['agent.revoked', 'token.revoked', 'oauth_grant.revoked'],
  revokeInvitation: ['invitation.revoked'],
  revokeOauthGrant: ['oauth_grant.revoked'],
  revokeOauthToken: ['oauth_grant.revoked'],
  revokeToken: ['token.revoked'],
  rotateToken: ['token.rotated', 'token.created'],
  rotateWebhookSecret: ['webhook.secret_rotated'],
  updateAgent: ['agent.updated'],
  updateMe: ['user.updated'],
  updateUser: ['user.updated', 'token.revoked'],
  updateWebhook: ['webhook.updated', 'webhook.disabled', 'webhook.enabled'],
  updateWorkspace: ['workspace.updated'],
  useSignInLink: ['session.created'],
  // These give nobody a right that the entry of the grant, or of the webhook, does not have.
  createAccessToken: [],
  registerOauthClient: [],
  startOidc: [],
  replayWebhookDelivery: [],
  testWebhook: [],
};

test('every operation on people, credentials, agents and settings is in the audit', () => {
  const tags = ['agents', 'audit', 'auth', 'oauth', 'oidc', 'users', 'webhooks', 'workspace'];
  const writes = Object.entries(operationFacts).flatMap(([id, { tag, method }]) =>
    tags.includes(tag) && (method !== 'get' || id === 'finishOidc') ? [id] : [],
  );
  expect(writes.toSorted()).toEqual(Object.keys(auditedBy).toSorted());
  const kinds = Object.values(auditedBy).flat();
  const others: EventKind[] = [
    'user.sign_in_link_created',
    'workspace.created',
    'workspace.exported',
    'workspace.imported',
  ];
  expect([...new Set([...kinds, ...others])].toSorted()).toEqual(
    Object.keys(auditKinds).toSorted(),
  );
});

describeOnEachDatabase('People', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    owner = given.person;
    await database().knex('sign_in_attempts').delete();
  });

  const anAddress = (): string => `guest-${randomBytes(6).toString('hex')}@example.com`;
  const key = () => ({ workspace_id: given.workspaceId });
  const eventKinds = async (): Promise<string[]> =>
    (await database().knex('events').where(key()).orderBy('position')).map(({ kind }) =>
      String(kind),
    );

  const invite = async (email: string, role: Schemas['Role'] = 'member') => {
    const { invitation, token } = await owner.ok('createInvitation', { body: { email, role } });
    if (token === undefined) throw new Error('createInvitation returned no token.');
    return { invitation, token };
  };

  /** A person who has accepted an invitation, with their client. */
  async function join(role: Schemas['Role'] = 'member', name = 'Bo') {
    const email = anAddress();
    const { token } = await invite(email, role);
    const { body, headers, status } = await client(app).send('acceptInvitation', {
      body: { token, password, name },
    });
    expect(status).toBe(201);
    const { user } = await sessionOf(cookieOf(headers));
    expect(body).toMatchObject({ user: { id: user.id } });
    return { email, user, cookie: cookieOf(headers), api: sessionClient(cookieOf(headers)) };
  }
  const sessionClient = (cookie: string): ApiClient => client(app, { cookie });
  const sessionOf = (cookie: string) => sessionClient(cookie).ok('getSession');

  describe('downloadAudit', () => {
    const download = async (path = '/v1/audit.csv', cookie = given.owner.cookie) =>
      exchange(app, 'GET', path, { headers: credentialHeaders({ cookie }) });
    const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1);

    test('sends what the list has, as CSV that no spreadsheet runs', async () => {
      await invite(anAddress());
      for (const name of ['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(1)', 'Plain']) {
        await owner.ok('createAgent', { body: { name } });
      }
      const { status, headers, text } = await download();
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"');
      const [names, ...lines] = linesOf(text);
      expect(names).toMatch(/^"created_at","kind","actor_id",/);
      const { items } = await owner.ok('listAuditEntries', { query: { limit: 200 } });
      expect(lines.map((line) => line.slice(1, 25))).toEqual(items.map((item) => item.created_at));
      expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
      for (const name of ["'+1", "'-1", "'@SUM(1)", 'Plain']) expect(text).toContain(`,"${name}",`);
      expect(text).not.toMatch(/(?:^|,)"[=+\-@\t\r]/m);
      const some = await download('/v1/audit.csv?kind=invitation.created');
      expect(linesOf(some.text)).toHaveLength(2);
      const none = await download('/v1/audit.csv?until=2020-01-01T00:00:00Z');
      expect(linesOf(none.text)).toEqual([names]);
    });

    test('has the newest 10,000 entries of the workspace, for owners only', async () => {
      const member = await join();
      expect((await download(undefined, member.cookie)).status).toBe(403);
      const [entry] = await database().knex('audit_entries').where(key()).limit(1);
      const many = Array.from({ length: 10_000 }, (_, index) => ({
        ...entry,
        id: `aud_${String(index).padStart(5, '0')}`,
        created_at: '2020-01-01T00:00:00.000Z',
      }));
      await database().knex.batchInsert('audit_entries', many, 500);
      const lines = linesOf((await download()).text);
      expect(lines).toHaveLength(10_001);
      expect(lines[1]).not.toContain('2020-01-01');
      // The purge of another test would have to delete them first.
      await database()
        .knex('audit_entries')
        .where({ ...key(), created_at: '2020-01-01T00:00:00.000Z' })
        .delete();
    });
  });

  describe('listAuditEntries', () => {
    type Query = operations['listAuditEntries']['parameters']['query'];
    const audit = async (query: Query = {}) =>
      (await owner.ok('listAuditEntries', { query })).items;
    const latest = async (kind: EventKind) => (await audit({ kind: [kind], limit: 1 }))[0];

    test('has who changed a role, from where, and what it was before', async () => {
      const bo = await join('member', 'Bo');
      await owner.ok('updateUser', { path: { id: bo.user.id }, body: { role: 'owner' } });
      const entry = await latest('user.updated');
      expect(entry).toEqual({
        id: expect.stringMatching(/^aud_/),
        workspace_id: given.workspaceId,
        kind: 'user.updated',
        actor: { id: given.owner.owner.id, kind: 'user', name: expect.any(String) },
        subject: { type: 'user', id: bo.user.id, title: 'Bo' },
        address: '127.0.0.1',
        old: { role: 'member' },
        new: { role: 'owner' },
        count: 1,
        created_at: expect.any(String),
      });
      const own = await audit({ actor_id: bo.user.actor_id });
      expect(own.map(({ kind }) => kind).toSorted()).toEqual([
        'invitation.accepted',
        'session.created',
      ]);
      const at = entry?.created_at ?? '';
      expect(await audit({ since: at })).toContainEqual(entry);
      expect(await audit({ until: at })).not.toContainEqual(entry);
      expect(await audit({ since: at.replace('Z', '+00:00'), kind: ['token.created'] })).toEqual(
        [],
      );
    });

    test('has each kind', async () => {
      const of = ({ id }: { readonly id: string }) => ({ path: { id } });
      const agent = await owner.ok('createAgent', { body: { name: 'Each' } });
      await owner.ok('updateAgent', { ...of(agent), body: { requires_proposals: true } });
      const token = await owner.ok('createToken', { ...of(agent), body: { name: 'laptop' } });
      await owner.ok('revokeToken', of(await owner.ok('rotateToken', { ...of(token), body: {} })));
      for (const verb of ['pauseAgent', 'resumeAgent', 'revokeAgent'] as const) {
        await owner.ok(verb, of(agent));
      }
      await owner.ok('revokeInvitation', of((await invite(anAddress())).invitation));
      const { user, api, email } = await join();
      await client(app).send('createSession', { body: { email, password: 'wrong horse' } });
      const next = anAddress();
      await api.ok('changeEmail', { body: { current_password: password, email: next } });
      const passwords = { current_password: password, new_password: 'a new horse and battery' };
      await api.ok('changePassword', { body: passwords });
      const { token: reset = '' } = await owner.ok('createPasswordReset', of(user));
      await client(app).ok('resetPassword', { body: { token: reset, password } });
      const { headers } = await client(app).send('createSession', {
        body: { email: next, password },
      });
      await sessionClient(cookieOf(headers)).ok('deleteSession');
      await owner.ok('updateUser', { ...of(user), body: { role: 'owner' } });
      for (const verb of ['deactivateUser', 'reactivateUser', 'deactivateUser'] as const) {
        await owner.ok(verb, of(user));
      }
      await owner.ok('eraseUser', of(user));
      const url = 'https://receiver.example.com/';
      const webhook = await owner.ok('createWebhook', { body: { url } });
      await owner.ok('updateWebhook', { ...of(webhook), body: { description: 'For the archive' } });
      await owner.ok('updateWebhook', { ...of(webhook), body: { state: 'disabled' } });
      await owner.ok('updateWebhook', {
        ...of(webhook),
        body: { state: 'enabled', resume_from: 'now' },
      });
      const after = Buffer.from('1').toString('base64url');
      await owner.ok('replayWebhook', { ...of(webhook), body: { after } });
      await owner.ok('rotateWebhookSecret', of(webhook));
      await owner.ok('deleteWebhook', of(webhook));
      await owner.ok('updateWorkspace', { body: { time_zone: 'Europe/Madrid' } });
      // OAuth, the provider, and the command line have tests of their own, which list them.
      const elsewhere = [
        'oauth_grant.created',
        'oauth_grant.revoked',
        'user.joined',
        'user.linked',
        'user.sign_in_link_created',
        'user.unlinked',
        'workspace.exported',
        'workspace.imported',
      ];
      const seen = new Set((await audit({ limit: 200 })).map(({ kind }) => String(kind)));
      expect([...seen, ...elsewhere].toSorted()).toEqual(Object.keys(auditKinds).toSorted());
    });

    test('is for owners of the workspace only', async () => {
      const member = await join();
      await member.api.fails('listAuditEntries', {}, 403, 'FORBIDDEN');
      await given.worker.fails('listAuditEntries', {}, 403, 'WRONG_ACTOR');
      const other = await aWorkspace(app, database());
      const { items } = await other.person.ok('listAuditEntries', { query: { limit: 200 } });
      expect(new Set(items.map(({ workspace_id }) => workspace_id))).toEqual(
        new Set([other.workspaceId]),
      );
    });

    test('refuses an actor_id that is no id of an actor', async () => {
      for (const [id, operation] of [
        ['nobody', 'listAuditEntries'],
        ['act_1', 'listAuditEntries'],
        ['nobody', 'downloadAudit'],
      ] as const) {
        const query = { actor_id: id };
        const { issues } = await owner.fails(operation, { query }, 400, 'VALIDATION_FAILED');
        expect(issues[0]?.path).toBe('query/actor_id');
      }
      const own = await audit({ actor_id: 'me', limit: 1 });
      expect(own[0]?.actor.id).toBe(given.owner.owner.id);
    });

    test('has no secret of any change of a credential', async () => {
      const agent = await owner.ok('createAgent', {
        body: { name: 'Scribe', webhook_url: 'https://chat.example.com/hooks/s3cr3t' },
      });
      const { id } = agent;
      await owner.ok('updateAgent', { path: { id }, body: { requires_proposals: true } });
      const token = await owner.ok('createToken', { path: { id }, body: { name: 'laptop' } });
      const rotated = await owner.ok('rotateToken', { path: { id: token.id }, body: {} });
      await owner.ok('revokeToken', { path: { id: rotated.id } });
      const webhook = await owner.ok('createWebhook', {
        body: { url: 'https://chat.example.com/hooks/s3cr3t', kinds: ['question.asked'] },
      });
      const url = 'https://other.example.com/hooks/s3cr3t';
      await owner.ok('updateWebhook', { path: { id: webhook.id }, body: { url } });
      const renewed = await owner.ok('rotateWebhookSecret', { path: { id: webhook.id } });
      const { token: invited } = await invite(anAddress());
      const bo = await join();
      const reset = await owner.ok('createPasswordReset', { path: { id: bo.user.id } });
      await bo.api.ok('changePassword', {
        body: { current_password: password, new_password: 'a new horse and battery' },
      });
      const items = await audit({ limit: 200 });
      const changes = items.map(({ kind, old, new: values }) => ({ kind, old, values }));
      const origin = 'https://chat.example.com';
      expect(changes).toContainEqual({
        kind: 'agent.created',
        old: null,
        values: expect.objectContaining({ access_mode: 'worker', webhook_url: origin }),
      });
      expect(changes).toContainEqual({
        kind: 'agent.updated',
        old: { requires_proposals: false },
        values: { requires_proposals: true },
      });
      expect(changes).toContainEqual({
        kind: 'token.created',
        old: null,
        values: { agent_id: id, scopes: ['read', 'write'], expires_at: null },
      });
      expect(changes).toContainEqual({
        kind: 'webhook.updated',
        old: { url: origin },
        values: { url: 'https://other.example.com' },
      });
      const stored = JSON.stringify(await database().knex('audit_entries').where(key()));
      for (const secret of [
        's3cr3t',
        token.token,
        rotated.token,
        webhook.secret,
        renewed.secret,
        invited,
        reset.token,
        password,
        'a new horse and battery',
      ]) {
        expect(stored).not.toContain(secret);
      }
    });

    test('counts failed sign-ins by account, address and hour, also two at once', async () => {
      const bo = await join();
      const wrong = { email: bo.email, password: 'wrong horse' };
      const failing = () => client(app).send('createSession', { body: wrong });
      await Promise.all([failing(), failing()]);
      const [first, ...others] = await audit({ kind: ['user.sign_in_failed'] });
      expect(others).toEqual([]);
      expect(first).toMatchObject({
        actor: { kind: 'system' },
        subject: { id: bo.user.id },
        address: '127.0.0.1',
        count: 2,
      });
      for (let times = 0; times < 20; times += 1) await failing();
      expect(await audit({ kind: ['user.sign_in_failed'] })).toHaveLength(1);
      const hour = { hour_began_at: '2020-01-01T00:00:00.000Z' };
      await database()
        .knex('audit_entries')
        .where({ ...key(), id: first?.id })
        .update(hour);
      await database().knex('sign_in_attempts').delete();
      await failing();
      const later = await audit({ kind: ['user.sign_in_failed'] });
      expect(later.map(({ count }) => count)).toEqual([1, 5]);
      const unknown = { email: anAddress(), password: 'wrong horse' };
      await client(app).fails('createSession', { body: unknown }, 401, 'UNAUTHENTICATED');
      expect(await audit({ kind: ['user.sign_in_failed'] })).toHaveLength(2);
    });

    test('has no address where the log has none, and no entry of what is rolled back', async () => {
      const silent = await startApp(database(), { logAddresses: false });
      try {
        const { email } = await join();
        await client(silent).ok('createSession', { body: { email, password } });
        expect(await latest('session.created')).toMatchObject({ address: null });
      } finally {
        await silent.close();
      }
      const before = await audit({ kind: ['user.updated'] });
      const body = { role: 'member' as const };
      const path = { id: given.owner.owner.userId };
      await owner.fails('updateUser', { path, body }, 409, 'LAST_OWNER');
      expect(await audit({ kind: ['user.updated'] })).toEqual(before);
    });

    test('is purged after AUDIT_DAYS', async () => {
      await owner.ok('updateWorkspace', { body: { name: 'Renamed' } });
      const old = addMilliseconds(new Date().toISOString(), -30 * DAY);
      const { knex } = database();
      await knex('audit_entries').where(key()).whereNot('kind', 'workspace.updated').update({
        created_at: old,
      });
      expect((await audit()).length).toBeGreaterThan(1);
      await knex('purge_cutoffs').where({ name: 'audit_entries' }).delete();
      const log = pino({ level: 'silent' });
      const config = { eventDays: 90, auditDays: 7 };
      for (let day = 0; day < 24; day += 1) {
        await knex('purge_cutoffs').where({ name: 'audit_entries' }).update({ moved_at: old });
        await runHousekeeping({ database: database(), config, log });
      }
      expect((await audit()).map(({ kind }) => kind)).toEqual(['workspace.updated']);
    });
  });

  describe('listUsers', () => {
    test('lists all people by name, filtered and paged', async () => {
      const bo = await join('member', 'Bo');
      const al = await join('owner', 'Al');
      await owner.ok('deactivateUser', { path: { id: bo.user.id } });
      const list = await owner.ok('listUsers');
      expect(list).toMatchObject({ total: 3, sort: 'name', filters: {}, hidden_count: 0 });
      expect(list.items.map(({ name }) => name).slice(0, 2)).toEqual(['Al', 'Bo']);
      expect(list.items[0]).toEqual(al.user);
      const ids = async (query: object) =>
        (await owner.ok('listUsers', { query })).items.map(({ id }) => id);
      expect(await ids({ state: 'deactivated' })).toEqual([bo.user.id]);
      expect(await ids({ role: 'owner', sort: '-created_at' })).toEqual([
        al.user.id,
        given.owner.owner.userId,
      ]);
      expect(await ids({ state: 'active', limit: 1, offset: 1 })).toEqual([
        given.owner.owner.userId,
      ]);
      expect(await ids({ q: 'BO' })).toEqual([bo.user.id]);
      expect(await ids({ q: 'bo nobody' })).toEqual([]);
      expect(await ids({ q: '%' })).toEqual([]);
      expect((await al.api.ok('listUsers')).total).toBe(3);
      await owner.fails('listUsers', { query: { role: 'guest' } }, 400, 'VALIDATION_FAILED');
    });

    test('shows people to agents without their addresses', async () => {
      const bo = await join('member', 'Bo');
      const gone = await join('member', 'Gone');
      await owner.ok('deactivateUser', { path: { id: gone.user.id } });
      const other = await aWorkspace(app, database());
      const query = { sort: '-name', state: 'active' } as const;
      const list = await given.worker.ok('listUsers', { query });
      expect(list).toMatchObject({ total: 2, filters: { state: 'active' }, hidden_count: 0 });
      const seen = (await owner.ok('listUsers', { query })).items;
      expect(seen.map(({ email }) => email)).toContain(bo.email);
      expect(list.items).toEqual(seen.map((user) => ({ ...user, email: null })));
      expect((await other.worker.ok('listUsers')).total).toBe(1);
      const path = { id: bo.user.id };
      expect(await given.worker.ok('getUser', { path })).toEqual({ ...bo.user, email: null });
      const { user: own } = await given.worker.ok('getMe');
      expect(own).toBeNull();
      const question = await given.worker.ok('createQuestion', {
        body: { question: '?', on_answer: 'x', assigned_actor_id: bo.user.actor_id },
      });
      expect(question.assigned_actor_id).toBe(bo.user.actor_id);
    });
  });

  describe('getUser', () => {
    test('reads a person, with an entity tag and without the password', async () => {
      const { user, api } = await join();
      const { body, headers } = await api.call('getUser', { path: { id: user.id } });
      expect(body).toEqual(user);
      expect(JSON.stringify(body)).not.toContain('scrypt');
      const etag = headers['etag'] ?? '';
      const again = { path: { id: user.id }, header: { 'If-None-Match': etag } };
      expect((await api.call('getUser', again)).status).toBe(304);
      await owner.fails('getUser', { path: { id: 'usr_none' } }, 404, 'NOT_FOUND');
    });
  });

  describe('updateUser', () => {
    test('lets people change their own name, which all records then show', async () => {
      const { user, api } = await join();
      const action = await api.ok('createAction', { body: { title: 'x' } });
      const after = await api.ok('updateUser', { path: { id: user.id }, body: { name: 'Bob' } });
      expect(after).toMatchObject({ name: 'Bob', role: 'member', version: 2 });
      const { created_by_actor_name: author } = await owner.ok('getAction', {
        path: { id: action.id },
      });
      expect(author).toBe('Bob');
      expect((await eventKinds()).at(-1)).toBe('user.updated');
      const same = await api.ok('updateUser', { path: { id: user.id }, body: { name: 'Bob' } });
      expect(same).toEqual(after);
    });

    test('lets owners change roles', async () => {
      const { user, api } = await join();
      await api.fails('listInvitations', {}, 403, 'FORBIDDEN');
      await owner.ok('updateUser', { path: { id: user.id }, body: { role: 'owner' } });
      await api.ok('listInvitations');
      const own = { path: { id: given.owner.owner.userId }, body: { role: 'member' } } as const;
      expect(await owner.ok('updateUser', own)).toMatchObject({ role: 'member' });
      await owner.fails('listInvitations', {}, 403, 'FORBIDDEN');
    });

    test('refuses roles from members, names of other people, and stale versions', async () => {
      const { user, api } = await join();
      const path = { id: user.id };
      const before = await eventKinds();
      await api.fails('updateUser', { path, body: { role: 'owner' } }, 403, 'FORBIDDEN');
      await owner.fails('updateUser', { path, body: { name: 'x' } }, 403, 'FORBIDDEN');
      const stale = { path, body: { role: 'owner' }, header: { 'If-Match': '"7"' } };
      const { details } = await owner.fails('updateUser', stale, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 1 });
      expect(await owner.ok('getUser', { path })).toEqual(user);
      expect(await eventKinds()).toEqual(before);
    });

    test('refuses to demote the last active owner', async () => {
      const path = { id: given.owner.owner.userId };
      const body = { role: 'member' };
      await owner.fails('updateUser', { path, body }, 409, 'LAST_OWNER');
      const second = await join('owner');
      await owner.ok('deactivateUser', { path: { id: second.user.id } });
      await owner.fails('updateUser', { path, body }, 409, 'LAST_OWNER');
    });
  });

  describe('deactivateUser', () => {
    test('revokes the sessions at once and prevents sign-in', async () => {
      const { user, api, email } = await join();
      const after = await owner.ok('deactivateUser', { path: { id: user.id } });
      expect(after).toMatchObject({ state: 'deactivated', version: 2 });
      expect(after.deactivated_at).not.toBeNull();
      await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await client(app).fails(
        'createSession',
        { body: { email, password } },
        401,
        'UNAUTHENTICATED',
      );
      expect(await owner.ok('deactivateUser', { path: { id: user.id } })).toEqual(after);
      expect((await eventKinds()).filter((kind) => kind === 'user.deactivated')).toHaveLength(1);
    });

    test('is for owners, honours If-Match, and is idempotent', async () => {
      const { user, api } = await join();
      const path = { id: user.id };
      await api.fails('deactivateUser', { path }, 403, 'FORBIDDEN');
      const header = { 'If-Match': '"2"' };
      await owner.fails('deactivateUser', { path, header }, 412, 'STALE_VERSION');
      const body = { client_request_id: 'deactivate' };
      const first = await owner.call('deactivateUser', { path, body });
      const again = await owner.call('deactivateUser', { path, body });
      expect([first.status, again.body]).toEqual([200, first.body]);
      expect(again.headers['idempotent-replayed']).toBe('true');
      await owner.fails('deactivateUser', { path: { id: 'usr_none' } }, 404, 'NOT_FOUND');
    });

    test('does not unassign their work, refuses new work, and assigns new questions to an owner', async () => {
      const { user, api } = await join();
      const body = { title: 'Hang the lights', assigned_actor_id: user.actor_id };
      const theirs = await api.ok('createAction', { body });
      const project = await api.ok('createProject', { body: { title: 'Lights' } });
      await owner.ok('deactivateUser', { path: { id: user.id } });
      const { issues } = await owner.fails('createAction', { body }, 422, 'INVALID_REFERENCE');
      expect(issues.map(({ path }) => path)).toEqual(['body/assigned_actor_id']);
      const path = { id: theirs.id };
      const updated = await owner.ok('updateAction', { path, body: { title: 'Hang the lamps' } });
      expect(updated.assigned_actor_id).toBe(user.actor_id);
      const fields = { question: 'Which?', on_answer: 'I hang it.', project_id: project.id };
      const question = await given.worker.ok('createQuestion', { body: fields });
      expect(question.assigned_actor_id).toBe((await owner.ok('getMe')).actor_id);
      await given.worker.fails(
        'createQuestion',
        { body: { ...fields, assigned_actor_id: user.actor_id } },
        422,
        'INVALID_REFERENCE',
      );
      await owner.ok('reactivateUser', { path: { id: user.id } });
      expect((await owner.ok('createAction', { body })).assigned_actor_id).toBe(user.actor_id);
    });

    test('never removes the last active owner, also for concurrent requests', async () => {
      const path = { id: given.owner.owner.userId };
      await owner.fails('deactivateUser', { path }, 409, 'LAST_OWNER');
      const owners = [await join('owner'), await join('owner'), await join('owner')];
      const all = [
        ...owners.map(({ user, api }) => ({ id: user.id, api })),
        { ...path, api: owner },
      ];
      // All owners demote or deactivate themselves.
      const statuses = await Promise.all(
        all.map(async ({ id, api }, index) => {
          const demoted = index % 2 === 0;
          const { status } = demoted
            ? await api.call('updateUser', { path: { id }, body: { role: 'member' } })
            : await api.call('deactivateUser', { path: { id } });
          return status;
        }),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409]);
      const left = await database()
        .knex('users')
        .where({ ...key(), role: 'owner', deactivated_at: null });
      expect(left).toHaveLength(1);
    });
  });

  describe('reactivateUser', () => {
    test('lets the person sign in again; their old sessions stay revoked', async () => {
      const { user, api, email } = await join();
      const path = { id: user.id };
      await owner.ok('deactivateUser', { path });
      const after = await owner.ok('reactivateUser', { path });
      expect(after).toMatchObject({ state: 'active', deactivated_at: null, version: 3 });
      expect(await owner.ok('reactivateUser', { path })).toEqual(after);
      await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await client(app).ok('createSession', { body: { email, password } });
      expect((await eventKinds()).filter((kind) => kind === 'user.reactivated')).toHaveLength(1);
    });

    test('is for owners and honours If-Match', async () => {
      const { user, api } = await join();
      const path = { id: user.id };
      await api.fails('reactivateUser', { path }, 403, 'FORBIDDEN');
      const header = { 'If-Match': '"9"' };
      await owner.fails('reactivateUser', { path, header }, 412, 'STALE_VERSION');
    });
  });

  describe('eraseUser', () => {
    const name = "Zoë O'Quux & Sons_7";
    const erase = async (): Promise<void> => {
      await database().knex('erasures').update({ begins_at: new Date().toISOString() });
      while (await runErasures(database(), () => false));
    };
    /** The columns of the whole database in which one of the words is, as `table.column`. */
    const columnsWith = async (...words: readonly string[]): Promise<string[]> => {
      const { knex, dialect } = database();
      const tables =
        dialect === 'postgres'
          ? await knex('information_schema.tables')
              .where({ table_schema: 'public', table_type: 'BASE TABLE' })
              .pluck<string[]>('table_name')
          : await knex('sqlite_schema').where({ type: 'table' }).pluck<string[]>('name');
      const found = new Set<string>();
      for (const table of tables) {
        for (const row of await knex(table).select<Record<string, unknown>[]>('*')) {
          for (const [column, value] of Object.entries(row)) {
            const text = typeof value === 'string' ? await unpack(value) : '';
            const plain = text.replaceAll('\\', '').replaceAll('&amp;', '&').toLowerCase();
            if (words.some((word) => plain.includes(word.toLowerCase()))) {
              found.add(`${table}.${column}`);
            }
          }
        }
      }
      return [...found].toSorted();
    };

    test('replaces name and address everywhere but in texts of people, and keeps ids', async () => {
      const { knex } = database();
      const first = await join('member', 'Zaphodine Early');
      const { user, api, email } = first;
      await api.ok('updateUser', { path: { id: user.id }, body: { name } });
      const next = `zoe.${anAddress()}`;
      const change = { current_password: password, email: next };
      await api.ok('changeEmail', { body: change });
      const work = { title: `Call ${name}`, assigned_actor_id: user.actor_id };
      const mine = { ...work, client_request_id: 'stored', details: 'x'.repeat(6000) };
      const action = await api.ok('createAction', { body: mine });
      const body = { title: 'Of an agent', assigned_actor_id: given.agent.actor_id };
      const ofAgent = await api.ok('createAction', { body });
      await owner.ok('updateUser', { path: { id: user.id }, body: { role: 'viewer' } });
      await owner.ok('updateUser', { path: { id: user.id }, body: { role: 'member' } });
      await owner.ok('createInvitation', { body: { email: `again.${next}`, role: 'member' } });
      await client(app).send('createSession', { body: { email: next, password: 'wrong' } });
      const now = new Date().toISOString();
      const own = { ...key(), user_id: user.id };
      await api.ok('updateNotificationSettings', { body: { digest: { hour: 7 } } });
      await knex('oidc_identities').insert({
        ...own,
        id: 'oid_1',
        issuer: 'https://id.example',
        subject: 'zoe',
        created_at: now,
      });
      const webhook = await owner.ok('createWebhook', {
        body: { url: 'https://receiver.example/', kinds: ['user.updated'] },
      });
      await knex('webhook_deliveries').insert({
        ...key(),
        id: 'dlv_1',
        webhook_id: webhook.id,
        kind: 'user.updated',
        body: JSON.stringify({ a: name, b: email, c: "Zoë O'Quux &amp; Sons\\\\_7" }),
        status: 'delivered',
        attempts: 1,
        response_text: `Hello ${next}`,
        created_at: now,
      });
      const words = [name, 'Zaphodine Early', email, next];
      expect((await columnsWith(...words)).length).toBeGreaterThan(10);

      const path = { id: user.id };
      await owner.fails('eraseUser', { path }, 409, 'USER_ACTIVE');
      await owner.ok('deactivateUser', { path });
      await owner.fails(
        'eraseUser',
        { path, header: { 'If-Match': '"99"' } },
        412,
        'STALE_VERSION',
      );
      const erased = await owner.ok('eraseUser', { path });
      expect(erased).toMatchObject({
        erasure: 'pending',
        user: {
          id: user.id,
          actor_id: user.actor_id,
          name: 'Former member 1',
          email: `${user.id.toLowerCase()}@erased.invalid`,
        },
      });
      expect(await knex('notification_settings').where(own)).toEqual([]);
      expect(await owner.ok('eraseUser', { path })).toEqual(erased);
      await owner.fails('reactivateUser', { path }, 409, 'USER_NOT_ACTIVE');
      await erase();
      expect(await owner.ok('eraseUser', { path })).toEqual({ ...erased, erasure: 'done' });
      // A person wrote the title.
      const written = await columnsWith(name);
      const titles = ['actions.title', 'events.subject_title', 'idempotency_records.body'];
      expect(
        written.filter((each) => !titles.includes(each) && !each.startsWith('search')),
      ).toEqual([]);
      expect(await columnsWith('Zaphodine Early', email, next)).toEqual([
        // Another address, which ends alike.
        ...(await columnsWith(`again.${next}`)),
      ]);
      if (database().dialect === 'sqlite') {
        // Nor in the bytes of deleted rows, of which the file once had some.
        await knex.raw('pragma wal_checkpoint(truncate)');
        const file = await readFile(database().url.replace('sqlite:', ''), 'latin1');
        expect(['Zaphodine Early', email].filter((word) => file.includes(word))).toEqual([]);
      }
      const seen = await owner.ok('getAction', { path: { id: action.id } });
      expect(seen.created_by_actor_name).toBe('Former member 1');
      const about = await knex('events').where({ ...key(), subject_id: user.id });
      expect(about.map(({ summary }) => String(summary))).toContain(
        'Former member 1 is called Former member 1 now.',
      );
      expect(ofAgent.id).toMatch(/^act_/);
      const { items } = await owner.ok('listAuditEntries', { query: { kind: ['user.erased'] } });
      expect(items).toMatchObject([{ kind: 'user.erased', subject: { title: 'Former member 1' } }]);
    });

    test('goes on after each step, and keeps what is of others with the same name', async () => {
      const [one, other] = [
        await join('member', 'Twinborough Twain'),
        await join('member', 'Twinborough Twain'),
      ];
      for (const { user } of [one, other])
        await owner.ok('deactivateUser', { path: { id: user.id } });
      await owner.ok('eraseUser', { path: { id: one.user.id } });
      await erase();
      const summaries = async (id: string): Promise<string> =>
        (
          await database()
            .knex('events')
            .where({ ...key(), subject_id: id })
            .pluck('summary')
        ).join();
      expect(await summaries(one.user.id)).not.toContain('Twinborough Twain');
      expect(await summaries(other.user.id)).toContain('Twinborough Twain');
      const second = await owner.ok('eraseUser', { path: { id: other.user.id } });
      expect(second.user.name).toBe('Former member 2');
      await erase();
      expect(await columnsWith('Twinborough Twain')).toEqual([]);
    });

    test('of many events goes on after a kill, and is repeated by none', async () => {
      const { knex, url } = database();
      const { user } = await join('member', 'Manyfold Mabel');
      const [event] = await knex('events').where({ ...key(), subject_id: user.id });
      const count = 3000;
      const many = Array.from({ length: count }, (_none, index) => ({
        ...event,
        id: `evt_${String(index).padStart(26, '0')}`,
        position: 1_000_000 + index,
        summary: `Manyfold Mabel did ${index}.`,
      }));
      await knex.batchInsert('events', many, 100);
      await owner.ok('deactivateUser', { path: { id: user.id } });
      await owner.ok('eraseUser', { path: { id: user.id } });
      await knex('erasures').update({ begins_at: new Date().toISOString() });
      const left = async (): Promise<number> => {
        const [row] = await knex('events')
          .where(key())
          .where('summary', 'like', '%Manyfold%')
          .count({ left: '*' });
        return Number(row?.['left']);
      };
      const script = joinPath(__dirname, '..', 'support', 'erasing-process.ts');
      const child = spawn(process.execPath, [...typescript, script, url]);
      while ((await left()) >= count) await pause(5);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(await knex('erasures').where(key())).toHaveLength(1);
      expect(await left()).toBeGreaterThan(0);
      await erase();
      expect(await columnsWith('Manyfold')).toEqual([]);
      const erased = await knex('events').where(key()).where('position', '>=', 1_000_000);
      expect(erased).toHaveLength(count);
      expect(erased.find(({ position }) => Number(position) === 1_002_999)?.summary).toBe(
        'Former member 1 did 2999.',
      );
    });

    test('is for owners, and of a person who exists', async () => {
      const { user, api } = await join();
      await api.fails('eraseUser', { path: { id: user.id } }, 403, 'FORBIDDEN');
      await owner.fails('eraseUser', { path: { id: 'usr_none' } }, 404, 'NOT_FOUND');
      const self = (await owner.ok('getSession')).user.id;
      await owner.fails('eraseUser', { path: { id: self } }, 409, 'USER_ACTIVE');
    });
  });

  describe('createInvitation', () => {
    test('returns the token once and stores only its hash', async () => {
      const email = anAddress();
      const body = { email: email.toUpperCase(), name: 'Bo', role: 'member' } as const;
      const first = await owner.call('createInvitation', {
        body: { ...body, client_request_id: 'bo' },
      });
      expect(first).toMatchObject({ status: 201, headers: { location: '/v1/invitations' } });
      expect(first.body).toMatchObject({
        invitation: { email, name: 'Bo', role: 'member', workspace_id: given.workspaceId },
        token: expect.stringMatching(/^cbi_[0-9A-Z]{26}_[0-9a-f]{64}$/),
      });
      const again = await owner.call('createInvitation', {
        body: { ...body, client_request_id: 'bo' },
      });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).not.toHaveProperty('token');
      const [row] = await database().knex('invitations').where(key());
      const { token, invitation } = JSON.parse(JSON.stringify(first.body));
      expect(JSON.stringify(row)).not.toContain(token);
      expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(7 * DAY);
      expect(await eventKinds()).toContain('invitation.created');
    });

    test('replaces an open invitation to the same address, also concurrently', async () => {
      const email = anAddress();
      const { token } = await invite(email);
      const tokens = await Promise.all(Array.from({ length: 10 }, () => invite(email)));
      expect((await owner.ok('listInvitations')).total).toBe(1);
      const accept = (one: string) =>
        client(app).send('acceptInvitation', { body: { token: one, password } });
      expect((await accept(token)).status).toBe(422);
      expect(new Set(tokens.map((made) => made.token)).size).toBe(10);
    });

    test('is 409 for an address with an account in this workspace, and for owners only', async () => {
      const { email, user } = await join();
      await owner.ok('deactivateUser', { path: { id: user.id } });
      const before = await eventKinds();
      const taken = { body: { email: email.toUpperCase(), role: 'member' } };
      const { details } = await owner.fails('createInvitation', taken, 409, 'EMAIL_TAKEN');
      expect(details).toEqual({ email });
      expect(await eventKinds()).toEqual(before);
      const { api } = await join();
      const body = { email: anAddress(), role: 'member' };
      await api.fails('createInvitation', { body }, 403, 'FORBIDDEN');
      for (const bad of [
        'nobody',
        'a\u0007b@example.com',
        'ab@exam\u202eple.com',
        'a\u200fb@c.example',
      ]) {
        const invalid = { body: { email: bad, role: 'member' } };
        await owner.fails('createInvitation', invalid, 400, 'VALIDATION_FAILED');
      }
      const international = { body: { email: 'jörg@exämple.example', role: 'member' as const } };
      expect((await owner.call('createInvitation', international)).status).toBe(201);
    });
  });

  describe('listInvitations', () => {
    test('lists invitations that can be accepted, newest first', async () => {
      const [a, b, c, d] = [anAddress(), anAddress(), anAddress(), anAddress()];
      const { invitation: first } = await invite(a);
      const { invitation: second } = await invite(b);
      const { invitation: expired } = await invite(c);
      const { invitation: revoked } = await invite(d);
      await join();
      await owner.ok('revokeInvitation', { path: { id: revoked.id } });
      await database()
        .knex('invitations')
        .where({ ...key(), id: expired.id })
        .update({ expires_at: addMilliseconds(new Date().toISOString(), -SECOND) });
      const list = await owner.ok('listInvitations');
      expect(list.items).toEqual([second, first]);
      expect(list).toMatchObject({ total: 2, sort: '-created_at', hidden_count: 0 });
    });
  });

  describe('revokeInvitation', () => {
    test('invalidates the token, and is idempotent', async () => {
      const { invitation, token } = await invite(anAddress());
      const path = { id: invitation.id };
      expect((await owner.call('revokeInvitation', { path })).status).toBe(204);
      expect((await owner.call('revokeInvitation', { path })).status).toBe(204);
      expect((await eventKinds()).filter((kind) => kind === 'invitation.revoked')).toHaveLength(1);
      await client(app).fails(
        'acceptInvitation',
        { body: { token, password } },
        422,
        'INVITATION_NOT_VALID',
      );
      await owner.fails('revokeInvitation', { path: { id: 'inv_none' } }, 404, 'NOT_FOUND');
    });
  });

  describe('acceptInvitation', () => {
    test('creates the person, signs them in and emits an event', async () => {
      const email = anAddress();
      const { token } = await invite(email, 'owner');
      const response = await client(app).send('acceptInvitation', { body: { token, password } });
      expect(response).toMatchObject({
        status: 201,
        body: { user: { email, name: email, role: 'owner', state: 'active' } },
        headers: { location: '/v1/session' },
      });
      const api = sessionClient(cookieOf(response.headers));
      expect(await api.ok('getMe')).toMatchObject({ workspace: { id: given.workspaceId } });
      await client(app).ok('createSession', { body: { email, password } });
      expect(await eventKinds()).toEqual(
        expect.arrayContaining(['invitation.accepted', 'session.created']),
      );
    });

    test('responds alike to wrong, used, revoked and expired tokens', async () => {
      const used = await invite(anAddress());
      const revoked = await invite(anAddress());
      const expired = await invite(anAddress());
      const accept = (token: string) => ({ body: { token, password } });
      await client(app).ok('acceptInvitation', accept(used.token));
      await owner.ok('revokeInvitation', { path: { id: revoked.invitation.id } });
      await database()
        .knex('invitations')
        .where({ ...key(), id: expired.invitation.id })
        .update({ expires_at: addMilliseconds(new Date().toISOString(), -SECOND) });
      const before = await eventKinds();
      const responses = new Set<string>();
      for (const token of ['cbi_wrong', used.token, revoked.token, expired.token]) {
        const error = await client(app).fails(
          'acceptInvitation',
          accept(token),
          422,
          'INVITATION_NOT_VALID',
        );
        responses.add(JSON.stringify(error));
      }
      expect(responses.size).toBe(1);
      expect(await eventKinds()).toEqual(before);
    });

    test('works once, also for concurrent requests', async () => {
      const email = anAddress();
      const { token } = await invite(email);
      const statuses = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const { status } = await client(app).send('acceptInvitation', {
            body: { token, password },
          });
          return status;
        }),
      );
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.every((status) => [201, 422, 429].includes(status))).toBe(true);
      expect(await database().knex('users').where({ email })).toHaveLength(1);
    });

    test('reveals no accounts in other workspaces, and neither does inviting', async () => {
      const other = await aWorkspace(app, database());
      const shape = (value: object) =>
        JSON.stringify(value).replaceAll(/"[^"]*@[^"]*"|"\w+_[0-9A-Za-z]+"|"2026[^"]*"/g, '""');
      const seen = await Promise.all(
        [anAddress(), other.owner.email].map(async (email) => {
          const invited = await owner.call('createInvitation', { body: { email, role: 'member' } });
          const { token } = JSON.parse(JSON.stringify(invited.body));
          const accepted = await client(app).send('acceptInvitation', {
            body: { token, password },
          });
          return [invited, accepted].map(({ status, body, headers }) => [
            status,
            shape(Object(body)),
            Object.keys(headers),
          ]);
        }),
      );
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[0]?.map(([status]) => status)).toEqual([201, 201]);
      await other.person.ok('getMe');
    });

    test('is 409 when the workspace already has the address, and the token stays valid', async () => {
      const email = anAddress();
      const { token } = await invite(email);
      const [row] = await database().knex('users').where(key());
      const actor = { ...key(), id: `atr_${email}`, kind: 'user', name: 'Bo' };
      await database()
        .knex('actors')
        .insert({ ...actor, created_at: row.created_at });
      const account = { ...row, id: `usr_${email}`, actor_id: `atr_${email}`, email };
      await database().knex('users').insert(account);
      const body = { token, password };
      await client(app).fails('acceptInvitation', { body }, 409, 'EMAIL_TAKEN');
      expect((await owner.ok('listInvitations')).total).toBe(1);
    });

    test('limits guesses, and refuses short passwords', async () => {
      const body = { token: 'cbi_guess', password };
      const short = { token: 'cbi_guess', password: 'short' };
      await client(app).fails('acceptInvitation', { body: short }, 400, 'VALIDATION_FAILED');
      for (let n = 0; n < 5; n += 1) {
        await client(app).fails('acceptInvitation', { body }, 422, 'INVITATION_NOT_VALID');
      }
      await client(app).fails('acceptInvitation', { body }, 429, 'RATE_LIMITED');
      for (let n = 0; n < 15; n += 1) {
        const other = { token: `cbi_guess_${n}`, password };
        await client(app).fails('acceptInvitation', { body: other }, 422, 'INVITATION_NOT_VALID');
      }
      const last = { token: 'cbi_last', password };
      await client(app).fails('acceptInvitation', { body: last }, 429, 'RATE_LIMITED');
    });

    test('refuses common passwords, and the invitation stays open', async () => {
      const email = anAddress();
      const { token } = await invite(email);
      const workspace = await owner.ok('getWorkspace');
      const name = 'Wilhelmina Oyelaran';
      for (const common of [' '.repeat(10), email, name, workspace.name.padEnd(10, '1')]) {
        const { issues } = await client(app).fails(
          'acceptInvitation',
          { body: { token, password: common, name } },
          422,
          'PASSWORD_TOO_COMMON',
        );
        expect(issues).toMatchObject([{ path: 'body/password', code: 'PASSWORD_TOO_COMMON' }]);
      }
      await client(app).ok('acceptInvitation', { body: { token, password, name } });
    });

    test('refuses a foreign page', async () => {
      const response = await exchange(app, 'POST', '/v1/invitations/accept', {
        headers: { 'Content-Type': 'application/json', Origin: 'https://elsewhere.example' },
        body: JSON.stringify({ token: 'x', password }),
      });
      problemOf(response, 'CSRF_FAILED');
    });
  });

  describe('changePassword', () => {
    const next = 'wrong donkey engine clip';
    const change = { current_password: password, new_password: next };

    test('changes it and revokes the other sessions', async () => {
      const { email, api } = await join();
      const signIn = (secret: string) =>
        client(app).send('createSession', { body: { email, password: secret } });
      const elsewhere = sessionClient(cookieOf((await signIn(password)).headers));
      const response = await api.call('changePassword', {
        body: { ...change, client_request_id: 'once' },
      });
      expect(response.status).toBe(204);
      await api.ok('getMe');
      await elsewhere.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      expect((await signIn(password)).status).toBe(401);
      expect((await signIn(next)).status).toBe(201);
      expect(await eventKinds()).toContain('user.password_changed');

      const again = await api.call('changePassword', {
        body: { ...change, client_request_id: 'once' },
      });
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([204, 'true']);
      const stored = await database().knex('idempotency_records').where(key());
      expect(JSON.stringify(stored)).not.toContain(next);
    });

    test('leaves the time at which an earlier session ended', async () => {
      const { email, api } = await join();
      const session = await client(app).send('createSession', { body: { email, password } });
      await sessionClient(cookieOf(session.headers)).ok('deleteSession');
      const ended = () => database().knex('sessions').where(key()).whereNotNull('revoked_at');
      const earlier = await ended();
      expect(earlier).toHaveLength(1);
      await api.ok('changePassword', { body: change });
      expect(await ended()).toEqual(earlier);
    });

    test('is replayed only for the same two passwords, and stores no fast hash of them', async () => {
      const { api } = await join();
      const repeated = { ...change, client_request_id: 'once' };
      await api.ok('changePassword', { body: repeated });
      for (const other of [{ current_password: 'not the password' }, { new_password: password }]) {
        const body = { ...repeated, ...other };
        await api.fails('changePassword', { body }, 409, 'IDEMPOTENCY_KEY_REUSED');
      }
      const again = await api.call('changePassword', { body: repeated });
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([204, 'true']);
      // The same request with its fields in another order.
      const turned = { client_request_id: 'once', new_password: next, current_password: password };
      expect((await api.call('changePassword', { body: turned })).status).toBe(204);

      const [record] = await database()
        .knex('idempotency_records')
        .where({ ...key(), operation_id: 'changePassword' });
      const fields = {
        body: { client_request_id: 'once', current_password: password, new_password: next },
        path: {},
      };
      const unsaltedHash = createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
      expect(record?.request_hash).not.toBe(unsaltedHash);
    });

    test('executes twenty concurrent retries once, and counts none as a failure', async () => {
      const { email, user, api } = await join();
      const body = { ...change, client_request_id: 'once' };
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => api.call('changePassword', { body })),
      );
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 204));
      expect(await owner.ok('getUser', { path: { id: user.id } })).toMatchObject({ version: 2 });
      const counted = await database().knex('sign_in_attempts').pluck('account_hash');
      expect(counted).toEqual([hashSecret(`changes of ${email} in ${given.workspaceId}`)]);
    });

    test('other passwords with the same key count as guesses', async () => {
      const { api } = await join();
      const body = { ...change, client_request_id: 'once' };
      await api.ok('changePassword', { body });
      for (let n = 0; n < 5; n += 1) {
        const guess = { ...body, new_password: `${next} ${n}` };
        await api.fails('changePassword', { body: guess }, 409, 'IDEMPOTENCY_KEY_REUSED');
      }
      await api.fails('changePassword', { body }, 429, 'RATE_LIMITED');
    });

    test('refuses a wrong password, and limits guesses', async () => {
      const { user, api } = await join();
      const before = await eventKinds();
      const wrong = { ...change, current_password: 'not the password' };
      for (let n = 0; n < 5; n += 1) {
        const body = { ...wrong, client_request_id: `guess ${n}` };
        await api.fails('changePassword', { body }, 403, 'WRONG_PASSWORD');
      }
      await api.fails('changePassword', { body: change }, 429, 'RATE_LIMITED');
      const short = { ...change, new_password: 'short' };
      await api.fails('changePassword', { body: short }, 400, 'VALIDATION_FAILED');
      expect(await eventKinds()).toEqual(before);
      expect(await owner.ok('getUser', { path: { id: user.id } })).toMatchObject({ version: 1 });
    });

    test('refuses common passwords', async () => {
      const { email, api } = await join();
      for (const common of [' '.repeat(10), 'aaaaaaaaaaaa', 'qwertyuiop', email]) {
        const { issues } = await api.fails(
          'changePassword',
          { body: { ...change, new_password: common } },
          422,
          'PASSWORD_TOO_COMMON',
        );
        expect(issues).toMatchObject([{ path: 'body/new_password' }]);
      }
      await api.ok('changePassword', { body: change });
    });

    test('ten changes succeed in an hour', async () => {
      const { api } = await join();
      const secrets = [password, ...Array.from({ length: 11 }, (_, n) => `${next} ${n}`)];
      for (let n = 0; n < 10; n += 1) {
        const body = { current_password: secrets[n] ?? '', new_password: secrets[n + 1] ?? '' };
        await api.ok('changePassword', { body });
      }
      const body = { current_password: secrets[10] ?? '', new_password: secrets[11] ?? '' };
      await api.fails('changePassword', { body }, 429, 'RATE_LIMITED');
    });

    test('only one of several concurrent changes succeeds', async () => {
      const { api } = await join();
      const statuses = await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (letter) => {
          const body = { current_password: password, new_password: `${next} ${letter}` };
          return (await api.call('changePassword', { body })).status;
        }),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 403, 403, 403]);
    });
  });

  describe('deleteSessions', () => {
    test('revokes all sessions of the caller only', async () => {
      const { email, api } = await join();
      const signed = await client(app).send('createSession', { body: { email, password } });
      const elsewhere = sessionClient(cookieOf(signed.headers));
      const response = await api.call('deleteSessions');
      expect(response.status).toBe(204);
      expect(String(response.headers['set-cookie'])).toContain('__Host-callboard_session=;');
      await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await elsewhere.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await owner.ok('getMe');
      expect((await eventKinds()).at(-1)).toBe('session.deleted');
    });
  });

  describe('listSessions', () => {
    test('lists the live sessions of the caller only, and no secret', async () => {
      const { email, api, cookie } = await join();
      const signIn = () => client(app).send('createSession', { body: { email, password } });
      const elsewhere = sessionClient(cookieOf((await signIn()).headers));
      await sessionClient(cookieOf((await signIn()).headers)).ok('deleteSession');
      const expired = await sessionClient(cookieOf((await signIn()).headers)).ok('listSessions');
      const id = expired.items.find(({ current }) => current)?.id ?? '';
      const past = new Date(Date.now() - 1).toISOString();
      await database().knex('sessions').where({ id }).update({ expires_at: past });

      const mine = await api.ok('listSessions');
      expect(JSON.stringify(mine)).not.toContain(cookie);
      expect(JSON.stringify(mine)).not.toContain(hashSecret(cookie));
      expect(mine.total).toBe(2);
      expect(mine.items.map(({ current }) => current)).toEqual([false, true]);
      const theirs = await elsewhere.ok('listSessions');
      expect(theirs.items.map((item) => item.id)).toEqual(mine.items.map((item) => item.id));
      expect(theirs.items.map(({ current }) => current)).toEqual([true, false]);
      const { expires_at } = await api.ok('getSession');
      expect(mine.items[1]?.expires_at).toBe(expires_at);
    });
  });

  describe('deleteOtherSession', () => {
    test('ends another session of the caller, and the current one with its cookie', async () => {
      const { email, api } = await join();
      const signed = await client(app).send('createSession', { body: { email, password } });
      const elsewhere = sessionClient(cookieOf(signed.headers));
      const [other = '', own = ''] = (await api.ok('listSessions')).items.map(({ id }) => id);
      const path = { id: other };
      const response = await api.call('deleteOtherSession', { path });
      expect([response.status, response.headers['set-cookie']]).toEqual([204, undefined]);
      await elsewhere.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      expect((await eventKinds()).at(-1)).toBe('session.deleted');
      await api.fails('deleteOtherSession', { path }, 404, 'NOT_FOUND');

      const last = await api.call('deleteOtherSession', { path: { id: own } });
      expect(last.status).toBe(204);
      expect(String(last.headers['set-cookie'])).toContain('__Host-callboard_session=;');
      await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
    });

    test('does not find the sessions of other people', async () => {
      const { api } = await join();
      const ownerSessions = await owner.ok('listSessions');
      const id = ownerSessions.items[0]?.id ?? '';
      await api.fails('deleteOtherSession', { path: { id } }, 404, 'NOT_FOUND');
      await owner.ok('getMe');
    });
  });
});

function cookieOf(headers: Readonly<Record<string, unknown>>): string {
  const match = /__Host-callboard_session\w*=([^;]+)/.exec(String(headers['set-cookie']));
  return match?.[1] ?? '';
}

const longAgo = '2026-01-01T00:00:00.000Z';

type Schemas = components['schemas'];

type Rights = Pick<Schemas['AgentCreate'], 'access_mode' | 'can_review' | 'requires_proposals'>;

// How an owner loses the role or the account, and gets it back.
const endings = [
  {
    name: 'demoted',
    end: (by: ApiClient, id: string, body: object = {}) =>
      by.ok('updateUser', { path: { id }, body: { role: 'member', ...body } }),
    restore: (by: ApiClient, id: string) =>
      by.ok('updateUser', { path: { id }, body: { role: 'owner' } }),
  },
  {
    name: 'a viewer now',
    end: (by: ApiClient, id: string, body: object = {}) =>
      by.ok('updateUser', { path: { id }, body: { role: 'viewer', ...body } }),
    restore: (by: ApiClient, id: string) =>
      by.ok('updateUser', { path: { id }, body: { role: 'owner' } }),
  },
  {
    name: 'deactivated',
    end: (by: ApiClient, id: string, body: object = {}) =>
      by.ok('deactivateUser', { path: { id }, body }),
    restore: (by: ApiClient, id: string) => by.ok('reactivateUser', { path: { id } }),
  },
] as const;

describeOnEachDatabase('Former owners', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    owner = given.person;
    await database().knex('sign_in_attempts').delete();
  });

  const key = () => ({ workspace_id: given.workspaceId });

  /** Another person of the workspace with a session. */
  async function aPerson(role: Schemas['Role'] = 'owner') {
    const { password_hash: hash } = await database().knex('users').where(key()).first();
    const { userId, id } = await addPerson(database(), given.workspaceId, role, hash);
    const cookie = await openSession(database(), { workspaceId: given.workspaceId, userId });
    return { userId, actorId: id, cookie, api: client(app, { cookie }) };
  }
  const anInvitation = async (by: ApiClient): Promise<string> => {
    const email = `guest-${randomBytes(6).toString('hex')}@example.com`;
    const { token } = await by.ok('createInvitation', { body: { email, role: 'owner' } });
    if (token === undefined) throw new Error('createInvitation returned no token.');
    return token;
  };
  const anAgent = async () => (await owner.ok('createAgent', { body: { name: 'Bot' } })).id;
  const accept = async (token: string): Promise<number> =>
    (await client(app).call('acceptInvitation', { body: { token, password } })).status;

  describe.each(endings)('$name', ({ end, restore }) => {
    test('cannot let in another owner by an earlier invitation', async () => {
      const second = await aPerson();
      const [early, late] = [await anInvitation(second.api), await anInvitation(second.api)];
      await end(owner, second.userId);
      expect(await accept(early)).toBe(422);
      expect((await owner.ok('listInvitations')).total).toBe(0);
      await restore(owner, second.userId);
      expect((await owner.ok('listInvitations')).total).toBe(2);
      expect(await accept(late)).toBe(201);
    });

    test('cannot race the end: an invitation accepted afterwards never makes an owner', async () => {
      const seconds = await Promise.all(Array.from({ length: 4 }, () => aPerson()));
      const tokens = await Promise.all(seconds.map(({ api }) => anInvitation(api)));
      const before = await database().knex('users').where(key());
      const statuses = await Promise.all([
        ...seconds.map(async ({ userId }) => end(owner, userId).then(() => 0)),
        ...tokens.map(accept),
      ]);
      const accepted = statuses.filter((status) => status === 201).length;
      const after = await database().knex('users').where(key());
      expect(after).toHaveLength(before.length + accepted);
      for (const token of tokens) expect([422, 429]).toContain(await accept(token));
    });

    test('has the tokens that still work in the response, and revokes them on request', async () => {
      const second = await aPerson();
      const id = await anAgent();
      const mine = await owner.ok('createToken', { path: { id }, body: {} });
      const make = (name: string) => second.api.ok('createToken', { path: { id }, body: { name } });
      const [first, middle] = [await make('first'), await make('second')];
      const third = await make('third');
      await second.api.ok('revokeToken', { path: { id: middle.id } });
      const ended = await end(owner, second.userId);
      expect(ended.tokens_created_count).toBe(2);
      expect(ended.tokens_created).toMatchObject([
        { id: third.id, name: 'third', agent_id: id, agent_name: 'Bot', last_used_at: null },
        { id: first.id, name: 'first', agent_id: id },
      ]);
      const api = ({ token }: { readonly token?: string }) => client(app, { bearer: token ?? '' });
      await api(first).ok('getMe');
      const again = await end(owner, second.userId, { revoke_created_tokens: true });
      expect([again.tokens_created, again.tokens_created_count]).toEqual([[], 0]);
      for (const token of [first, third])
        await api(token).fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await api(mine).ok('getMe');
      const events = await database()
        .knex('events')
        .where({ ...key(), kind: 'token.revoked' });
      expect(events).toHaveLength(3);
    });

    test('revokes them at once', async () => {
      const second = await aPerson();
      const { token = '' } = await second.api.ok('createToken', {
        path: { id: await anAgent() },
        body: {},
      });
      const ended = await end(owner, second.userId, { revoke_created_tokens: true });
      expect(ended).toMatchObject({ tokens_created: [], tokens_created_count: 0 });
      await client(app, { bearer: token }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    });
  });

  /** Sends a request while another transaction changes a row, which commits after it began. */
  async function during<T>(
    table: string,
    id: string,
    change: object,
    send: () => Promise<T>,
  ): Promise<T> {
    const changing = await database().knex.transaction();
    await changing(table)
      .where({ ...key(), id })
      .forUpdate()
      .select('id');
    await changing(table)
      .where({ ...key(), id })
      .update(change);
    const sent = send();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await changing.commit();
    return sent;
  }

  test.each<{ was: Rights; is: Rights; code: string }>([
    { was: { access_mode: 'sysadmin' }, is: { access_mode: 'worker' }, code: 'FORBIDDEN' },
    { was: {}, is: { requires_proposals: true }, code: 'PROPOSAL_REQUIRED' },
    { was: { can_review: true }, is: { can_review: false }, code: 'FORBIDDEN' },
  ])('an agent that waited has the rights of after $is', async ({ was, is, code }) => {
    const { id } = await owner.ok('createAgent', { body: { name: 'Bo', ...was } });
    const { token = '' } = await owner.ok('createToken', { path: { id }, body: {} });
    const agent = client(app, { bearer: token });
    await agent.ok('getMe');
    const { id: mine } = await agent.ok('createAction', { body: { title: 'Hang a lamp' } });
    const { id: reviewed } = await owner.ok('createAction', {
      body: { title: 'Hang two', requires_review: true, status: 'ready' },
    });
    await owner.call('completeAction', {
      path: { id: reviewed },
      body: { result_summary: 'Hung.' },
    });
    const send = () => {
      if ('access_mode' in is) return agent.call('createDomain', { body: { name: 'Lamps' } });
      if ('can_review' in is) return agent.call('approveAction', { path: { id: reviewed } });
      return agent.call('dropAction', { path: { id: mine }, body: { reason: 'No lamp.' } });
    };
    const refused = await during('agents', id, is, send);
    expect(refused).toMatchObject({ status: 403, body: { code } });
  });

  test.each<{ was: Schemas['Role']; is: object; status: number; code?: string }>([
    { was: 'owner', is: { role: 'member' }, status: 403, code: 'FORBIDDEN' },
    { was: 'owner', is: { deactivated_at: longAgo }, status: 401, code: 'UNAUTHENTICATED' },
    { was: 'member', is: { role: 'owner' }, status: 200 },
    { was: 'owner', is: { role: 'owner' }, status: 200 },
    { was: 'owner', is: { role: 'viewer' }, status: 403, code: 'FORBIDDEN' },
  ])('a $was that waited has the rights of after $is', async ({ was, is, status, code }) => {
    const [{ api, userId }, other] = [await aPerson(was), await aPerson('member')];
    const send = () =>
      api.call('updateUser', { path: { id: other.userId }, body: { role: 'owner' } });
    const answered = await during('users', userId, is, send);
    expect(answered).toMatchObject({ status, body: code ? { code } : { role: 'owner' } });
  });

  test('a write of a member who becomes a viewer meanwhile is refused', async () => {
    const { api, userId } = await aPerson('member');
    const body = { title: 'Hang a lamp' };
    const send = () => api.call('createAction', { body });
    const refused = await during('users', userId, { role: 'viewer' }, send);
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    await owner.ok('updateUser', { path: { id: userId }, body: { role: 'member' } });
    await api.ok('createAction', { body });
  });

  test('nobody gets work while they become a viewer', async () => {
    const { actorId, userId } = await aPerson('member');
    const agent = client(app, { bearer: given.token });
    const sends = [
      () => owner.call('createAction', { body: { title: 'Dust', assigned_actor_id: actorId } }),
      () =>
        agent.call('createQuestion', {
          body: { question: 'Dust?', on_answer: 'Dust.', assigned_actor_id: actorId },
        }),
    ];
    for (const send of sends) {
      const refused = await during('users', userId, { role: 'viewer' }, send);
      expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID_REFERENCE' } });
      await owner.ok('updateUser', { path: { id: userId }, body: { role: 'member' } });
    }
  });

  describe('who is a viewer now', () => {
    const viewer = (id: string) =>
      owner.ok('updateUser', { path: { id }, body: { role: 'viewer' } });

    test('has no open work and no open question, which are unassigned, and can read', async () => {
      const { actorId, api, userId } = await aPerson('member');
      const create = async (body: object) =>
        (
          await owner.ok('createAction', {
            body: { title: 'Dust', assigned_actor_id: actorId, ...body },
          })
        ).id;
      const ready = await create({ status: 'ready' });
      const waiting = await create({ status: 'waiting' });
      const template = await create({ status: 'ready', is_template: true });
      const asked = await create({ status: 'ready' });
      const done = await create({ status: 'ready' });
      await owner.ok('completeAction', { path: { id: done }, body: { result_summary: 'Dusted.' } });
      const agent = client(app, { bearer: given.token });
      const ask = { question: 'Dust?', on_answer: 'Dust.', assigned_actor_id: actorId };
      const question = await agent.ok('createQuestion', { body: ask });
      const { id: asking, token = '' } = await owner
        .ok('createAgent', { body: { name: 'Sysadmin', access_mode: 'sysadmin' } })
        .then(({ id }) => owner.ok('createToken', { path: { id }, body: {} }));
      expect(asking).toMatch(/^tok_/);
      await client(app, { bearer: token }).ok('createQuestion', {
        body: { ...ask, action_id: asked, blocking: true },
      });
      expect(await viewer(userId)).toMatchObject({ role: 'viewer', tokens_created_count: 0 });
      for (const id of [ready, waiting, template, asked]) {
        const action = await api.ok('getAction', { path: { id } });
        expect(action).toMatchObject({ status: 'inbox', assigned_actor_id: null });
      }
      const [event] = await database()
        .knex('events')
        .where({ ...key(), action_id: ready })
        .orderBy('position', 'desc');
      expect(event).toMatchObject({
        kind: 'action.assigned',
        summary: 'Back in the inbox: member is a viewer now.',
      });
      const { assigned_actor_id: answerer } = await api.ok('getQuestion', {
        path: { id: question.id },
      });
      expect(answerer).toBeNull();
      // Its answer starts nothing: the action does not wait for it any more.
      const [open] = (await owner.ok('listQuestions', { query: { action_id: asked } })).items;
      await owner.ok('respondQuestion', {
        path: { id: open?.id ?? '' },
        body: { response: 'Yes.' },
      });
      expect(await api.ok('getAction', { path: { id: asked } })).toMatchObject({ status: 'inbox' });
      const reopened = await owner.ok('reopenAction', { path: { id: done }, body: {} });
      expect(reopened).toMatchObject({ status: 'inbox', assigned_actor_id: null });
    });

    test('gets no work and no question, until they are a member again', async () => {
      const { actorId, userId } = await aPerson('member');
      await viewer(userId);
      const body = { title: 'Dust', assigned_actor_id: actorId };
      const { issues } = await owner.fails('createAction', { body }, 422, 'INVALID_REFERENCE');
      expect(issues[0]?.path).toBe('body/assigned_actor_id');
      const agent = client(app, { bearer: given.token });
      const question = { question: 'Dust?', on_answer: 'Dust.', assigned_actor_id: actorId };
      await agent.fails('createQuestion', { body: question }, 422, 'INVALID_REFERENCE');
      await owner.ok('updateUser', { path: { id: userId }, body: { role: 'member' } });
      await owner.ok('createAction', { body });
    });

    test('is never the last owner', async () => {
      const { user } = await owner.ok('getSession');
      const path = { id: user?.id ?? '' };
      await owner.fails('updateUser', { path, body: { role: 'viewer' } }, 409, 'LAST_OWNER');
      expect((await owner.ok('listUsers', { query: { role: 'viewer' } })).items).toEqual([]);
    });

    test('may have been invited as one', async () => {
      const body = { email: 'vi@example.com', role: 'viewer' } as const;
      const { token = '', invitation } = await owner.ok('createInvitation', { body });
      expect(invitation.role).toBe('viewer');
      const joined = await client(app).ok('acceptInvitation', { body: { token, password } });
      expect(joined.user).toMatchObject({ role: 'viewer' });
      const { items } = await owner.ok('listUsers', { query: { role: 'viewer' } });
      expect(items).toHaveLength(1);
    });
  });

  /** Sends the head of a request, and its body after `meanwhile`. */
  async function around(credential: CredentialShown, meanwhile: () => Promise<unknown>) {
    const body = JSON.stringify({ title: 'Hang a lamp' });
    const sending = request(`${app.url}/v1/actions`, {
      method: 'POST',
      headers: {
        ...credentialHeaders(credential),
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      },
    });
    sending.flushHeaders();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await meanwhile();
    return new Promise<number | undefined>((resolve, reject) => {
      sending.on('error', reject);
      sending.on('response', (response) => resolve(response.resume().statusCode));
      sending.end(body);
    });
  }

  test('a request whose body comes after the end of its session or token is refused', async () => {
    const { id } = await owner.ok('createAgent', { body: { name: 'Bo' } });
    const aToken = () => owner.ok('createToken', { path: { id }, body: {} });
    const byToken = async (end: (tokenId: string) => Promise<unknown>) => {
      const { id: tokenId, token = '' } = await aToken();
      return around({ bearer: token }, () => end(tokenId));
    };
    const bySession = async (end: (person: Awaited<ReturnType<typeof aPerson>>) => unknown) => {
      const person = await aPerson();
      return around({ cookie: person.cookie }, async () => end(person));
    };
    expect(await byToken(async () => undefined)).toBe(201);
    expect(await bySession(async () => undefined)).toBe(201);
    const answered = await Promise.all([
      byToken((tokenId) => owner.ok('revokeToken', { path: { id: tokenId } })),
      bySession(({ api }) => api.ok('deleteSession')),
      bySession(({ userId }) => owner.ok('deleteUserSessions', { path: { id: userId } })),
      bySession(({ userId }) => owner.ok('deactivateUser', { path: { id: userId }, body: {} })),
      bySession(async ({ userId }) => {
        const cookie = await openSession(database(), { workspaceId: given.workspaceId, userId });
        const body = { current_password: password, new_password: `${password} again` };
        return client(app, { cookie }).ok('changePassword', { body });
      }),
    ]);
    expect(answered).toEqual([401, 401, 401, 401, 401]);
    expect(await byToken(() => owner.ok('revokeAgent', { path: { id } }))).toBe(401);
  });

  // SQLite has one writer at a time.
  test.each(endings)('who is $name waits for their writes', async ({ end }) => {
    if (database().dialect === 'sqlite') return;
    const { userId } = await aPerson();
    const writing = await database().knex.transaction();
    await writing('users')
      .where({ ...key(), id: userId })
      .forKeyShare()
      .select('id');
    let hasEnded = false;
    const ending = end(owner, userId).then(() => (hasEnded = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(hasEnded).toBe(false);
    await writing.commit();
    expect(await ending).toBe(true);
  });

  test.each(endings)('people can be $name by themselves', async ({ end }) => {
    const { api, userId } = await aPerson();
    expect(await end(api, userId)).toMatchObject({ id: userId });
  });

  test('an invitation of the system actor stays valid', async () => {
    const token = await anInvitation(owner);
    const { id } = await database()
      .knex('actors')
      .where({ ...key(), kind: 'system' })
      .first();
    await database().knex('invitations').where(key()).update({ created_by_actor_id: id });
    expect(await accept(token)).toBe(201);
  });

  test('members cannot revoke the tokens of others by a change of their own name', async () => {
    const member = await aPerson('member');
    const body = { name: 'Bo', revoke_created_tokens: true };
    await member.api.fails('updateUser', { path: { id: member.userId }, body }, 403, 'FORBIDDEN');
  });

  describe('deleteUserSessions', () => {
    test('ends all sessions of a person, who stays active', async () => {
      const [bo, cy] = [await aPerson('member'), await aPerson('member')];
      const workspaceId = given.workspaceId;
      const other = await openSession(database(), { workspaceId, userId: bo.userId });
      const path = { id: bo.userId };
      expect((await owner.call('deleteUserSessions', { path })).status).toBe(204);
      for (const api of [bo.api, client(app, { cookie: other })]) {
        await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      }
      await cy.api.ok('getMe');
      expect(await owner.ok('getUser', { path })).toMatchObject({ state: 'active' });
      const event = await database()
        .knex('events')
        .where(key())
        .orderBy('position', 'desc')
        .first();
      expect(event).toMatchObject({ kind: 'session.deleted', subject_id: bo.userId });
    });

    test("clears the cookie with one's own sessions, and is for owners", async () => {
      const second = await aPerson();
      const path = { id: second.userId };
      const { status, headers } = await second.api.call('deleteUserSessions', { path });
      expect([status, String(headers['set-cookie'])]).toEqual([
        204,
        expect.stringContaining('callboard_session=;'),
      ]);
      await second.api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      const member = await aPerson('member');
      await member.api.fails('deleteUserSessions', { path }, 403, 'FORBIDDEN');
      await owner.fails('deleteUserSessions', { path: { id: 'usr_none' } }, 404, 'NOT_FOUND');
    });
  });
});
