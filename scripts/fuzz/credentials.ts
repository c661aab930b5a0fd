import { asObject } from '../generate/json';
import { transact } from '../../src/platform/db/transaction';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import { addAgent, addToken, type TestApp } from '../servers/app';
import { type ApiClient, client } from '../requests/client';
import type { TestDatabase } from '../databases/test-database';
import { aWorkspace } from '../requests/given';
import { addPerson } from '../model/participants';
import { openSession } from '../servers/session';
import { type CreateRecords, someStates } from './create-states';
import type { Pool } from './pool';

/** The sender of a request and its credential. */
export const credentialNames = [
  'none',
  'bad token',
  'no token',
  'expired',
  'revoked',
  'reader',
  'worker',
  'sysadmin',
  'paused',
  'owner',
  'member',
  'foreign page',
  'bad cookie',
] as const;

export type CredentialName = (typeof credentialNames)[number];

/** The invalid credentials. */
export const invalidCredentials: ReadonlySet<CredentialName> = new Set([
  'none',
  'bad token',
  'no token',
  'expired',
  'revoked',
  'bad cookie',
]);

/** The credentials of agents. */
export const agents: ReadonlySet<CredentialName> = new Set([
  'reader',
  'worker',
  'sysadmin',
  'paused',
]);

type Secret =
  'expired' | 'revoked' | 'reader' | 'worker' | 'sysadmin' | 'paused' | 'owner' | 'member';

/**
 * The condition under which a credential that an operation may change still is as its name says.
 */
const roles = {
  owner: { role: 'owner' },
  member: { role: 'member' },
  worker: { mode: 'worker', state: 'active' },
  reader: { mode: 'worker', state: 'active' },
  paused: { mode: 'worker', state: 'paused' },
  sysadmin: { mode: 'sysadmin', state: 'active' },
} as const;

type Person = 'owner' | 'member';
type AgentName = Exclude<keyof typeof roles, Person>;

const isRole = (name: string): name is keyof typeof roles => Object.hasOwn(roles, name);

/** The credentials of a workspace. */
export class Credentials {
  private readonly secrets = new Map<Secret, string>();
  private readonly actors = new Map<CredentialName, string>();
  private readonly doubtful = new Set<keyof typeof roles>();

  private constructor(
    private readonly app: TestApp,
    private readonly database: TestDatabase,
    private readonly workspaceId: string,
    private readonly passwordHash: string,
    private readonly pool: Pool,
  ) {}

  /** Makes a workspace, creates its records by the given function, and makes each credential. */
  static async begin(
    app: TestApp,
    database: TestDatabase,
    pool: Pool,
    createRecords: CreateRecords,
  ): Promise<Credentials> {
    const given = await aWorkspace(app, database);
    const { password_hash: hash } = await database
      .knex('users')
      .where({ workspace_id: given.workspaceId, id: given.owner.owner.userId })
      .first('password_hash');
    const made = new Credentials(app, database, given.workspaceId, hash, pool);
    made.secrets.set('owner', given.owner.cookie);
    made.secrets.set('worker', given.token);
    pool.add('email', given.owner.email);
    pool.add('password', given.owner.password);
    pool.add('current_password', given.owner.password);
    for (const response of await createRecords(given)) pool.addResponse('', response);
    pool.addResponse('', given.agent);
    await made.makeSpent(given.agent.id);
    made.doubt();
    for (const name of Object.keys(roles)) if (isRole(name)) await made.ready(name);
    return made;
  }

  /** The headers with the credential. */
  headersOf(name: CredentialName): Record<string, string> {
    const cookie = (value: string): string => `${sessionCookieNames.secure}=${value}`;
    if (name === 'none') return {};
    if (name === 'no token') return { Authorization: 'Basic eDp5' };
    if (name === 'bad cookie') {
      return { Cookie: cookie('j:{"a":1}'), 'Sec-Fetch-Site': 'same-origin' };
    }
    if (name === 'foreign page') return { Cookie: cookie(this.secret('owner')) };
    if (name === 'owner' || name === 'member') {
      return { Cookie: cookie(this.secret(name)), Origin: `http://${this.app.host}` };
    }
    if (name === 'bad token') {
      return { Authorization: `Bearer ${this.secret('worker').replace(/.$/, '_')}` };
    }
    return { Authorization: `Bearer ${this.secret(name)}` };
  }

