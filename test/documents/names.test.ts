import fc from 'fast-check';
import { nameKey } from '../../src/platform/name-key';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const password = 'correct horse battery staple';

/** Ways to write a name so that it looks like `Ada Stage`. */
const alike = [
  'Ada Stage',
  'ADA STAGE',
  '  ada \u00a0 stage ',
  'Ａｄａ Ｓｔａｇｅ',
  'A\u200bda\u00ad Stage\ufe0f',
  '\u202eAda\u202c Stage',
  'Ada\tSta\u2060ge',
  'Ada\u3164 Stage',
  'AdaStage',
  'Ada\ufffc St\u{16fe4}age\u{1d159}',
];

describe('nameKey', () => {
  test.each(alike)('is one for %j', (name) => {
    expect(nameKey(name)).toBe(nameKey('Ada Stage'));
  });

  test('folds what has no lower case of its own', () => {
    expect(nameKey('Straße')).toBe(nameKey('STRASSE'));
    expect(nameKey('STRAẞE')).toBe(nameKey('STRASSE'));
    expect(nameKey('Σίσυφος')).toBe(nameKey('ΣΊΣΥΦΟΣ'));
    expect(nameKey('ﬁne')).toBe(nameKey('FINE'));
  });

  test('differs for other names', () => {
    const names = ['Ada Stage', 'Ada Stagé', 'Ada Stage 2', 'Bo'];
    expect(new Set(names.map(nameKey)).size).toBe(names.length);
  });

  test('ignores case and normalisation of any name, and has a fixed size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (name) => {
        const key = nameKey(name);
        expect(key).toHaveLength(43);
        expect(nameKey(name.toUpperCase())).toBe(key);
        expect(nameKey(` ${name}\u200b`)).toBe(key);
        expect(nameKey(name.normalize('NFD'))).toBe(key);
      }),
    );
  });
});

describeOnEachDatabase('Names of actors', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    await database().knex('sign_in_attempts').delete();
  });

  const named = (name: string) => given.person.call('createAgent', { body: { name } });

  async function tokenFor(name?: string): Promise<string> {
    const email = `guest-${Math.random().toString(36).slice(2)}@example.com`;
    const body = { email, role: 'member', ...(name !== undefined && { name }) } as const;
    const { token } = await given.person.ok('createInvitation', { body });
    if (token === undefined) throw new Error('createInvitation returned no token.');
    return token;
  }

  const join = (token: string, name: string) =>
    client(app).call('acceptInvitation', { body: { token, password, name } });

  const rename = (name: string) =>
    given.person.call('updateUser', { path: { id: given.owner.owner.userId }, body: { name } });

  test('an agent takes no name of a person or of another agent, however it is written', async () => {
    expect((await rename('Ada Stage')).status).toBe(200);
    const { id } = await given.person.ok('createAgent', { body: { name: 'Bo Stage' } });
    for (const name of alike) {
      const problem = await given.person.fails(
        'createAgent',
        { body: { name } },
        409,
        'NAME_TAKEN',
      );
      expect(problem).toMatchObject({
        details: { name },
        issues: [{ path: 'body/name', code: 'NAME_TAKEN' }],
      });
      const input = { path: { id }, body: { name } };
      await given.person.fails('updateAgent', input, 409, 'NAME_TAKEN');
    }
    expect((await named('BO STAGE')).status).toBe(409);
    expect((await named('Callboard')).status).toBe(409);
    expect((await named('\u200b\u200b')).status).toBe(409);
    const input = { path: { id }, body: { name: 'BO STAGE' } };
    expect((await given.person.ok('updateAgent', input)).name).toBe('BO STAGE');
  });

  test('people share names among themselves, but take none of an agent', async () => {
    await given.person.ok('createAgent', { body: { name: 'Scribe' } });
    const token = await tokenFor();
    const refused = await join(token, 'scribe\u200b');
    expect(refused).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect((await join(token, given.owner.owner.name)).status).toBe(201);
    expect(await rename('SCRIBE')).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect((await rename('Bo')).status).toBe(200);
    expect((await join(await tokenFor('Bo'), 'Bo')).status).toBe(201);
  });

  test('revoked agents and deactivated people keep their names', async () => {
    const { id } = await given.person.ok('createAgent', { body: { name: 'Gone' } });
    await given.person.ok('revokeAgent', { path: { id } });
    expect((await named('gone')).status).toBe(409);
    const { user } = await client(app).ok('acceptInvitation', {
      body: { token: await tokenFor(), password, name: 'Departed' },
    });
    await given.person.ok('deactivateUser', { path: { id: user.id } });
    expect((await named('departed')).status).toBe(409);
  });

  test('existing doubles stay until they are renamed', async () => {
    const { id, actor_id: actorId } = await given.person.ok('createAgent', {
      body: { name: 'Double' },
    });
    const name = given.owner.owner.name;
    await database()
      .knex('actors')
      .where({ id: actorId })
      .update({ name, name_key: nameKey(name) });
    const path = { id };
    expect((await given.person.ok('updateAgent', { path, body: { name, icon: '🖋' } })).icon).toBe(
      '🖋',
    );
    const body = { name: name.toUpperCase() };
    await given.person.fails('updateAgent', { path, body }, 409, 'NAME_TAKEN');
    await given.person.ok('updateAgent', { path, body: { name: 'Single' } });
    await given.person.fails('updateAgent', { path, body: { name } }, 409, 'NAME_TAKEN');
  });

  test('of an agent and people who want a name at the same time, only one kind gets it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const name = `Wanted ${round}`;
      const token = await tokenFor();
      const { id } = await given.person.ok('createAgent', { body: { name: `Other ${round}` } });
      const path = { id };
      const agents = [
        named(name),
        named(name.toUpperCase()),
        given.person.call('updateAgent', { path, body: { name: `${name}\u200b` } }),
      ];
      const people = [join(token, name.toLowerCase()), rename(name)];
      const succeeded = async (calls: readonly Promise<{ readonly status: number }>[]) =>
        (await Promise.all(calls)).filter(({ status }) => status < 300).length;
      const [ofAgents, ofPeople] = await Promise.all([succeeded(agents), succeeded(people)]);
      expect([ofAgents, ofPeople]).toEqual(ofAgents === 0 ? [0, expect.any(Number)] : [1, 0]);
      expect(ofAgents + ofPeople).toBeGreaterThan(0);
    }
  });
});
