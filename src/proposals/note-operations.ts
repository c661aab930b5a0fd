import type { NotesHandlers } from '../../generated/handlers';
import { listNotesOn, writeNote } from '../notes';
import { shorten } from '../platform/text';
import { aboutOf, getProposalRow } from './proposal-operations';

/** Lists the notes on a proposal, newest first. */
const listProposalNotes: NotesHandlers['listProposalNotes'] = async ({ path, query }, ctx) => {
  const proposal = await getProposalRow(ctx.hand, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { requestId: proposal.id }, query);
};

/** Writes a note on a proposal; also on one that is over. */
const createProposalNote: NotesHandlers['createProposalNote'] = async ({ path, body }, ctx) => {
  const proposal = await getProposalRow(ctx.hand, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { requestId: proposal.id },
      title: shorten(proposal.question),
      about: aboutOf(proposal),
    },
    body.body,
  );
};

/** The operations on notes of proposals. */
export const proposalNotesHandlers: Pick<
  NotesHandlers,
  'listProposalNotes' | 'createProposalNote'
> = { listProposalNotes, createProposalNote };
