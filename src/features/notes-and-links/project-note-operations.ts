import type { NotesHandlers } from '../../../generated/handlers';
import { listNotesOn, writeNote } from '../../shared/notes';
import { getProjectRow } from '../projects';

/** Lists the notes on a project, newest first. */
export const listProjectNotes: NotesHandlers['listProjectNotes'] = async ({ path, query }, ctx) => {
  const project = await getProjectRow(ctx.reader, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { projectId: project.id }, query);
};

/** Writes a note on a project; the project may have ended. */
export const createProjectNote: NotesHandlers['createProjectNote'] = async (
  { path, body },
  ctx,
) => {
  const project = await getProjectRow(ctx.transaction, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { projectId: project.id },
      title: project.title,
      about: { projectId: project.id },
      related: {},
    },
    body.body,
  );
};
