import { isBlocking, requiresReview } from '../../../src/features/actions/action-rules';
import { insertAction, changeAction } from '../../../src/features/actions/action-store';
import { lockProjectShared } from '../../../src/features/actions/project-lock-store';
import { findProjectDomain } from '../../../src/features/actions/bulk/project-actions-store';
import { lockPlan } from '../../../src/shared/plans';
import { checkReferences } from '../../../src/platform/db/statements/references';
import { newId } from '../../../src/platform/ids';
import { createActionWriter } from './action-writer';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { Refusal, textOf } from './request';
import { sample } from './sample';
import type { Write } from './write';

/** createAction, as far as the benchmark asks: a ready action of the calling agent in a project. */
export function createCreateAction(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const { now, workspaceId, id, actor } = sample;
  const place = { now, workspaceId, project: '(project)' };
  const check = compiled(driver, place, (transaction, { workspaceId, project }) =>
    checkReferences(transaction, workspaceId, [
      { path: 'body/project_id', label: 'a project', table: 'projects', id: project },
    ]),
  );
  const cap = compiled(driver, { now, workspaceId }, (transaction, given) =>
    lockPlan(transaction, given.workspaceId),
  );
  const hold = compiled(driver, place, (transaction, { workspaceId, project }) =>
    lockProjectShared(transaction, workspaceId, project),
  );
  const domainOf = compiled(driver, place, (transaction, { workspaceId, project }) =>
    findProjectDomain(transaction, workspaceId, project),
  );
  const insert = compiled(
    driver,
    {
      now,
      workspaceId,
      id,
      actor,
      title: '(title)',
      details: '(details)',
      project: '(project)',
      domain: '(domain)',
    },
    (transaction, { now, workspaceId, id, actor, title, details, project, domain }) =>
      insertAction(transaction, {
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
        domain_id: domain,
        requires_review: true,
        review_chosen: false,
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
  const { now, workspaceId, id, actor } = sample;
  const finish = compiled(
    driver,
    { now, workspaceId, id, actor, result: '(result)' },
    (transaction, { now, workspaceId, id, actor, result }) =>
      changeAction(
        transaction,
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
        },
      ),
  );

  return async (call, connection) => {
    const { actor, now, id, body } = call;
    const { workspaceId } = actor;
    const result = textOf(body, 'result_summary');
    if (result === null) throw new Refusal(400, 'It takes a result_summary.');
    const row = await actions.lockOpen(connection, call);
    if (row.assigned_actor_id !== actor.id || row.repeat_type !== 'none' || !requiresReview(row)) {
      throw new Refusal(403, 'It is not what the benchmark completes.');
    }
    const held = await actions.blockers(connection, row, now);
    if (held.some(isBlocking)) throw new Refusal(409, 'The action is blocked.');
    const given = { now, workspaceId, id, actor: actor.id, result };
    const after = { ...row, ...(await finish(connection, given)) };
    const answer = await actions.answerWith(connection, call, after);
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
