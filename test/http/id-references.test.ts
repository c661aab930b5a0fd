import document from '../../generated/openapi.json';
import { asObject, below, follow, valueAt } from '../../scripts/generate/json';
import { operationsOf } from '../../scripts/generate/operations';
import { idKinds, isIdKind, kindOfId } from '../../src/platform/ids';
import { isRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import {
  bodyOf,
  exampleOf,
  forAgents,
  operationIds,
  queryOf,
} from '../../scripts/requests/operations';

/** A parameter, or a field of a body, that takes an id. */
interface IdInput {
  readonly id: (typeof operationIds)[number];
  readonly location: 'path' | 'query' | 'body';
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const isOperation = (id: string): id is IdInput['id'] => operationIds.some((each) => each === id);

/** Every parameter and field of a body whose schema is that of an id. */
const idInputs: readonly IdInput[] = operationsOf(document).flatMap((found): IdInput[] => {
  const id = String(found.operation['operationId']);
  // Operations of other protocols judge their parameters themselves.
  if ('x-protocol' in found.operation) return [];
  if (!isOperation(id)) throw new Error(`${id} is not generated.`);
  const parameters = found.parameters.flatMap(({ value }): IdInput[] => {
    const location = value['in'];
    if (location !== 'path' && location !== 'query') return [];
    return [{ id, location, name: String(value['name']), schema: asObject(value['schema']) }];
  });
  const body = below(found.pointer, 'requestBody', 'content', 'application/json', 'schema');
  const { properties } = follow(document, body).value;
  const fields = Object.entries(asObject(properties)).map(([name, schema]): IdInput => ({
    id,
    location: 'body',
    name,
    schema: asObject(schema),
  }));
  return [...parameters, ...fields].filter(({ name, schema }) => isId(name, schema));
});

function isId(name: string, schema: Readonly<Record<string, unknown>>): boolean {
  const shared = String(asObject(schema['items'])['$ref'] ?? schema['$ref']);
  // A source key is no id, and a subject may be of any kind.
  const isOther = name === 'source_key' || name === 'subject_id';
  return /\/(Nullable)?Id$|ProposalId$/.test(shared) && !isOther;
}

function kindOf({ schema }: IdInput): unknown {
  const { $ref: ref } = schema;
  const own = schema['x-id-of'] ?? asObject(schema['items'])['x-id-of'];
  return own ?? (typeof ref === 'string' ? asObject(valueAt(document, ref))['x-id-of'] : undefined);
}

describe('The ids that the contract asks for', () => {
  test('name the kind of their record', () => {
    const silent = idInputs.filter((input) => !isIdKind(String(kindOf(input))));
    expect(silent.map(({ id, location, name }) => `${id} ${location}/${name}`)).toEqual([]);
    expect(idInputs.length).toBeGreaterThan(100);
  });

  test('begin with the prefix of their kind', () => {
    for (const { value } of operationsOf(document).flatMap(({ parameters }) => parameters)) {
      const kind = asObject(value['schema'])['x-id-of'];
      const example = exampleOf(value);
      const first = String([example].flat()[0]);
      if (typeof kind === 'string' && example !== undefined && first !== 'me') {
        expect([value['name'], kindOfId(first)]).toEqual([value['name'], kind]);
      }
    }
  });
});

describeOnDatabase('sqlite', 'The id of another kind', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const others = idInputs.filter(({ location }) => location !== 'body');
  const fields = idInputs.filter(({ location }) => location === 'body');

  const refuse = async (input: IdInput) => {
    const { id, location, name } = input;
    const kind = kindOf(input);
    const wrong = kind === 'action' ? idKinds.project : idKinds.action;
    const value = `${wrong.prefix}_01JZ0000000000000000000099`;
    const sent = name === 'ids' ? [value] : value;
    const path = { id: exampleId(id, 'id'), blocker_id: exampleId(id, 'blocker_id') };
    const api = forAgents(id) ? given.worker : given.person;
    const response = await api.send(id, {
      path: location === 'path' ? { ...path, [name]: sent } : path,
      query: location === 'query' ? { ...queryOf(id), [name]: sent } : queryOf(id),
      body: location === 'body' ? { ...bodyOf(id), [name]: sent } : bodyOf(id),
    });
    // Some operations are for sysadmin agents or owners, which only the session is.
    if (response.status !== 403) return response;
    return given.person.send(id, {
      path: location === 'path' ? { ...path, [name]: sent } : path,
      query: location === 'query' ? { ...queryOf(id), [name]: sent } : queryOf(id),
      body: location === 'body' ? { ...bodyOf(id), [name]: sent } : bodyOf(id),
    });
  };

  const exampleId = (id: string, name: string): string => {
    const found = operationsOf(document).find(({ operation }) => operation['operationId'] === id);
    const parameter = found?.parameters.find(({ value }) => value['name'] === name);
    return String(exampleOf(parameter?.value ?? {}));
  };

  test.each([...others, ...fields].map((input): [string, IdInput] => [titleOf(input), input]))(
    'is refused as %s',
    async (_title, input) => {
      const { status, body } = await refuse(input);
      expect([status, isRecord(body) && body['code']]).toEqual([400, 'VALIDATION_FAILED']);
      const at = `${input.location}/${input.name}${input.name === 'ids' ? '/0' : ''}`;
      const { noun } = idKinds[kindIn(input)];
      expect(body).toMatchObject({
        issues: expect.arrayContaining([
          expect.objectContaining({
            path: at,
            message: expect.stringContaining(`${at} must be the id of ${noun} (`),
          }),
        ]),
      });
    },
  );

  function titleOf({ id, location, name }: IdInput): string {
    return `${location}/${name} of ${id}`;
  }

  function kindIn(input: IdInput): keyof typeof idKinds {
    const kind = String(kindOf(input));
    if (!isIdKind(kind)) throw new Error(`${kind} is no kind.`);
    return kind;
  }

  test('is told the field that takes it', async () => {
    const messageOf = async (body: object): Promise<string> =>
      (await given.worker.fails('createAction', { body }, 400, 'VALIDATION_FAILED')).message;
    const { id, actor_id } = given.agent;
    expect(await messageOf({ title: 'x', assigned_actor_id: id })).toBe(
      'body/assigned_actor_id must be the id of an actor (atr_…), not of an agent; send it as assigned_agent_id.',
    );
    expect(await messageOf({ title: 'x', assigned_agent_id: actor_id })).toBe(
      'body/assigned_agent_id must be the id of an agent (agt_…), not of an actor; send it as assigned_actor_id.',
    );
    const listed = await given.worker.fails(
      'listActions',
      { query: { assigned_actor_id: id } },
      400,
      'VALIDATION_FAILED',
    );
    expect(listed.message).toBe(
      'query/assigned_actor_id must be the id of an actor (atr_…), not of an agent; send its actor_id.',
    );
  });

  test('is refused in the payload of a proposal', async () => {
    const payload = {
      id: 'act_01JZ0000000000000000000003',
      assigned_actor_id: given.agent.id,
    };
    const body = { operation: 'updateAction', payload, title: 'x' } as const;
    const { issues } = await given.worker.fails(
      'createProposal',
      { body },
      400,
      'VALIDATION_FAILED',
    );
    expect(issues.map(({ path }) => path)).toEqual(['body/payload/assigned_actor_id']);
  });

  test('a text without a known prefix names no record', async () => {
    const query = { assigned_actor_id: 'nobody' };
    expect((await given.worker.ok('listActions', { query })).items).toEqual([]);
    await given.worker.fails('getAction', { path: { id: 'x_1' } }, 404, 'NOT_FOUND');
    await given.worker.fails('getAction', { path: { id: 'act_none' } }, 404, 'NOT_FOUND');
  });
});

describeOnEachDatabase('me', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  const me = { path: { id: 'me' } };

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  test('is the calling agent in a path', async () => {
    const { worker, agent } = given;
    expect((await worker.ok('getAgent', me)).id).toBe(agent.id);
    expect((await worker.ok('getAgentOverview', me)).me.id).toBe(agent.id);
    await worker.ok('getAgentAttention', me);
    const { id } = await worker.ok('createAction', { body: { title: 'Mine', status: 'ready' } });
    expect((await worker.ok('getAgentQueue', me)).items.map((one) => one.id)).toContain(id);
    expect((await worker.ok('claimNextAction', { ...me, body: {} })).action?.id).toBe(id);
    await worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
  });

  test('of a person is no agent', async () => {
    for (const [id, input] of [
      ['getAgent', me],
      ['listQuestions', { query: { agent_id: 'me' } }],
      ['createAction', { body: { title: 'x', assigned_agent_id: 'me' } }],
    ] as const) {
      const { message } = await given.person.fails(id, input, 400, 'VALIDATION_FAILED');
      expect(message).toMatch(/must be the id of an agent: `me` is a person here\.$/);
    }
  });

  test('is the caller in a filter, which the response names by its id', async () => {
    const { worker, person, agent, owner } = given;
    const question = await worker.ok('createQuestion', { body: { question: '?', on_answer: 'x' } });
    for (const [id, query, applied] of [
      ['listQuestions', { agent_id: 'me' }, { agent_id: agent.id }],
      ['listProposals', { agent_id: 'me' }, { agent_id: agent.id }],
      ['listOrders', { agent_id: 'me' }, { agent_id: agent.id }],
      ['listDocuments', { created_by_actor_id: 'me' }, { created_by_actor_id: agent.actor_id }],
      ['listActions', { assigned_actor_id: 'me' }, { assigned_actor_id: agent.actor_id }],
    ] as const) {
      expect(await worker.ok(id, { query })).toMatchObject({ filters: applied });
    }
    const asked = await worker.ok('listQuestions', { query: { agent_id: 'me' } });
    expect(asked.items.map(({ id }) => id)).toEqual([question.id]);
    const query = { assigned_actor_id: 'me' } as const;
    expect((await person.ok('listQuestions', { query })).items).toMatchObject([
      { id: question.id, assigned_actor_id: owner.owner.id },
    ]);
  });

  test('is the caller in a body', async () => {
    const { worker, person, agent, owner } = given;
    const byActor = { body: { title: 'x', status: 'ready', assigned_actor_id: 'me' } } as const;
    expect((await worker.ok('createAction', byActor)).assigned_actor_id).toBe(agent.actor_id);
    const own = await person.ok('createAction', byActor);
    expect(own.assigned_actor_id).toBe(owner.owner.id);
    const both = { assigned_actor_id: 'me', assigned_agent_id: 'me' };
    const made = await worker.ok('createAction', { body: { title: 'x', ...both } });
    expect(made.assigned_agent_id).toBe(agent.id);
    const pool = await worker.ok('updateAction', {
      path: { id: made.id },
      body: { assigned_agent_id: null, status: 'ready' },
    });
    expect(pool.assigned_actor_id).toBeNull();
    const again = { path: { id: made.id }, body: { assigned_agent_id: 'me' } };
    expect((await worker.ok('updateAction', again)).assigned_actor_id).toBe(agent.actor_id);
  });

  test('and the own id are one request to repeat', async () => {
    const { worker, agent } = given;
    const body = { title: 'Once', assigned_actor_id: 'me', client_request_id: 'as me' };
    const first = await worker.ok('createAction', { body });
    const byId = await worker.send('createAction', {
      body: { ...body, assigned_actor_id: agent.actor_id },
    });
    expect(byId.body).toMatchObject({ id: first.id });
    expect(byId.headers['idempotent-replayed']).toBe('true');
    const byMe = await worker.send('createAction', { body });
    expect(byMe.headers['idempotent-replayed']).toBe('true');
  });

  test('is the asking agent in the payload of a proposal', async () => {
    const { worker, person, agent } = given;
    const { id } = await person.ok('createAction', { body: { title: 'Pool', status: 'ready' } });
    const proposal = await worker.ok('createProposal', {
      body: {
        operation: 'updateAction',
        title: 'Take it',
        payload: { id, assigned_actor_id: 'me' },
      },
    });
    expect(proposal.payload).toEqual({ id, assigned_actor_id: agent.actor_id });
    await person.ok('permitProposal', { path: { id: proposal.id } });
    const taken = await worker.ok('updateAction', {
      path: { id },
      body: { assigned_actor_id: 'me', permitted_proposal_id: proposal.id },
    });
    expect(taken.assigned_agent_id).toBe(agent.id);
  });
});
