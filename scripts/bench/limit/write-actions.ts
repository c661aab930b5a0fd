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

/** createAction as the benchmark requests it: a ready action of the calling agent in a project. */
export function createCreateAction(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const { now, workspaceId, id, actor } = sample;
  const projectKey = { now, workspaceId, project: '(project)' };
  const checkProject = compiled(driver, projectKey, (transaction, { workspaceId, project }) =>
    checkReferences(transaction, workspaceId, [
      { path: 'body/project_id', label: 'a project', table: 'projects', id: project },
    ]),
  );
  const lockCap = compiled(driver, { now, workspaceId }, (transaction, given) =>
    lockPlan(transaction, given.workspaceId),
  );
  const lockProject = compiled(driver, projectKey, (transaction, { workspaceId, project }) =>
    lockProjectShared(transaction, workspaceId, project),
  );
  const domainOf = compiled(driver, projectKey, (transaction, { workspaceId, project }) =>
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
      throw new Refusal(400, 'Send a title, a project_id and the status ready.');
    }
    const key = { now, workspaceId, project };
    await checkProject(connection, key);
    await lockCap(connection, key);
    await lockProject(connection, key);
    const domain = (await domainOf(connection, key)) ?? '';
    const id = newId('act', now);
    const details = textOf(body, 'details') ?? '';
    await insert(connection, { ...key, id, actor: actor.id, title, details, domain });
    const { row, ...reply } = await actions.replyWithAction(connection, call, id);
    const headers = { ...reply.headers, Location: `/v1/actions/${id}` };
    return {
      reply: { ...reply, status: 201, headers },
      event: { kind: 'action.created', summary: `${actor.name} added the action.`, action: row },
    };
  };
}

/** completeAction of an action that the calling agent created for itself. */
export function createCompleteAction(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const { now, workspaceId, id, actor } = sample;
  const complete = compiled(
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
          claim_worker: null,
          updated_at: now,
          updated_by_actor_id: actor,
        },
      ),
  );

  return async (call, connection) => {
    const { actor, now, id, body } = call;
    const { workspaceId } = actor;
    const result = textOf(body, 'result_summary');
    if (result === null) throw new Refusal(400, 'Send a result_summary.');
    const row = await actions.lockOpen(connection, call);
    if (row.assigned_actor_id !== actor.id || row.repeat_type !== 'none' || !requiresReview(row)) {
      throw new Refusal(403, 'The limit server cannot complete this action.');
    }
    const blockers = await actions.blockersOf(connection, row, now);
    if (blockers.some(isBlocking)) throw new Refusal(409, 'The action is blocked.');
    const given = { now, workspaceId, id, actor: actor.id, result };
    const after = { ...row, ...(await complete(connection, given)) };
    const reply = await actions.replyWithRow(connection, call, after);
    return {
      reply,
      event: {
        kind: 'action.completed',
        summary: `${actor.name} completed the action.`,
        action: after,
      },
    };
  };
}
