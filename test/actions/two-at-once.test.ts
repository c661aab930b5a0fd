import type { components } from '../../generated/types';
import { transact } from '../../src/platform/db/transaction';
import { newId } from '../../src/platform/ids';
import { HOUR, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import type { ApiClient, Called } from '../../scripts/requests/client';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { nextNumber } from '../support/rows';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { verbs, type Shared, type Start, type Subject, type Verb } from '../support/two-at-once';

type Row = Record<string, unknown>;

// Verbs that lock their action first take turns, as all transactions do on SQLite. So few rounds
// show what many would. Without the lock of claimNext, each fourth round with an assignment shows
// it, so the 16 of a start miss it once in a hundred runs.
const readsBeforeLocks = new Set(['claimNext', 'reopen', 'reject', 'close']);
const roundsOf = (pair: readonly string[], dialect: Dialect): number => {
  if (dialect === 'sqlite') return 2;
  return pair.some((name) => readsBeforeLocks.has(name)) ? 32 : 6;
};
const minutes = 60_000;

/** The columns of an action, and what else a pair of verbs can change. */
const columns = [
  'status',
  'title',
  'assigned_actor_id',
  'review_state',
  'result_summary',
  'waits_for_answer',
  'version',
  'claimed_by_actor_id',
  'claim_generation',
  'claim_worker',
  'last_claimed_by_actor_id',
];

const names = Object.keys(verbs);
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other]));

