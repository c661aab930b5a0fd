import type { NotesHandlers } from '../../generated/handlers';
import { listNotesOn, writeNote } from '../notes';
import { notFound } from '../platform/problems';
import { findProject } from './project-store';

/** Lists the notes on a project, newest first. */
const listProjectNotes: NotesHandlers['listProjectNotes'] = async ({ path, query }, ctx) => {
  const project = await findProject(ctx.hand, ctx.workspaceId, path.id);
  if (project === undefined) throw notFound('project', path.id);
  return listNotesOn(ctx, { projectId: project.id }, query);
};

/** Writes a note on a project; also on one that is over. */
const createProjectNote: NotesHandlers['createProjectNote'] = async ({ path, body }, ctx) => {
  const project = await findProject(ctx.hand, ctx.workspaceId, path.id);
  if (project === undefined) throw notFound('project', path.id);
  return writeNote(
    ctx,
    { on: { projectId: project.id }, title: project.title, about: { projectId: project.id } },
    body.body,
  );
};

/** The operations on notes of projects. */
export const projectNotesHandlers: Pick<NotesHandlers, 'listProjectNotes' | 'createProjectNote'> = {
  listProjectNotes,
  createProjectNote,
};
