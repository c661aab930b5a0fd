import document from '../../generated/openapi.json';
import { operationsById } from '../../scripts/conformance/lookup';
import { asList, asObject, below, follow } from '../../scripts/generate/json';
import type { JsonRecord } from '../../src/platform/json';
import { addToken, startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import {
  aWorkspace,
  createRecordOfEachKind,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import { operationIds } from '../../scripts/requests/operations';
import { openSession } from '../../scripts/servers/session';

/** A workspace with one resource of each kind. */
interface Fixture {
  readonly app: TestApp;
  readonly given: GivenWorkspace;
  readonly records: RecordIds;
}

/**
 * Shows the effect of a body field: another value, and a request whose result depends on it.
 */
interface Probe {
  /** A value with another effect than the default. */
  readonly other: unknown;
  /** Sends the body with its required fields, and returns the result that depends on the value. */
  readonly see: (fixture: Fixture, body: object) => Promise<unknown>;
}

// Every request gets its own name, because some must be unique.
let sent = 0;
const name = (): string => `Thing ${(sent += 1)}`;

/** The seconds of a claim, which must be renewed after half of them. */
const leaseOf = ({ renew_after: half, expires_at: until }: JsonRecord): number =>
  (2 * (Date.parse(String(until)) - Date.parse(String(half)))) / 1000;

/** Ends the rights of a new member who created a token, and returns the status of the token. */
async function endCreator(
  app: TestApp,
  given: GivenWorkspace,
  end: (path: { readonly id: string }) => Promise<unknown>,
): Promise<number> {
  const { workspaceId, database } = given;
  const { userId } = await addPerson(database, workspaceId, 'member');
  const cookie = await openSession(database, { workspaceId, userId });
  const { token = '' } = await client(app, { cookie }).ok('createToken', {
    path: { id: given.agent.id },
    body: {},
  });
  await end({ id: userId });
  return (await client(app, { bearer: token }).send('getMe')).status;
}

const probes: Readonly<Record<string, Probe>> = {
  'createAction is_template': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createAction', { body: { title: 'x', ...body } })).is_template,
  },
  'createProject is_template': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createProject', { body: { title: 'x', ...body } })).is_template,
  },
  'createProject state': {
    other: 'paused',
    see: async ({ given }, body) =>
      (await given.person.ok('createProject', { body: { title: 'x', ...body } })).state,
  },
  'updateProject close_actions': {
    other: true,
    see: async ({ given }, body) => {
      const { id } = await given.person.ok('createProject', { body: { title: 'x' } });
      await given.person.ok('createAction', { body: { title: 'x', project_id: id } });
      const closing = { path: { id }, body: { state: 'dropped', ...body } };
      return (await given.person.send('updateProject', closing)).status;
    },
  },
  'updateUser revoke_created_tokens': {
    other: true,
    see: async ({ given, app }, body) =>
      endCreator(app, given, (path) => given.person.ok('updateUser', { path, body })),
  },
  'deactivateUser revoke_created_tokens': {
    other: true,
    see: async ({ given, app }, body) =>
      endCreator(app, given, (path) => given.person.ok('deactivateUser', { path, body })),
  },
  'createCheckin kind': {
    other: 'heartbeat',
    see: async ({ given, records }, body) => {
      const path = { id: records.order };
      return (await given.worker.ok('createCheckin', { path, body: { summary: 'x', ...body } }))
        .kind;
    },
  },
  'createOrder requires_proposals': {
    other: true,
    see: async ({ given }, body) => {
      const order = { name: name(), agent_id: given.agent.id, ...body };
      return (await given.person.ok('createOrder', { body: order })).requires_proposals;
    },
  },
  'createQuestion allow_free_text': {
    other: false,
    see: async ({ given }, body) => {
      const question = { question: 'x', on_answer: 'y', choices: ['a', 'b'], ...body };
      return (await given.worker.ok('createQuestion', { body: question })).allow_free_text;
    },
  },
  'createAgent requires_proposals': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createAgent', { body: { name: name(), ...body } }))
        .requires_proposals,
  },
  'createAgent can_review': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createAgent', { body: { name: name(), ...body } })).can_review,
  },
  'createAgent access_mode': {
    other: 'sysadmin',
    see: async ({ given }, body) =>
      (await given.person.ok('createAgent', { body: { name: name(), ...body } })).access_mode,
  },
  'claimAction lease_seconds': {
    other: 600,
    see: async ({ given, records }, body) => {
      const { claim } = await given.worker.ok('claimAction', {
        path: { id: records.action },
        body,
      });
      await given.worker.ok('releaseAction', { path: { id: records.action } });
      return leaseOf({ ...claim });
    },
  },
  'claimNextAction lease_seconds': {
    other: 600,
    see: async ({ given }, body) => {
      const path = { id: given.agent.id };
      const { action, claim } = await given.worker.ok('claimNextAction', { path, body });
      await given.worker.ok('releaseAction', { path: { id: action?.id ?? '' } });
      return leaseOf({ ...claim });
    },
  },
  'rotateToken overlap_seconds': {
    other: 600,
    see: async ({ app, given }, body) => {
      const bearer = await addToken(app, given.owner, given.agent.id, ['read']);
      const list = await given.person.ok('listTokens', { path: { id: given.agent.id } });
      const id = list.items[0]?.id ?? '';
      await given.person.ok('rotateToken', { path: { id }, body });
      return (await client(app, { bearer }).send('getMe')).status;
    },
  },
  'rotateWebhookSecret overlap_seconds': {
    other: 600,
    see: async ({ given }, body) => {
      const url = 'https://receiver.example.com/';
      const { id } = await given.person.ok('createWebhook', { body: { url } });
      const rotated = await given.person.ok('rotateWebhookSecret', { path: { id }, body });
      return rotated.overlap_ends_at === null;
    },
  },
  'createAgentWebhookSecret overlap_seconds': {
    other: 600,
    see: async ({ given }, body) => {
      const path = { id: given.agent.id };
      await given.person.ok('createAgentWebhookSecret', { path });
      const rotated = await given.person.ok('createAgentWebhookSecret', { path, body });
      return rotated.overlap_ends_at === null;
    },
  },
};