  /** The actor of the credential; undefined when it is invalid. */
  actorOf(name: CredentialName): string | undefined {
    return this.actors.get(name);
  }

  /** Notes that a request may have ended or changed sessions, tokens, people or agents. */
  doubt(): void {
    for (const name of Object.keys(roles)) if (isRole(name)) this.doubtful.add(name);
  }

  /** Replaces the credential if it no longer is as its name says. */
  async ready(name: CredentialName): Promise<void> {
    if (name === 'foreign page') return this.ready('owner');
    if (!isRole(name) || !this.doubtful.delete(name)) return;
    if (await this.isStill(name)) return;
    if (name === 'owner' || name === 'member') await this.makePerson(name);
    else await this.makeAgent(name);
    if (!(await this.isStill(name))) throw new Error(`There is no ${name}.`);
  }

  private secret(name: Secret): string {
    const found = this.secrets.get(name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  }

  private async isStill(name: keyof typeof roles): Promise<boolean> {
    const secret = this.secrets.get(name);
    if (secret === undefined) return false;
    const shown = name === 'owner' || name === 'member' ? { cookie: secret } : { bearer: secret };
    const { status, body } = await client(this.app, shown).send('getMe');
    if (status !== 200 || (await this.willExpire(secret))) return false;
    const me = asObject(body);
    const { role, access_mode: mode } = me;
    const { state } = asObject(me['agent']);
    this.actors.set(name, String(me['actor_id']));
    const wanted: { role?: string; mode?: string; state?: string } = roles[name];
    return (
      (wanted.role ?? role) === role &&
      (wanted.mode ?? mode) === mode &&
      (wanted.state ?? state) === state
    );
  }

  // A rotation with an overlap sets an expiry on the old token.
  private async willExpire(secret: string): Promise<boolean> {
    const [publicId = ''] = secret.split('_').slice(-2);
    const token = await this.database
      .knex('tokens')
      .where({ public_id: publicId })
      .first('expires_at');
    return token !== undefined && token.expires_at !== null;
  }

  private async makePerson(role: Person): Promise<void> {
    const person = await addPerson(this.database, this.workspaceId, role, this.passwordHash);
    this.secrets.set(role, await openSession(this.database, person));
    this.pool.add('email', `${person.userId}@example.com`);
  }

  private async makeAgent(name: AgentName): Promise<void> {
    await this.ready('owner');
    const { agent, token } = await addAgent(
      this.app,
      { cookie: this.secret('owner') },
      { access_mode: roles[name].mode, ...(name === 'reader' && { scopes: ['read'] }) },
    );
    await client(this.app, { bearer: token }).ok('getMe');
    if (name === 'paused') await this.person().ok('pauseAgent', { path: { id: agent.id } });
    this.secrets.set(name, token);
    this.pool.addResponse('', agent);
    if (name !== 'worker') return;
    // The plan may have changed to one whose cap is reached.
    await this.person().ok('updateWorkspace', { body: { plan: 'unlimited' } });
    const its = { person: this.person(), worker: client(this.app, { bearer: token }), agent };
    for (const response of await someStates(its)) this.pool.addResponse('', response);
  }

  private async makeSpent(agentId: string): Promise<void> {
    const owner = { cookie: this.secret('owner') };
    for (const name of ['expired', 'revoked'] as const) {
      this.secrets.set(name, await addToken(this.app, owner, agentId, ['read', 'write']));
    }
    const listed = await this.person().ok('listTokens', {
      path: { id: agentId },
      query: { sort: '-created_at', limit: 2 },
    });
    const [revoked, expired] = listed?.items ?? [];
    await this.person().ok('revokeToken', { path: { id: revoked?.id ?? '' } });
    const ended = { workspace_id: this.workspaceId, id: expired?.id ?? '' };
    // Use the server's own queue of writers, because another connection would block them.
    await transact(this.database, (transaction) =>
      transaction.write((db) =>
        db('tokens').where(ended).update('expires_at', '2026-01-01T00:00:00.000Z'),
      ),
    );
  }

  private person(): ApiClient {
    return client(this.app, { cookie: this.secret('owner') });
  }
}
