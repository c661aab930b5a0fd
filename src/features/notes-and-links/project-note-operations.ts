import type { NotesHandlers } from '../../../generated/handlers';
import { listNotesOn, writeNote } from '../../shared/notes';
import { notFound } from '../../platform/problems';
import { findProject } from '../projects';

/** Lists the notes on a project, newest first. */
export const listProjectNotes: NotesHandlers['listProjectNotes'] = async ({ path, query }, ctx) => {
  const project = await findProject(ctx.reader, ctx.workspaceId, path.id);
  if (project === undefined) throw notFound('project', path.id);
  return listNotesOn(ctx, { projectId: project.id }, query);
};

/** Writes a note on a project; also on one that is over. */
export const createProjectNote: NotesHandlers['createProjectNote'] = async (
  { path, body },
  ctx,
) => {
  const project = await findProject(ctx.transaction, ctx.workspaceId, path.id);
  if (project === undefined) throw notFound('project', path.id);
  return writeNote(
    ctx,
    { on: { projectId: project.id }, title: project.title, about: { projectId: project.id } },
    body.body,
  );
};
