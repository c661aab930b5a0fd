import { findSystemActor } from '../actors';
import { emit } from '../events';
import { insertNotes } from '../notes';
import { enforceCap } from '../plans';
import { bool } from '../platform/db/columns';
import type { WriteHand } from '../platform/db/hands';
import type { ReadContext, WriteContext } from '../platform/operation';
import { listActionsBy, type ActionFilters } from './action-list-store';
import { eventOn } from './action-operations';
import { insertActions, type NewAction, type StoredAction } from './action-store';
import { copyBlockers } from './blocker-copy';
import {
  dropActions,
  findOpenActions,
  lockOpenActions,
  type OpenActionsPart,
  type ProjectKey,
} from './project-actions-store';

// As many actions at once as one statement takes on both databases.
const BATCH = 500;

/** A page of a project's actions in its order, templates included. */
export function listActionsOfProject(
  ctx: ReadContext,
  projectId: string,
  query: ActionFilters & {
    readonly limit?: number;
    readonly offset?: number;
    readonly after?: string;
    readonly sort?: string;
  },
) {
  const { limit, offset, after, sort, ...filters } = query;
  return listActionsBy(ctx, {
    filters,
    paging: { limit, offset, after, sort },
    defaultSort: 'position',
    narrow: (actions) => actions.where('actions.project_id', projectId),
  });
}

/** Drops every open action of a project that closes, by the system actor, which notes why. */
export async function dropOpenActions(
  ctx: WriteContext,
  projectId: string,
  reason: string,
): Promise<void> {
  const { hand, workspaceId, now, newId } = ctx;
  const system = await findSystemActor(hand, workspaceId);
  const actorId = system?.id ?? ctx.actor.id;
  await eachBatch(ctx, projectId, lockOpenActions, async (actions) => {
    const noteOf = new Map(actions.map(({ id }) => [id, newId('not')]));
    await insertNotes(
      hand,
      [...noteOf].map(([actionId, id]) => ({
        id,
        workspaceId,
        kind: 'system',
        actionId,
        createdByActorId: actorId,
        body: reason,
        now,
      })),
    );
    await dropActions(hand, { workspaceId, noteOf, now, actorId });
    emit(
      ctx,
      ...actions.map((action) => ({ ...eventOn(action, 'action.dropped', reason), actorId })),
    );
  });
}

/**
 * Copies the open actions of a template project into a new one, with the blockers among them: ready ones stay ready, the others go
 * to the inbox.
 */
export async function copyTemplateActions(
  ctx: WriteContext,
  copy: { readonly from: string; readonly to: string },
): Promise<void> {
  const { hand, workspaceId } = ctx;
  const copyOfId = new Map<string, string>();
  await eachBatch(ctx, copy.from, findOpenActions, async (actions) => {
    const ofAgents = actions.filter((action) => action.assigned_agent_id !== null);
    await enforceCap(hand, workspaceId, 'open_agent_actions', ofAgents.length);
    const copies = actions.map((action) => {
      const made = copyOf(ctx, action, copy.to);
      copyOfId.set(action.id, made.id);
      return made;
    });
    await insertActions(hand, copies);
    emit(
      ctx,
      ...copies.map((action) =>
        eventOn(action, 'action.created', `${ctx.actor.name} added the action from a template.`),
      ),
    );
  });
  await copyBlockers(ctx, copyOfId);
}

async function eachBatch<Found extends { readonly id: string }>(
  { hand, workspaceId }: WriteContext,
  projectId: string,
  find: (hand: WriteHand, project: ProjectKey, part: OpenActionsPart) => Promise<Found[]>,
  work: (actions: readonly Found[]) => Promise<void>,
): Promise<void> {
  const project: ProjectKey = { workspaceId, projectId };
  let afterId = '';
  for (;;) {
    const actions = await find(hand, project, { afterId, limit: BATCH });
    if (actions.length > 0) await work(actions);
    const last = actions.at(-1);
    if (last === undefined || actions.length < BATCH) return;
    afterId = last.id;
  }
}

function copyOf(
  { actor, newId, now }: WriteContext,
  template: StoredAction,
  projectId: string,
): NewAction & Pick<StoredAction, 'project_id' | 'order_id'> {
  return {
    id: newId('act'),
    workspace_id: template.workspace_id,
    title: template.title,
    details: template.details,
    project_id: projectId,
    domain_id: template.domain_id,
    order_id: template.order_id,
    assigned_actor_id: template.assigned_actor_id,
    assigned_at: template.assigned_actor_id === null ? null : now,
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    is_template: false,
    status: template.status === 'ready' ? 'ready' : 'inbox',
    requires_review: bool(template.requires_review),
    delegate_label: template.delegate_label,
    requirements: template.requirements,
    repeat_type: template.repeat_type,
    repeat_unit: template.repeat_unit,
    repeat_interval: template.repeat_interval,
    defer_until: template.defer_until,
    due_at: template.due_at,
    position: template.position,
    input_payload: template.input_payload,
    review_state: 'none',
    last_activity_at: now,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
