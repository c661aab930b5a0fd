import type { NotesHandlers } from '../../../generated/handlers';
import { listNotesOn, writeNote } from '../../shared/notes';
import { truncate } from '../../platform/text';
import { subjectsOf } from '../../shared/agent-requests';
import { getProposalRow } from '../proposals';

/** Lists the notes on a proposal, newest first. */
export const listProposalNotes: NotesHandlers['listProposalNotes'] = async (
  { path, query },
  ctx,
) => {
  const proposal = await getProposalRow(ctx.reader, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { requestId: proposal.id }, query);
};

/** Writes a note on a proposal; the proposal may have ended. */
export const createProposalNote: NotesHandlers['createProposalNote'] = async (
  { path, body },
  ctx,
) => {
  const proposal = await getProposalRow(ctx.transaction, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { requestId: proposal.id },
      title: truncate(proposal.question),
      about: subjectsOf(proposal),
      related: { author: [proposal.created_by_actor_id] },
    },
    body.body,
  );
};
