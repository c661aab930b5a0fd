import {
  checkMayCopyEach,
  copyTemplateActions,
  daysToMove,
  findFirstDueDate,
  findOpenActionsOfProject,
  findStanding,
  gatedForCopy,
  listActionsOfProject,
  moveDates,
  namedIds,
  type CheckTouched,
} from '../actions';
import { namesOf } from '../../shared/actor-store';
import { emit } from '../../shared/events';
import { copyLinks } from '../../shared/links';
import { copiedAuthors } from '../../shared/text-store';
import { summarizeUsage } from '../../shared/usage-store';
import { bytesOfTexts, bool } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { checkReferences } from '../../shared/reference-store';
import { etagOf } from '../../platform/http/responses/response';
import type { ReadHandler, WriteContext, WriteHandler } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { toTimestamp } from '../../platform/time';
import {
  checkTarget,
  consumeApproval,
  findApproval,
  proposalRequired,
  requiresApproval,
  TemplateState,
} from '../proposals';
import { textFilter } from '../search';
import {
  getProjectRow,
  insertProject,
  matchingProjects,
  type NamedProject,
  projectNames,
  type ProjectRow,
  projectTexts,
  selectProject,
  toProject,
} from './project-store';

/** Lists projects, newest first by default. */
export const listProjects: ReadHandler<'listProjects'> = async (
  { query },
  { reader, workspaceId },
) => {
  const { limit, offset, after, sort, ...filters } = query;
  const { rows, ...envelope } = await pageOf<NamedProject>(
    reader,
    {
      matching: matchingProjects(workspaceId, filters),
      text: textFilter(reader.dialect, {
        workspaceId,
        type: 'project',
        columns: ['projects.title', 'projects.description'],
        text: filters.q,
      }),
      select: selectProject,
      id: 'projects.id',
      bytes: bytesOfTexts('projects.description'),
      sorts: {
        created_at: { column: 'projects.created_at', type: 'instant' },
        updated_at: { column: 'projects.updated_at', type: 'instant' },
        due_at: { column: 'projects.due_at', type: 'instant', nullable: true },
        title: { column: 'projects.sort_key', type: 'text' },
      },
      defaultSort: '-created_at',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: { items: rows.map(toProject), ...envelope, filters: { ...filters }, hidden_count: 0 },
  };
};

/** Creates a project. */
export const createProject: WriteHandler<'createProject'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  const approval = await findApproval(ctx, {
    operation: 'createProject',
    request: body,
    proposalId: body.permitted_proposal_id,
    required: await requiresApproval(ctx),
  });
  await checkReferences(transaction, workspaceId, [
    { path: 'body/domain_id', label: 'an active domain', table: 'domains', id: body.domain_id },
  ]);
  const row = newProject(ctx, {
    title: body.title,
    description: body.description ?? null,
    domain_id: body.domain_id ?? null,
    is_template: body.is_template ?? false,
    state: body.state ?? 'active',
    work_mode: body.work_mode ?? 'sequential',
    due_at: toTimestamp(body.due_at) ?? null,
    title_by_actor_id: null,
    description_by_actor_id: null,
  });
  await insertProject(transaction, row);
  await consumeApproval(ctx, approval);
  emit(ctx, {
    kind: 'project.created',
    subject: { type: 'project', id: row.id, title: row.title },
    summary: `${actor.name} added the project.`,
    about: { projectId: row.id },
  });
  return created({ ...row, ...namesOf(actor, projectNames) });
};

/** Reads a project. */
export const getProject: ReadHandler<'getProject'> = async ({ path }, { reader, workspaceId }) => {
  const row = await getProjectRow(reader, workspaceId, path.id);
  return { status: 200, body: toProject(row), headers: { ETag: etagOf(row.version) } };
};

/** Sums what agents reported about the actions of a project, by day. */
export const getProjectUsage: ReadHandler<'getProjectUsage'> = async ({ path, query }, ctx) => {
  const { id } = await getProjectRow(ctx.reader, ctx.workspaceId, path.id);
  return { status: 200, body: await summarizeUsage(ctx, { projectId: id }, query.days) };
};

