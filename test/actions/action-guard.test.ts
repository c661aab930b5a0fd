import type { components } from '../../generated/types';
import type { OperationId } from '../../src/platform/operation';
import { statusOf, type ErrorCode } from '../../src/platform/problems';
import { DAY, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Action = components['schemas']['Action'];

/** One fault of a request, or of the action that it names. */
interface Fault {
  readonly code: ErrorCode;
  /** Columns of the stored action. */
  readonly columns?: (fixture: Fixture) => object;
  readonly body?: (fixture: Fixture) => object;
  readonly blockerId?: (action: Action) => string;
  readonly caller?: 'boundAgent';
}

/** A verb on an action, with its faults in the order in which they must be reported. */
interface Verb {
  readonly caller: 'person' | 'worker';
  /** What a request without a fault needs. */
  readonly base?: Omit<Fault, 'code'>;
  readonly faults: Readonly<Record<string, Fault>>;
  /** Pairs of faults that exclude each other. */
  readonly exclusive?: readonly (readonly [string, string])[];
}

interface Fixture {
  readonly person: ApiClient;
  readonly worker: ApiClient;
  readonly boundAgent: ApiClient;
  readonly personId: string;
  readonly workerId: string;
  readonly otherAgentId: string;
  readonly foreignActionId: string;
}

const soon = (): string => addMilliseconds(new Date().toISOString(), DAY);
const past = (): string => addMilliseconds(new Date().toISOString(), -60 * SECOND);
const claimBy = (actorId: string, expires = soon()) => ({
  claimed_by_actor_id: actorId,
  claim_generation: 1,
  claim_lease_seconds: 900,
  claim_expires_at: expires,
});
const ended = { status: 'done', completed_at: '2026-01-02T03:04:05.000Z', result_summary: 'x' };

const invisible: Fault = { code: 'NOT_FOUND' };
const alreadyEnded: Fault = { code: 'ALREADY_TERMINAL', columns: () => ended };
const beyondCapabilities: Fault = {
  code: 'FORBIDDEN',
  columns: () => ({ requirements: '["flying"]' }),
};
const withoutApproval: Fault = { code: 'PROPOSAL_REQUIRED', caller: 'boundAgent' };
const stale: Fault = { code: 'STALE_VERSION' };
const claimedByAnother: Fault = {
  code: 'ALREADY_CLAIMED',
  columns: ({ otherAgentId }) => claimBy(otherAgentId),
};
const unknownAssignee: Fault = {
  code: 'INVALID_REFERENCE',
  body: () => ({ assigned_actor_id: 'atr_nobody' }),
};
const notInReview: Fault = { code: 'NOT_IN_REVIEW', columns: () => ({ review_state: 'approved' }) };
const ownWork: Fault = {
  code: 'SELF_REVIEW_FORBIDDEN',
  columns: ({ personId }) => ({ completed_by_actor_id: personId }),
};
const inReview = { columns: () => ({ ...ended, review_state: 'pending' }) };
const ownClaim = { columns: ({ workerId }: Fixture) => claimBy(workerId) };

const verbs: Partial<Record<OperationId, Verb>> = {
  updateAction: {
    caller: 'worker',
    base: { body: () => ({ title: 'Other lights' }) },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      reviewChosenByAgent: { code: 'FORBIDDEN', body: () => ({ requires_review: true }) },
      withoutApproval: {
        ...withoutApproval,
        body: ({ personId }) => ({ assigned_actor_id: personId }),
      },
      stale,
      claimedByAnother,
      unknownProject: { code: 'INVALID_REFERENCE', body: () => ({ project_id: 'prj_none' }) },
    },
  },
  completeAction: {
    caller: 'worker',
    base: { body: () => ({ result_summary: 'They hang.' }) },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      supersededClaim: { code: 'CLAIM_LOST', body: () => ({ claim_generation: 7 }) },
      claimedByAnother,
      template: { code: 'TEMPLATE_NOT_COMPLETABLE', columns: () => ({ is_template: true }) },
      unknownDocument: {
        code: 'INVALID_REFERENCE',
        body: () => ({ links: [{ document_id: 'doc_none' }] }),
      },
    },
  },
  dropAction: {
    caller: 'worker',
    base: { body: () => ({ reason: 'No need.' }) },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      withoutApproval,
      stale,
      claimedByAnother,
      unknownProposal: {
        code: 'INVALID_REFERENCE',
        body: () => ({ permitted_proposal_id: 'req_none' }),
      },
    },
    exclusive: [['withoutApproval', 'unknownProposal']],
  },
  claimAction: {
    caller: 'worker',
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      claimedByAnother,
      deferred: { code: 'NOT_CLAIMABLE', columns: () => ({ defer_until: soon() }) },
    },
  },
  releaseAction: {
    caller: 'worker',
    base: ownClaim,
    faults: {
      invisible,
      alreadyEnded,
      claimOfAnother: { ...claimedByAnother, code: 'FORBIDDEN' },
      stale,
      supersededClaim: { code: 'CLAIM_LOST', body: () => ({ claim_generation: 7 }) },
    },
    // A caller that names a superseded generation had a claim: see the test below.
    exclusive: [['claimOfAnother', 'supersededClaim']],
  },
  heartbeatAction: {
    caller: 'worker',
    base: ownClaim,
    faults: {
      invisible,
      alreadyEnded,
      claimOfAnother: { ...claimedByAnother, code: 'FORBIDDEN' },
      stale,
      expiredClaim: { code: 'CLAIM_LOST', columns: () => ({ claim_expires_at: past() }) },
    },
  },
  addBlocker: {
    caller: 'worker',
    base: { blockerId: () => '' },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      claimedByAnother,
      cycle: { code: 'DEPENDENCY_CYCLE', blockerId: ({ id }) => id },
    },
    exclusive: [['invisible', 'cycle']],
  },
  removeBlocker: {
    caller: 'worker',
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      claimedByAnother,
      unknownBlocker: { code: 'NOT_FOUND', blockerId: () => 'act_none' },
    },
  },
  reopenAction: {
    caller: 'person',
    base: { columns: () => ended },
    faults: {
      invisible,
      open: { code: 'NOT_TERMINAL', columns: () => ({ status: 'waiting' }) },
      stale,
      unknownAssignee,
    },
  },
  approveAction: {
    caller: 'person',
    base: inReview,
    faults: { invisible, notInReview, ownWork, stale },
  },
  rejectAction: {
    caller: 'person',
    base: { ...inReview, body: () => ({ reason: 'Page seven is missing.' }) },
    faults: { invisible, notInReview, ownWork, stale, unknownAssignee },
  },
};

