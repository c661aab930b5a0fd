import { bool } from '../../platform/db/statements/columns';
import { checkReferences } from '../../shared/reference-store';
import { changedFields, type RowChanges } from '../../platform/db/statements/compiled';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type { Actor, Input, WriteContext, WriteHandler } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';
import { toTimestamp } from '../../platform/time';
import { emit, inWords, type NewEvent } from '../../shared/events';
import { authorship, storeEarlierTexts } from '../../shared/text-store';
import {
  checkMayChangeEach,
  checkMayHideEach,
  checkNoneClaimedByAnother,
  checkSequence,
  type CheckTouched,
  countOpenActions,
  dropOpenActions,
  findStanding,
  gatedForDrop,
  lockDependencies,
  lockOpenActionsOfProject,
  moveActionsToDomain,
  namedIds,
  type TouchedAction,
} from '../actions';
import {
  checkNamesApproval,
  consumeApproval,
  findNamedApproval,
  proposalRequired,
  refuseAddedActions,
} from '../proposals';
import { dismissQuestionsAbout } from '../questions';
import {
  lockProject,
  type NamedProject,
  type ProjectRow,
  projectTexts,
  toProject,
  updateProjectRow,
} from './project-store';

type Body = Input<'updateProject'>['body'];
type Changes = RowChanges<ProjectRow>;

/**
 * Changes a project: a merge that leaves absent fields unchanged and applies no defaults. What
 * `close_actions` drops takes the guard of `dropAction`; what moves to another domain, or becomes
 * part of a template, takes the guard of `updateAction`.
 */
