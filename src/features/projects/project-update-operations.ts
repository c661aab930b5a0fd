import {
  countOpenActions,
  dropOpenActions,
  findOpenPolicyActions,
  moveActionsToDomain,
} from '../actions';
import { emit, type NewEvent } from '../../shared/events';
import { dismissQuestionsAbout } from '../questions';
import { differing } from '../../platform/changed-fields';
import { checkReferences } from '../../platform/db/statements/references';
import { etagOf, matchVersion } from '../../platform/http/responses/preconditions';
import type { Input, WriteContext, WriteHandler } from '../../platform/operation';
import { notFound, problem } from '../../platform/problems';
import { toTimestamp } from '../../platform/time';
import { toProject } from './project-mapping';
import { checkMayChange, checkMayClose } from './project-policy';
import { findProjectForUpdate, updateProjectRow, type ProjectRow } from './project-store';

type Body = Input<'updateProject'>['body'];
type Changes = Partial<ProjectRow>;

/** Changes a project: a merge, in which an absent field is not touched and nothing is defaulted. */
export const updateProject: WriteHandler<'updateProject'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const row = await findProjectForUpdate(transaction, workspaceId, path.id);
  if (row === undefined) throw notFound('project', path.id);
  checkMayChange(actor, row);
  matchVersion(header['If-Match'], row.version);
  await checkReferences(transaction, workspaceId, [
    { path: 'body/domain_id', thing: 'a domain', table: 'domains', id: body.domain_id },
  ]);
  await closeActions(ctx, row, body);
  const changes = changesOf(row, body);
  if (Object.keys(changes).length === 0) return reply(row);
  if (changes.domain_id !== undefined) {
    const move = { from: row.domain_id, to: changes.domain_id, now, actorId: actor.id };
    await moveActionsToDomain(transaction, { workspaceId, projectId: row.id }, move);
  }
  const stamp = { updated_at: now, updated_by_actor_id: actor.id, version: row.version + 1 };
  await updateProjectRow(transaction, row, { ...changes, ...stamp });
  const after: ProjectRow = { ...row, ...changes, ...stamp };
  emit(ctx, eventFor(actor.name, after, changes));
  return reply(after);
};

const moved: Record<ProjectRow['state'], string> = {
  active: 'resumed',
  paused: 'paused',
  completed: 'completed',
  dropped: 'dropped',
};

function eventFor(name: string, after: ProjectRow, { state, ...fields }: Changes): NewEvent {
  const subject = { type: 'project', id: after.id, title: after.title };
  const about = { projectId: after.id };
  if (state !== undefined) {
    const summary = `${name} ${moved[state]} the project.`;
    return { kind: 'project.state_changed', subject, summary, about };
  }
  const summary = `${name} changed ${Object.keys(fields).join(', ')}.`;
  return { kind: 'project.updated', subject, summary, about };
}

function changesOf(row: ProjectRow, body: Body): Changes {
  const { title, description, domain_id, is_template, state, work_mode } = body;
  const due_at = toTimestamp(body.due_at);
  return differing(row, { title, description, domain_id, is_template, state, work_mode, due_at });
}

// A closed project keeps no open actions: they are dropped on request, or the project stays as it is (product section 4).
async function closeActions(ctx: WriteContext, row: ProjectRow, body: Body): Promise<void> {
  const { transaction, workspaceId, actor } = ctx;
  const { state, close_actions: mayDrop = false } = body;
  if (state !== 'completed' && state !== 'dropped') return;
  if (state === row.state && !mayDrop) return;
  const project = { workspaceId, projectId: row.id };
  const open = await countOpenActions(transaction, project);
  if (open === 0) return;
  checkMayClose(actor, await findOpenPolicyActions(transaction, project));
  if (!mayDrop) {
    throw problem(
      'PROJECT_HAS_OPEN_ACTIONS',
      `The project has ${open} open action(s). Finish them, or send close_actions: true to drop them.`,
      { details: { open_action_count: open } },
    );
  }
  const reason = `Dropped because the project was ${state}.`;
  await dropOpenActions(ctx, row.id, reason, dismissQuestionsAbout);
}

function reply(row: ProjectRow) {
  return { status: 200, body: toProject(row), headers: { ETag: etagOf(row.version) } } as const;
}