const operations = operationsById(document);

/** The body fields with a documented default: operation, field, default. */
const defaults = operationIds.flatMap((id) => {
  const body = below(operations.get(id)?.pointer ?? '#', 'requestBody');
  const { pointer } = follow(document, body);
  const fields = fieldsOf(below(pointer, 'content', 'application/json', 'schema'));
  return [...fields].map(([field, value]): [string, string, unknown] => [
    `${id} ${field}`,
    field,
    value,
  ]);
});

describe('The defaults of bodies', () => {
  test('each have a probe', () => {
    const without = defaults.map(([title]) => title).filter((title) => !(title in probes));
    expect({ 'add to the probes of test/http/body-defaults.test.ts': without }).toEqual({
      'add to the probes of test/http/body-defaults.test.ts': [],
    });
    expect(defaults.map(([title]) => title).toSorted()).toEqual(Object.keys(probes).toSorted());
  });
});

describeOnEachDatabase('An absent field', (database) => {
  let fixture: Fixture;

  beforeAll(async () => {
    const app = await startApp(database());
    const given = await aWorkspace(app, database());
    fixture = { app, given, records: await createRecordOfEachKind(given, 'of a default') };
  });
  afterAll(() => fixture.app.close());

  test.each(defaults)('%s has its documented default', async (title, field, value) => {
    const { other, see } = probes[title] ?? { other: undefined, see: () => Promise.resolve() };
    const without = await see(fixture, {});
    const stated = `${title} ${JSON.stringify(value)}`;
    expect({ [stated]: await see(fixture, { [field]: value }) }).toEqual({ [stated]: without });
    expect(await see(fixture, { [field]: other })).not.toEqual(without);
  });
});

function fieldsOf(start: string): ReadonlyMap<string, unknown> {
  const { pointer, value } = follow(document, start);
  return new Map([
    ...Object.keys(asObject(value['properties'])).flatMap((field): [string, unknown][] => {
      const schema = follow(document, below(pointer, 'properties', field)).value;
      return 'default' in schema ? [[field, schema['default']]] : [];
    }),
    ...asList(value['allOf']).flatMap((_, index) => [...fieldsOf(below(pointer, 'allOf', index))]),
  ]);
}