export const updateProject: WriteHandler<'updateProject'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  if (body.work_mode === 'sequential') await lockDependencies(transaction, workspaceId);
  const row = await lockProject(transaction, workspaceId, path.id);
  checkMayChange(actor, row);
  const toClose = await findActionsToClose(ctx, row, body);
  const touched = await findTouched(ctx, row, body, toClose);
  checkMayChangeEach(ctx, touched);
  if (becomesTemplate(row, body)) checkMayHideEach(actor, touched);
  const gated = approvalRequest(ctx, row, body, toClose);
  await checkNamesApproval(ctx, gated, () => Promise.resolve(gated.actionIds !== undefined));
  checkIfMatch(header['If-Match'], row.version);
  if (toClose.count > 0 && body.close_actions !== true) throw hasOpenActions(toClose.count);
  checkNoneClaimedByAnother(ctx, touched);
  const approval = await findNamedApproval(ctx, gated);
  await checkReferences(transaction, workspaceId, [
    { path: 'body/domain_id', label: 'an active domain', table: 'domains', id: body.domain_id },
  ]);
  if (toClose.count > 0) {
    await dropOpenActions(ctx, {
      projectId: row.id,
      reason: `Dropped because the project was ${body.state}.`,
      check: checkOfDrop(ctx, { gated, approval, guarded: toClose.guarded }),
      endQuestions: dismissQuestionsAbout,
    });
  }
  const standing = await findStandingOfDomain(ctx, row, body);
  const changes = { ...changesOf(row, body), ...standing.changes };
  const isChanged = Object.keys(changes).length > 0;
  if (toClose.count > 0 || isChanged) await consumeApproval(ctx, approval);
  if (!isChanged) return reply(row);
  if (body.domain_id !== undefined && changes.domain_id !== undefined) {
    const move = { from: row.domain_id, to: changes.domain_id, now, actorId: actor.id };
    await moveActionsToDomain(transaction, { workspaceId, projectId: row.id }, move);
  }
  await storeEarlierTexts(ctx, row, changes, projectTexts);
  const { columns, names } = authorship(actor, row, changes, projectTexts);
  const after = await updateProjectRow(transaction, row, {
    ...changes,
    ...columns,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  if (changes.work_mode === 'sequential') await checkSequence(ctx, row.id);
  const { reasons } = standing;
  emit(ctx, eventFor(actor.name, after, changes, reasons));
  return reply({ ...after, ...names });
};

const stateVerbs: Record<ProjectRow['state'], string> = {
  active: 'resumed',
  paused: 'paused',
  completed: 'completed',
  dropped: 'dropped',
};

function eventFor(
  name: string,
  after: ProjectRow,
  { state, ...fields }: Changes,
  reasons: string,
): NewEvent {
  const subject = { type: 'project' as const, id: after.id, title: after.title };
  const about = { projectId: after.id };
  if (state !== undefined) {
    const texts = projectTexts.filter((text) => fields[text] !== undefined).join(', ');
    const also = texts === '' ? '' : ` and changed ${texts}`;
    const summary = `${name} ${stateVerbs[state]} the project${also}.${reasons}`;
    return { kind: 'project.state_changed', subject, summary, about };
  }
  const summary = `${name} changed ${inWords(Object.keys(fields))}.`;
  return { kind: 'project.updated', subject, summary, about };
}

function changesOf(row: ProjectRow, body: Body): Changes {
  const { title, description, domain_id, is_template, state, work_mode } = body;
  const due_at = toTimestamp(body.due_at);
  return changedFields(row, {
    title,
    description,
    domain_id,
    is_template,
    state,
    work_mode,
    due_at,
  });
}

/**
 * What a project that opens again loses: the domain that it had, if it has been archived, as a new
 * project cannot have it. Its closed actions keep the domain.
 */
async function findStandingOfDomain(
  { transaction, workspaceId }: WriteContext,
  row: ProjectRow,
  { state, domain_id: asked }: Body,
): Promise<{ readonly changes: Pick<Changes, 'domain_id'>; readonly reasons: string }> {
  const opens = isClosed(row.state) && state !== undefined && !isClosed(state);
  const place = { assigned_actor_id: null, domain_id: row.domain_id, status: 'inbox' } as const;
  const isKept = !opens || asked !== undefined;
  const standing = await findStanding(transaction, workspaceId, isKept ? [] : [place]);
  const { domain_id } = standing.placeOf(place);
  const changes = domain_id === row.domain_id ? {} : { domain_id };
  return { changes, reasons: standing.reasonsOf(place) };
}

function isClosed(state: ProjectRow['state']): boolean {
  return state === 'completed' || state === 'dropped';
}

/** The open actions that a change has to drop, because a closed project has none. */
interface ActionsToClose {
  readonly count: number;
  /** The actions themselves, locked. Empty for people, who may drop any action. */
  readonly guarded: readonly TouchedAction[];
}

async function findActionsToClose(
  ctx: WriteContext,
  row: ProjectRow,
  { state, close_actions: mayDrop = false }: Body,
): Promise<ActionsToClose> {
  if (state === undefined || !isClosed(state)) return { count: 0, guarded: [] };
  if (state === row.state && !mayDrop) return { count: 0, guarded: [] };
  if (ctx.actor.kind === 'agent') {
    const guarded = await lockOpenActionsOfProject(ctx, row.id);
    return { count: guarded.length, guarded };
  }
  const project = { workspaceId: ctx.workspaceId, projectId: row.id };
  return { count: await countOpenActions(ctx.transaction, project), guarded: [] };
}

// The actions that the change touches beside the project, locked. Empty for people.
async function findTouched(
  ctx: WriteContext,
  row: ProjectRow,
  body: Body,
  { guarded }: ActionsToClose,
): Promise<readonly TouchedAction[]> {
  if (guarded.length > 0 || ctx.actor.kind !== 'agent') return guarded;
  const { domain_id: domainId = row.domain_id } = body;
  const isTemplated = becomesTemplate(row, body);
  const isMoved = domainId !== row.domain_id;
  if (!isTemplated && !isMoved) return [];
  const open = await lockOpenActionsOfProject(ctx, row.id);
  return isTemplated ? open : open.filter((action) => action.domain_id === row.domain_id);
}

function becomesTemplate(row: ProjectRow, { is_template: isTemplate }: Body): boolean {
  return isTemplate === true && !bool(row.is_template);
}

function approvalRequest(
  { actor }: WriteContext,
  row: ProjectRow,
  body: Body,
  { guarded }: ActionsToClose,
) {
  const gated = body.close_actions === true ? gatedForDrop(actor, guarded) : [];
  return {
    operation: 'updateProject',
    request: { ...body, id: row.id },
    proposalId: body.permitted_proposal_id,
    ...(gated.length === 0 ? {} : { actionIds: namedIds(gated) }),
  } as const;
}

// An action can join the project after the guard: the next occurrence of one that repeats.
function checkOfDrop(
  ctx: WriteContext,
  {
    gated,
    approval,
    guarded,
  }: {
    readonly gated: ReturnType<typeof approvalRequest>;
    readonly approval: Awaited<ReturnType<typeof findNamedApproval>>;
    readonly guarded: readonly TouchedAction[];
  },
): CheckTouched | undefined {
  if (ctx.actor.kind !== 'agent') return undefined;
  const known = new Set(guarded.map(({ id }) => id));
  return (actions) => {
    checkMayChangeEach(ctx, actions);
    const added = actions.filter(({ id }) => !known.has(id));
    if (approval !== undefined && added.length > 0) refuseAddedActions(ctx, approval, added);
    const needing = gatedForDrop(ctx.actor, actions);
    if (gated.proposalId === undefined && needing.length > 0) {
      throw proposalRequired('updateProject', namedIds(needing));
    }
    checkNoneClaimedByAnother(ctx, actions);
  };
}

function hasOpenActions(count: number): Problem {
  return problem(
    'PROJECT_HAS_OPEN_ACTIONS',
    `The project has ${count} open action(s). Finish them, or send close_actions: true to drop them.`,
    { details: { open_action_count: count } },
  );
}

function reply(row: NamedProject) {
  return { status: 200, body: toProject(row), headers: { ETag: etagOf(row.version) } } as const;
}

/**
 * Throws 403 unless the actor may change the project: people and sysadmin agents any, a worker what
 * it created.
 */
function checkMayChange(actor: Actor, project: { readonly created_by_actor_id: string }): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (project.created_by_actor_id === actor.id) return;
  throw problem('FORBIDDEN', 'You can change only projects that you created.');
}