describeOnEachDatabase('Two verbs on one action at once', (database, dialect) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let shared: Shared;
  let models: Readonly<Record<'project' | 'action' | 'blocker', Row>>;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const { person } = given;
    const project = await person.ok('createProject', { body: { title: 'Stage' } });
    // Parallel, or only the first of the moved actions could be claimed.
    const other = await person.ok('createProject', {
      body: { title: 'Elsewhere', work_mode: 'parallel' },
    });
    const action = await person.ok('createAction', {
      body: {
        title: 'Hang the lights',
        status: 'ready',
        project_id: project.id,
        requires_review: true,
        repeat_rule: { type: 'from_completion', unit: 'day', interval: 1 },
      },
    });
    const blocker = await person.ok('createAction', { body: { title: 'Buy the lights' } });
    const rowOf = async (table: string, id: string): Promise<Row> => {
      const row: Row | undefined = await database().knex(table).where({ id }).first();
      return row ?? {};
    };
    models = {
      project: await rowOf('projects', project.id),
      action: await rowOf('actions', action.id),
      blocker: await rowOf('actions', blocker.id),
    };
    shared = {
      agentId: given.agent.id,
      personId: given.owner.owner.id,
      otherProjectId: other.id,
    };
  });
  afterAll(() => app.close());

  const startingFrom = (start: Start, worker: string): Row => {
    const actorId = given.agent.actor_id;
    const claim = {
      claimed_by_actor_id: actorId,
      claim_generation: 1,
      claim_lease_seconds: 900,
      claim_expires_at: addMilliseconds(new Date().toISOString(), HOUR),
      claim_worker: worker,
    };
    const ended = {
      status: 'done',
      result_summary: 'They hang.',
      completed_at: new Date().toISOString(),
      completed_by_actor_id: actorId,
      assigned_actor_id: actorId,
    };
    if (start === 'pool') return {};
    if (start === 'done') return ended;
    return start === 'review' ? { ...ended, review_state: 'pending' } : claim;
  };

  const makeSubjects = async (start: Start, count: number): Promise<Subject[]> => {
    const workspace_id = given.workspaceId;
    const now = new Date().toISOString();
    const subjects = Array.from({ length: count }, () => ({
      id: newId('act', now),
      projectId: newId('prj', now),
      blockerId: newId('act', now),
      worker: newId('act', now),
    }));
    await transact(database(), async (transaction) => {
      const insert = (table: string, rows: readonly Row[]) =>
        transaction.write((db) => db(table).insert([...rows]));
      await insert(
        'projects',
        subjects.map(({ projectId }) => ({ ...models.project, id: projectId })),
      );
      await insert(
        'actions',
        subjects.flatMap(({ id, projectId, blockerId, worker }) => [
          {
            ...models.action,
            id,
            number: nextNumber(),
            project_id: projectId,
            ...startingFrom(start, worker),
          },
          { ...models.blocker, id: blockerId, number: nextNumber() },
        ]),
      );
      if (start !== 'blocked') return;
      const by = { created_by_actor_id: shared.personId, created_at: new Date().toISOString() };
      await insert(
        'action_blockers',
        subjects.map(({ id, blockerId }) => ({
          workspace_id,
          action_id: id,
          blocker_id: blockerId,
          ...by,
        })),
      );
    });
    return subjects;
  };

  const send = async (verb: Verb, subject: Subject): Promise<string> => {
    const api: ApiClient = verb.by === 'person' ? given.person : given.worker;
    const { status, body }: Called = await api.send(verb.operation, verb.input(subject, shared));
    const { code, reason } = fieldsOf(body);
    if (status >= 500)
      throw new Error(`${verb.operation}: ${status}\n${app.logs.slice(-3).join('\n')}`);
    return [status, code, reason].filter((part) => part !== undefined).join(' ');
  };

  // The state of each subject, without what differs from one to another.
  const statesOf = async (subjects: readonly Subject[]): Promise<string[]> => {
    const { knex } = database();
    const ids = subjects.map(({ id }) => id);
    const actions: Row[] = await knex('actions').whereIn('id', ids);
    const spawned: Row[] = await knex('actions').whereIn('spawned_from_action_id', ids);
    const projects: Row[] = await knex('projects').whereIn(
      'id',
      subjects.map(({ projectId }) => projectId),
    );
    const edges: Row[] = await knex('action_blockers').whereIn('action_id', ids);
    const questions: Row[] = await knex('agent_requests').whereIn('action_id', ids);
    const events: Row[] = await knex('events').whereIn('action_id', ids).orderBy('id');
    return subjects.map(({ id, projectId, worker }) => {
      const action = actions.find((row) => row['id'] === id) ?? {};
      const own = (rows: readonly Row[], key = 'action_id') =>
        rows.filter((row) => row[key] === id);
      return JSON.stringify({
        ...Object.fromEntries(columns.map((name) => [name, plain(action[name], worker)])),
        moved: action['project_id'] !== projectId,
        expires: action['claim_expires_at'] !== null,
        project: projects.find((row) => row['id'] === projectId)?.['state'],
        blockers: own(edges).length,
        spawned: own(spawned, 'spawned_from_action_id').map((row) => row['status']),
        questions: own(questions).map((row) => row['dismissed_at'] === null),
        events: own(events)
          .map((row) => String(row['kind']))
          .toSorted(),
      });
    });
  };

  const outcomes = async (
    subjects: readonly Subject[],
    perform: (subject: Subject, index: number) => Promise<readonly string[]>,
  ): Promise<string[]> => {
    const replies = await Promise.all(subjects.map(perform));
    const states = await statesOf(subjects);
    return states.map((state, index) => `${(replies[index] ?? []).join(' | ')}\n${state}`);
  };

  const oneAfterTheOther = async (start: Start, one: Verb, other: Verb): Promise<string[]> => {
    const subjects = await makeSubjects(start, 2);
    return outcomes(subjects, async (subject, index) => {
      if (index === 0) return [await send(one, subject), await send(other, subject)];
      const last = await send(other, subject);
      return [await send(one, subject), last];
    });
  };

  test.each(pairs)(
    '%s and %s are as if one came after the other',
    async (oneName = '', otherName = '') => {
      const [one, other] = [verbs[oneName], verbs[otherName]];
      if (one === undefined || other === undefined) throw new Error('The table has no such verb.');
      const starts = [...new Set([one.from, other.from])];
      for (const start of starts) {
        const explained = await oneAfterTheOther(start, one, other);
        const rounds = roundsOf([oneName, otherName], dialect) / starts.length;
        // Each is sent first at least once.
        const subjects = await makeSubjects(start, Math.max(2, rounds));
        const found = await outcomes(subjects, (subject, index) => {
          if (index % 2 === 0) return Promise.all([send(one, subject), send(other, subject)]);
          const last = send(other, subject);
          return Promise.all([send(one, subject), last]);
        });
        expect({ start, found: found.filter((outcome) => !explained.includes(outcome)) }).toEqual({
          start,
          found: [],
        });
      }
    },
    minutes,
  );
});

function plain(value: unknown, worker: string): unknown {
  if (value === worker) return 'worker';
  if (typeof value === 'boolean') return value;
  return /^\d+$/.test(String(value)) ? Number(value) !== 0 && Number(value) : value;
}

// An error, or a success that may say why it returns no record.
function fieldsOf(body: unknown): Partial<components['schemas']['Error']> & { reason?: string } {
  return typeof body === 'object' && body !== null ? body : {};
}
