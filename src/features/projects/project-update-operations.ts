import {
  countOpenActions,
  dropOpenActions,
  findAgentsWithOpenActions,
  moveActionsToDomain,
} from '../actions';
import { emit, type NewEvent } from '../../shared/events';
import { authorship, storeEarlierTexts } from '../../shared/texts';
import { dismissQuestionsAbout } from '../questions';
import { changedFields } from '../../platform/changed-fields';
import { checkReferences } from '../../platform/db/statements/references';
import { etagOf, checkIfMatch } from '../../platform/http/responses/preconditions';
import type { RowChanges } from '../../platform/db/statements/update-versioned';
import type { Input, WriteContext, WriteHandler } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';
import { toTimestamp } from '../../platform/time';
import { toProject } from './project-mapping';
import { checkMayChange, checkMayClose } from './project-policy';
import {
  lockProject,
  projectTexts,
  updateProjectRow,
  type NamedProject,
  type ProjectRow,
} from './project-store';

type Body = Input<'updateProject'>['body'];
type Changes = RowChanges<ProjectRow>;

/** Changes a project: a merge that leaves absent fields unchanged and applies no defaults. */
export const updateProject: WriteHandler<'updateProject'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const row = await lockProject(transaction, workspaceId, path.id);
  checkMayChange(actor, row);
  const openCount = await countActionsToClose(ctx, row, body);
  checkIfMatch(header['If-Match'], row.version);
  if (openCount > 0 && body.close_actions !== true) throw hasOpenActions(openCount);
  await checkReferences(transaction, workspaceId, [
    { path: 'body/domain_id', label: 'a domain', table: 'domains', id: body.domain_id },
  ]);
  if (openCount > 0) {
    const reason = `Dropped because the project was ${body.state}.`;
    await dropOpenActions(ctx, row.id, reason, dismissQuestionsAbout);
  }
  const changes = changesOf(row, body);
  if (Object.keys(changes).length === 0) return reply(row);
  if (changes.domain_id !== undefined) {
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
  emit(ctx, eventFor(actor.name, after, changes));
  return reply({ ...after, ...names });
};

const stateVerbs: Record<ProjectRow['state'], string> = {
  active: 'resumed',
  paused: 'paused',
  completed: 'completed',
  dropped: 'dropped',
};

function eventFor(name: string, after: ProjectRow, { state, ...fields }: Changes): NewEvent {
  const subject = { type: 'project' as const, id: after.id, title: after.title };
  const about = { projectId: after.id };
  if (state !== undefined) {
    const texts = projectTexts.filter((text) => fields[text] !== undefined).join(', ');
    const also = texts === '' ? '' : ` and changed ${texts}`;
    const summary = `${name} ${stateVerbs[state]} the project${also}.`;
    return { kind: 'project.state_changed', subject, summary, about };
  }
  const summary = `${name} changed ${Object.keys(fields).join(', ')}.`;
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
 * Counts the open actions that the change has to drop: a closed project has none. 0 when the change
 * closes nothing. Throws 403 when the caller may not close the project.
 */
async function countActionsToClose(
  { transaction, workspaceId, actor }: WriteContext,
  row: ProjectRow,
  { state, close_actions: mayDrop = false }: Body,
): Promise<number> {
  if (state !== 'completed' && state !== 'dropped') return 0;
  if (state === row.state && !mayDrop) return 0;
  const project = { workspaceId, projectId: row.id };
  const count = await countOpenActions(transaction, project);
  if (count > 0) checkMayClose(actor, await findAgentsWithOpenActions(transaction, project));
  return count;
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
