import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import {
  Browser,
  consent,
  publicUrl,
  redeem,
  redirectUri,
  refresh,
  register,
  type TokenResponse,
} from '../support/oauth';
import { typescript } from '../support/program';

/** A process that redeems codes and refresh tokens on the database of the test. */
class Redeemer {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;

  constructor(url: string) {
    const script = join(__dirname, '..', 'support', 'oauth-process.ts');
    this.child = spawn(process.execPath, [...typescript, script, url, publicUrl]);
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const { value } = await this.lines.next();
    return String(value);
  }

  ask(clientId: string, fields: Readonly<Record<string, string>>): void {
    this.child.stdin.write(`${clientId}\t${new URLSearchParams(fields).toString()}\n`);
  }

  async answers(count: number): Promise<TokenResponse[]> {
    const found: TokenResponse[] = [];
    for (let at = 0; at < count; at += 1) found.push(JSON.parse(await this.line()));
    return found;
  }

  end(): void {
    this.child.stdin.end();
  }
}

describeOnEachDatabase('races of OAuth between two processes', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let browser: Browser;
  let clientId: string;
  let redeemers: readonly Redeemer[];

  beforeAll(async () => {
    app = await startApp(database(), { publicUrl });
    given = await aWorkspace(app, database());
    browser = new Browser(app, given.owner.cookie);
    clientId = (await register(app)).client_id;
    redeemers = [new Redeemer(database().url), new Redeemer(database().url)];
    await Promise.all(redeemers.map((redeemer) => redeemer.line()));
  });
  afterAll(async () => {
    for (const redeemer of redeemers) redeemer.end();
    await app.close();
  });

  /** The results of sending one form three times to each process at once. */
  const race = async (fields: Readonly<Record<string, string>>) => {
    for (let times = 0; times < 3; times += 1) {
      for (const redeemer of redeemers) redeemer.ask(clientId, fields);
    }
    const results = await Promise.all(redeemers.map((redeemer) => redeemer.answers(3)));
    return results.flat();
  };

  test('one redemption of a code wins, and the others end what it gave', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { redirect, verifier } = await consent(browser, clientId, given.agent.id);
      const results = await race({
        code: redirect.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const won = results.filter(({ error }) => error === undefined);
      expect(won).toHaveLength(1);
      expect(results.filter(({ error }) => error === 'invalid_grant')).toHaveLength(5);
      expect(await refresh(app, clientId, won[0]?.refresh_token)).toMatchObject({
        error: 'invalid_grant',
      });
      const { items } = await given.person.ok('listOauthGrants');
      expect(items).toEqual([]);
      const query = { kind: ['oauth_grant.revoked' as const], limit: 200 };
      const ended = await given.person.ok('readEvents', { query });
      expect(ended.items).toHaveLength(round + 1);
    }
  });

  test('all uses of a refresh token have one successor', async () => {
    let { refresh_token: token } = await redeem(
      app,
      clientId,
      await consent(browser, clientId, given.agent.id),
    );
    for (let round = 0; round < 5; round += 1) {
      const results = await race({ refresh_token: token ?? '' });
      expect(new Set(results.map(({ refresh_token: successor }) => successor)).size).toBe(1);
      expect(new Set(results.map(({ access_token: access }) => access)).size).toBe(6);
      token = results[0]?.refresh_token;
    }
    const { refresh_token: last } = await refresh(app, clientId, token);
    expect(last).toMatch(/^cbf_/);
  });
});