const entries = Object.entries(verbs).flatMap(([id, verb]) => (verb ? [[id, verb] as const] : []));
const operations = Object.keys(verbs).filter((id): id is OperationId => id in verbs);

describeOnEachDatabase('The guard of the verbs on an action', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let fixture: Fixture;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const theirs = await aWorkspace(app, database());
    const other = await addAgent(app, given.owner);
    const bound = await addAgent(app, given.owner, { requires_proposals: true });
    fixture = {
      person: given.person,
      worker: given.worker,
      boundAgent: client(app, { bearer: bound.token }),
      personId: given.owner.owner.id,
      workerId: given.agent.actor_id,
      otherAgentId: other.agent.actor_id,
      foreignActionId: (await create(theirs.person)).id,
    };
  });
  afterAll(() => app.close());

  const create = (by: ApiClient) =>
    by.ok('createAction', { body: { title: 'Hang the lights', status: 'ready' } });
  const columnsOf = (id: string) => database().knex('actions').where({ id }).first();

  /** An action for the verb, and another one that can block it or already does. */
  const prepare = async (operation: OperationId) => {
    const [action, blocker] = [await create(given.person), await create(given.person)];
    const edge = { path: { id: action.id, blocker_id: blocker.id } };
    if (operation === 'removeBlocker') await given.person.ok('addBlocker', edge);
    return { action, blocker };
  };

  /** Sends the verb with these faults of the request and of the action. */
  const attempt = async (
    operation: OperationId,
    { action, blocker }: { readonly action: Action; readonly blocker: Action },
    names: readonly string[],
  ) => {
    const verb = verbs[operation];
    if (verb === undefined) throw new Error(`${operation} is in no table.`);
    const chosen = names.flatMap((name) => verb.faults[name] ?? []);
    const parts = [verb.base ?? {}, ...chosen.toReversed()];
    const columns: object = Object.assign({}, ...parts.map((part) => part.columns?.(fixture)));
    if (Object.keys(columns).length > 0) {
      await database().knex('actions').where({ id: action.id }).update(columns);
    }
    const before: unknown = await columnsOf(action.id);
    const bodies = parts.flatMap((part) => part.body?.(fixture) ?? []);
    const blockerId = chosen.find((fault) => fault.blockerId)?.blockerId?.(action) ?? blocker.id;
    const caller = chosen.find((fault) => fault.caller)?.caller ?? verb.caller;
    const response = await fixture[caller].send(operation, {
      path: {
        id: names.includes('invisible') ? fixture.foreignActionId : action.id,
        ...(operation.endsWith('Blocker') ? { blocker_id: blockerId } : {}),
      },
      ...(names.includes('stale') ? { header: { 'If-Match': '"99"' } } : {}),
      ...(bodies.length > 0 ? { body: Object.assign({}, ...bodies) } : {}),
    });
    return { response, before, after: await columnsOf(action.id) };
  };

  test.each(operations)('%s succeeds without a fault', async (operation) => {
    const { response } = await attempt(operation, await prepare(operation), []);
    expect([200, 204]).toContain(response.status);
  });

  const pairs = entries.flatMap(([operation, { faults, exclusive = [] }]) => {
    const names = Object.keys(faults);
    const excluded = new Set(exclusive.map((pair) => pair.join()));
    return names.flatMap((first, index) =>
      names
        .slice(index)
        .filter((second) => !excluded.has([first, second].join()))
        .flatMap((second) => {
          const code = faults[first]?.code;
          return code === undefined ? [] : [[operation, first, second, code] as const];
        }),
    );
  });

  test.each(operations)('%s reports the first of two faults and changes nothing', async (id) => {
    const actions = await prepare(id);
    const unchanged: object = await columnsOf(actions.action.id);
    for (const [operation, first, second, code] of pairs.filter(([of]) => of === id)) {
      const { response, before, after } = await attempt(id, actions, [...new Set([first, second])]);
      const name = `${operation}, ${first} and ${second}`;
      const error = code === 'ALREADY_TERMINAL' ? { code, details: { status: 'done' } } : { code };
      expect({ name, status: response.status, body: response.body }).toMatchObject({
        name,
        status: statusOf(code),
        body: error,
      });
      expect(after).toEqual(before);
      await database().knex('actions').where({ id: actions.action.id }).update(unchanged);
    }
  });

  test.each(['heartbeatAction', 'releaseAction'] as const)(
    '%s is CLAIM_LOST for an agent whose claim another agent took over',
    async (operation) => {
      const { id } = await create(given.person);
      await database().knex('actions').where({ id }).update(claimBy(fixture.otherAgentId));
      const input = { path: { id }, body: { claim_generation: 7 } };
      await given.worker.fails(operation, input, 409, 'CLAIM_LOST');
    },
  );

  test('a forbidden reassignment is reported before a stale version', async () => {
    const { id } = await create(given.person);
    const input = {
      path: { id },
      header: { 'If-Match': '"99"' },
      body: { assigned_actor_id: fixture.otherAgentId },
    };
    await given.worker.fails('updateAction', input, 403, 'FORBIDDEN');
  });
});
