import { findDocuments, type NamedDocument } from '../../documents';
import { documentViewer } from '../../../shared/document-visibility';
import { matchingLinks, selectLink, type LinkRow, type NamedLink } from '../../../shared/links';
import { notesOn, selectNote, type NoteRow } from '../../../shared/note-store';
import { isOneOf } from '../../../platform/db/statements/columns';
import type { ReadContext } from '../../../platform/operation';
import { questionsOf, type QuestionRow } from '../../questions';
import { selectRequest } from '../../../shared/agent-request-store';
import { compiledCappedList, type CappedList } from '../capped-store';
import { fromViewerParam, toViewerParam } from '../view-params';

interface ActionParams {
  readonly workspaceId: string;
  readonly actionId: string;
}

const newestNotes = compiledCappedList<NoteRow, ActionParams>(({ workspaceId, actionId }) => ({
  matching: (db) => notesOn(db, workspaceId, { actionId }).whereNull('notes.archived_at'),
  select: selectNote,
  order: 'notes.created_at desc, notes.id desc',
}));

/** The newest notes of an action. */
export function readNewestNotes(
  { reader, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<CappedList<NoteRow>> {
  return newestNotes(reader, { workspaceId, actionId }, limit);
}

const newestQuestions = compiledCappedList<QuestionRow, ActionParams>(
  ({ workspaceId, actionId }) => ({
    matching: (db) =>
      questionsOf(db, workspaceId)
        .where('agent_requests.action_id', actionId)
        .where(isOneOf('agent_requests.status', ['open'])),
    select: selectRequest,
    order: 'agent_requests.created_at desc, agent_requests.id desc',
  }),
);

/** The newest open questions about an action. */
export function readOpenQuestionsAbout(
  { reader, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<CappedList<QuestionRow>> {
  return newestQuestions(reader, { workspaceId, actionId }, limit);
}

const endedQuestions = compiledCappedList<QuestionRow, ActionParams>(
  ({ workspaceId, actionId }) => ({
    matching: (db) =>
      questionsOf(db, workspaceId)
        .where('agent_requests.action_id', actionId)
        .where(isOneOf('agent_requests.status', ['resolved'])),
    select: selectRequest,
    // The end of a question is its last change.
    order: 'agent_requests.updated_at desc, agent_requests.id desc',
  }),
);

/** The questions about an action that ended last. */
export function readEndedQuestionsAbout(
  { reader, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<CappedList<QuestionRow>> {
  return endedQuestions(reader, { workspaceId, actionId }, limit);
}

const newestLinks = compiledCappedList<
  NamedLink,
  ActionParams & { readonly viewerId: string | undefined }
>(({ workspaceId, actionId, viewerId }) => ({
  matching: (db) =>
    matchingLinks(
      db,
      // Hidden actions are 404, so the history window excludes no link here.
      { workspaceId, viewer: fromViewerParam({ workspaceId, viewerId }), historyStart: null },
      { action_id: actionId },
    ),
  select: selectLink,
  order: 'links.created_at desc, links.id desc',
}));

/** The newest links of an action that the caller may see. */
export function readNewestLinks(
  { reader, workspaceId, actor }: ReadContext,
  actionId: string,
  limit: number,
): Promise<CappedList<NamedLink>> {
  const viewerId = toViewerParam(documentViewer(actor));
  return newestLinks(reader, { workspaceId, actionId, viewerId }, limit);
}

/** The distinct linked documents that the caller may see, in the order of the links. */
export async function readLinkedDocuments(
  { reader, workspaceId, actor }: ReadContext,
  links: readonly Pick<LinkRow, 'document_id'>[],
): Promise<NamedDocument[]> {
  const ids = new Set(links.flatMap(({ document_id: id }) => (id === null ? [] : [id])));
  if (ids.size === 0) return [];
  const selection = { workspaceId, ids: [...ids] };
  const rows = await findDocuments(reader, selection, documentViewer(actor));
  const documents = new Map(rows.map((row) => [row.id, row]));
  return selection.ids.flatMap((id) => documents.get(id) ?? []);
}
