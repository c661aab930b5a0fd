import { addAgent, addToken, openSession, type TestApp } from '../app';
import { client, type ApiClient } from '../client';
import type { TestDatabase } from '../dialects';
import { aWorkspace, furnish } from '../given';
import { addPerson } from '../model/cast-call';
import { sessionCookieName } from '../../../src/platform/http/send';
import type { Pool } from './pool';

/** Who sends a request, and by what. */
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

/** Those that let nobody in. */
export const strangers: ReadonlySet<CredentialName> = new Set([
  'none',
  'bad token',
  'no token',
  'expired',
  'revoked',
  'bad cookie',
]);

/** Those by which an agent comes. */
export const agents: ReadonlySet<CredentialName> = new Set([
  'reader',
  'worker',
  'sysadmin',
  'paused',
]);

type Secret =
  'expired' | 'revoked' | 'reader' | 'worker' | 'sysadmin' | 'paused' | 'owner' | 'member';

/** The credentials of a workspace. */
export class Credentials {
  private readonly secrets = new Map<Secret, string>();

  private constructor(
    private readonly app: TestApp,
    private readonly database: TestDatabase,
    private readonly workspaceId: string,
  ) {}

  /** Makes a workspace with something of everything in it, and somebody for each credential. */
  static async begin(app: TestApp, database: TestDatabase, pool: Pool): Promise<Credentials> {
    const given = await aWorkspace(app, database);
    const made = new Credentials(app, database, given.workspaceId);
    made.secrets.set('owner', given.owner.cookie);
    made.secrets.set('worker', given.token);
    pool.keep('email', given.owner.email);
    pool.keep('password', given.owner.password);
    pool.keep('current_password', given.owner.password);
    const things = await furnish(given, 'of the fuzz');
    for (const id of Object.values(things)) pool.keep(id.split('_')[0] ?? '', id);
    await made.makeSpent(given.agent.id);
    await made.renew();
    return made;
  }

  /** The headers that show it. */
  headersOf(name: CredentialName): Record<string, string> {
    const cookie = (value: string): string => `${sessionCookieName}=${value}`;
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

  /** Replaces what requests have ended or changed: sessions, tokens, people and agents. */
  async renew(): Promise<void> {
    if (!(await this.isStill('owner', { role: 'owner' }))) {
      await this.makePerson('owner');
    }
    if (!(await this.isStill('member', { role: 'member' }))) {
      await this.makePerson('member');
    }
    const agents = [
      ['worker', 'active', 'worker'],
      ['reader', 'active', 'worker'],
      ['paused', 'paused', 'worker'],
      ['sysadmin', 'active', 'sysadmin'],
    ] as const;
    for (const [name, state, mode] of agents) {
      if (!(await this.isStill(name, { access_mode: mode, state })))
        await this.makeAgent(name, mode);
    }
  }

  private secret(name: Secret): string {
    const found = this.secrets.get(name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  }

  private async isStill(
    name: 'owner' | 'member' | 'worker' | 'reader' | 'paused' | 'sysadmin',
    wanted: { readonly role?: string; readonly access_mode?: string; readonly state?: string },
  ): Promise<boolean> {
    const secret = this.secrets.get(name);
    if (secret === undefined) return false;
    const shown = name === 'owner' || name === 'member' ? { cookie: secret } : { bearer: secret };
    const api = client(this.app, shown);
    if ((await api.send('getMe')).status !== 200) return false;
    const { role, access_mode: mode, agent } = await api.ok('getMe');
    return (
      (wanted.role ?? role) === role &&
      (wanted.access_mode ?? mode) === mode &&
      (wanted.state ?? agent?.state) === agent?.state
    );
  }

  private async makePerson(role: 'owner' | 'member'): Promise<void> {
    const person = await addPerson(this.database, this.workspaceId, role);
    this.secrets.set(role, await openSession(this.database, person));
  }

  private async makeAgent(
    name: 'worker' | 'reader' | 'paused' | 'sysadmin',
    mode: 'worker' | 'sysadmin',
  ): Promise<void> {
    const { agent, token } = await addAgent(
      this.app,
      { cookie: this.secret('owner') },
      { access_mode: mode, ...(name === 'reader' && { scopes: ['read'] }) },
    );
    await client(this.app, { bearer: token }).ok('getMe');
    if (name === 'paused') await this.person().ok('pauseAgent', { path: { id: agent.id } });
    this.secrets.set(name, token);
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
    await this.database
      .knex('tokens')
      .where({ workspace_id: this.workspaceId, id: expired?.id })
      .update({ expires_at: '2026-01-01T00:00:00.000Z' });
  }

  private person(): ApiClient {
    return client(this.app, { cookie: this.secret('owner') });
  }
}