/**
 * Creates an active project from a template, with copies of its open actions and of its links. The
 * copies take the guard of `createAction`.
 */
export const duplicateProject: WriteHandler<'duplicateProject'> = async ({ path, body }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  const template = await getProjectRow(transaction, workspaceId, path.id);
  const isTemplate = bool(template.is_template);
  const guarded =
    isTemplate && actor.kind === 'agent' ? await findOpenActionsOfProject(ctx, template.id) : [];
  checkMayCopyEach(actor, guarded);
  const gated = gatedForCopy(actor, guarded);
  const proposalId = body?.permitted_proposal_id;
  const approval = await findApproval(ctx, {
    operation: 'duplicateProject',
    request: { ...body, id: path.id },
    proposalId,
    required: gated.length > 0 || (await requiresApproval(ctx)),
    ...(gated.length === 0 ? {} : { actionIds: namedIds(gated) }),
  });
  if (!isTemplate) {
    throw problem('NOT_A_TEMPLATE', 'Only a template can be duplicated. Set is_template first.');
  }
  const firstDue = await findFirstDueDate(transaction, { workspaceId, projectId: template.id });
  const days = daysToMove([firstDue, template.due_at], ctx.now, body?.start_on);
  const place = {
    assigned_actor_id: null,
    domain_id: template.domain_id,
    status: 'inbox',
  } as const;
  const standing = await findStanding(transaction, workspaceId, [place]);
  const row = newProject(ctx, {
    ...copiedAuthors(template, actor.id, projectTexts),
    ...(body?.title === undefined ? {} : { title_by_actor_id: null }),
    title: body?.title ?? template.title,
    description: template.description,
    domain_id: standing.placeOf(place).domain_id,
    is_template: false,
    state: 'active',
    work_mode: template.work_mode,
    due_at: moveDates(template, days).due_at,
  });
  await insertProject(transaction, row);
  const copied = approval === undefined ? undefined : new TemplateState();
  copied?.addProject(template);
  const links = await copyLinks(ctx, 'project_id', new Map([[template.id, row.id]]));
  copied?.addLinks(links);
  const check = checkOfCopy(ctx, proposalId);
  await copyTemplateActions(ctx, { from: template.id, to: row.id, check, copied, days });
  await checkTarget(ctx, approval, copied?.state());
  await consumeApproval(ctx, approval);
  emit(ctx, {
    kind: 'project.duplicated',
    subject: { type: 'project', id: row.id, title: row.title },
    summary: `${actor.name} created the project from the template ${template.title}.${standing.reasonsOf(place)}`,
    about: { projectId: row.id },
  });
  return created(await getProjectRow(transaction, workspaceId, row.id));
};

/** Lists the actions of a project, templates included, in its order by default. */
export const listProjectActions: ReadHandler<'listProjectActions'> = async (
  { path, query },
  ctx,
) => {
  const project = await getProjectRow(ctx.reader, ctx.workspaceId, path.id);
  return { status: 200, body: await listActionsOfProject(ctx, project.id, query) };
};

// An action can join the template after the guard, because nothing locks the template.
function checkOfCopy(
  { actor }: WriteContext,
  proposalId: string | undefined,
): CheckTouched | undefined {
  if (actor.kind !== 'agent') return undefined;
  return (actions) => {
    checkMayCopyEach(actor, actions);
    const gated = gatedForCopy(actor, actions);
    if (proposalId === undefined && gated.length > 0) {
      throw proposalRequired('duplicateProject', namedIds(gated));
    }
  };
}

type OwnFields =
  | 'title'
  | 'title_by_actor_id'
  | 'description'
  | 'description_by_actor_id'
  | 'domain_id'
  | 'is_template'
  | 'state'
  | 'work_mode'
  | 'due_at';

function newProject(
  { workspaceId, actor, newId, now }: WriteContext,
  fields: Pick<ProjectRow, OwnFields>,
): ProjectRow {
  return {
    id: newId('prj'),
    workspace_id: workspaceId,
    ...fields,
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}

function created(row: NamedProject) {
  return {
    status: 201,
    body: toProject(row),
    headers: { Location: `/v1/projects/${row.id}`, ETag: etagOf(row.version) },
  } as const;
}
