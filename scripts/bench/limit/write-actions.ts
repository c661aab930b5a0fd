import { holds } from '../../../src/actions/action-rules';
import {
  findActionForUpdate,
  findProjectDomain,
  holdProject,
  insertAction,
  updateActionRow,
  type ActionRow,
} from '../../../src/actions/action-store';
import { bool } from '../../../src/platform/db/columns';
import { lockPlan } from '../../../src/plans';
import { checkReferences } from '../../../src/platform/db/references';
import { createActionReader } from './action';
import { compiled } from './compiled';
import type { Connection, Driver } from './driver';
import { newId, Refusal, textOf, type Answer, type Call } from './request';
import type { Write } from './write';

/** The time of samples, and the version that their statements set. */
export const sample: { readonly now: string; readonly version: number } = {
  now: '2001-02-03T04:05:06.007Z',
  version: 987_654_321,
};

/** Reads and locks the open action that a write is about, and answers it as it is afterwards. */
export function createActionWriter(driver: Driver) {
  const reader = createActionReader(driver);
  const lock = compiled(
    driver,
    { now: 'unused', workspaceId: '(workspace)', id: '(id)' },
    (hand, { workspaceId, id }) => findActionForUpdate(hand, workspaceId, id),
  );
  return {
    ...reader,
    async lockOpen(connection: Connection, { actor, id, now }: Call): Promise<ActionRow> {
      const row = await lock(connection, { now, workspaceId: actor.workspaceId, id });
      if (row === undefined) throw new Refusal(404, 'There is no such action.');
      if (row.status === 'done' || row.status === 'dropped')
        throw new Refusal(409, 'It has ended.');
      return row;
    },
    async answer(
      connection: Connection,
      { actor, now }: Call,
      id: string,
    ): Promise<Answer & { row: ActionRow }> {
      const row = await reader.row(connection, { now, workspaceId: actor.workspaceId, id });
      if (row === undefined) throw new Error('The action has gone.');
      const body = await reader.whole(connection, row, now);
      return { status: 200, body, headers: { ETag: `"${row.version}"` }, row };
    },
  };
}

/** createAction, as far as the benchmark asks: a ready action of the calling agent in a project. */
export function createCreateAction(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const place = { now: 'unused', workspaceId: '(workspace)', project: '(project)' };
  const check = compiled(driver, place, (hand, { workspaceId, project }) =>
    checkReferences(hand, workspaceId, [
      { path: 'body/project_id', thing: 'a project', table: 'projects', id: project },
    ]),
  );
  const cap = compiled(driver, { now: 'unused', workspaceId: '(workspace)' }, (hand, given) =>
    lockPlan(hand, given.workspaceId),
  );
  const hold = compiled(driver, place, (hand, { workspaceId, project }) =>
    holdProject(hand, workspaceId, project),
  );
  const domainOf = compiled(driver, place, (hand, { workspaceId, project }) =>
    findProjectDomain(hand, workspaceId, project),
  );
  const insert = compiled(
    driver,
    {
      now: sample.now,
      workspaceId: '(workspace)',
      id: '(id)',
      actor: '(actor)',
      title: '(title)',
      details: '(details)',
      project: '(project)',
      domain: '(domain)',
    },
    (hand, { now, workspaceId, id, actor, title, details, project, domain }) =>
      insertAction(hand, {
        id,
        workspace_id: workspaceId,
        title,
        details,
        project_id: project,
        order_id: null,
        assigned_actor_id: actor,
        assigned_at: now,
        created_by_actor_id: actor,
        updated_by_actor_id: actor,
        is_template: false,
        status: 'ready',
        delegate_label: null,
        requirements: '[]',
        repeat_type: 'none',
        repeat_unit: null,
        repeat_interval: 0,
        defer_until: null,
        due_at: null,
        position: null,
        source_key: null,
        source_agent_request_id: null,
        input_payload: null,
        review_state: 'none',
        last_activity_at: now,
        created_at: now,
        updated_at: now,
        version: 1,
        domain_id: domain,
        requires_review: true,
      }),
  );

  return async (call, connection) => {
    const { actor, now, body } = call;
    const { workspaceId } = actor;
    const title = textOf(body, 'title');
    const project = textOf(body, 'project_id');
    if (title === null || project === null || body?.['status'] !== 'ready') {
      throw new Refusal(400, 'It takes a title, a project_id and the status ready.');
    }
    const at = { now, workspaceId, project };
    await check(connection, at);
    await cap(connection, at);
    await hold(connection, at);
    const domain = (await domainOf(connection, at)) ?? '';
    const id = newId('act', now);
    const details = textOf(body, 'details') ?? '';
    await insert(connection, { ...at, id, actor: actor.id, title, details, domain });
    const { row, ...answer } = await actions.answer(connection, call, id);
    const headers = { ...answer.headers, Location: `/v1/actions/${id}` };
    return {
      answer: { ...answer, status: 201, headers },
      told: { kind: 'action.created', summary: `${actor.name} added the action.`, action: row },
    };
  };
}

/** completeAction of an action that the calling agent made for itself. */
export function createCompleteAction(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const finish = compiled(
    driver,
    {
      now: sample.now,
      version: sample.version,
      workspaceId: '(workspace)',
      id: '(id)',
      actor: '(actor)',
      result: '(result)',
    },
    (hand, { now, version, workspaceId, id, actor, result }) =>
      updateActionRow(
        hand,
        { workspace_id: workspaceId, id },
        {
          status: 'done',
          result_summary: result,
          review_state: 'pending',
          reviewer_actor_id: null,
          reviewed_at: null,
          completed_by_actor_id: actor,
          completed_at: now,
          last_activity_at: now,
          assignee_active_at: now,
          claimed_by_actor_id: null,
          claim_expires_at: null,
          claim_lease_seconds: null,
          updated_at: now,
          updated_by_actor_id: actor,
          version,
        },
      ),
  );

  return async (call, connection) => {
    const { actor, now, id, body } = call;
    const { workspaceId } = actor;
    const result = textOf(body, 'result_summary');
    if (result === null) throw new Refusal(400, 'It takes a result_summary.');
    const row = await actions.lockOpen(connection, call);
    if (
      row.assigned_actor_id !== actor.id ||
      row.repeat_type !== 'none' ||
      !bool(row.requires_review)
    ) {
      throw new Refusal(403, 'It is not what the benchmark completes.');
    }
    const held = await actions.blockers(connection, { now, workspaceId, id });
    if (held.some(holds)) throw new Refusal(409, 'The action is blocked.');
    const version = row.version + 1;
    await finish(connection, { now, workspaceId, id, actor: actor.id, result, version });
    const { row: after, ...answer } = await actions.answer(connection, call, id);
    return {
      answer,
      told: {
        kind: 'action.completed',
        summary: `${actor.name} completed the action.`,
        action: after,
      },
    };
  };
}
