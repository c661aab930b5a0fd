import { findDocuments, toDocument } from '../../documents';
import { documentViewer } from '../../../shared/document-visibility';
import { matchingLinks, type LinkRow } from '../../../shared/links';
import { notesOn, selectNote, type NoteRow } from '../../../shared/notes';
import { isOneOf } from '../../../platform/db/statements/columns';
import type { ReadContext } from '../../../platform/operation';
import { questionsOf, type QuestionRow } from '../../questions';
import { selectRequest } from '../../../shared/agent-requests';
import { compiledCappedQuery, type Capped } from '../capped-store';
import { viewerOf, viewerIdOf } from '../viewer-policy';

interface AskedOfAction {
  readonly workspaceId: string;
  readonly actionId: string;
}

const newestNotes = compiledCappedQuery<NoteRow, AskedOfAction>(({ workspaceId, actionId }) => ({
  matching: (db) => notesOn(db, workspaceId, { actionId }).whereNull('notes.archived_at'),
  select: selectNote,
  order: 'notes.created_at desc, notes.id desc',
}));

/** The newest notes of an action. */
export function readNotesOf(
  { reader, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<NoteRow>> {
  return newestNotes(reader, { workspaceId, actionId }, limit);
}

const newestQuestions = compiledCappedQuery<QuestionRow, AskedOfAction>(
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
export function readQuestionsAbout(
  { reader, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<QuestionRow>> {
  return newestQuestions(reader, { workspaceId, actionId }, limit);
}

const newestLinks = compiledCappedQuery<
  LinkRow,
  AskedOfAction & { readonly viewerId: string | undefined }
>(({ workspaceId, actionId, viewerId }) => ({
  matching: (db) =>
    matchingLinks(
      db,
      // The action is shown, so are its links.
      { workspaceId, privateOf: viewerOf(viewerId), historyStart: null },
      { action_id: actionId },
    ),
  select: (links) => links.select('links.*'),
  order: 'links.created_at desc, links.id desc',
}));

/** The newest links of an action that the caller sees. */
export function readLinksOf(
  { reader, workspaceId, actor }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<LinkRow>> {
  const viewerId = viewerIdOf(documentViewer(actor));
  return newestLinks(reader, { workspaceId, actionId, viewerId }, limit);
}

/** The documents that links lead to, each once and in the order of the links, as far as the caller sees them. */
export async function readLinkedDocuments(
  { reader, workspaceId, actor }: ReadContext,
  links: readonly Pick<LinkRow, 'document_id'>[],
): Promise<ReturnType<typeof toDocument>[]> {
  const ids = new Set(links.flatMap(({ document_id: id }) => (id === null ? [] : [id])));
  if (ids.size === 0) return [];
  const wanted = { workspaceId, ids: [...ids] };
  const rows = await findDocuments(reader, wanted, documentViewer(actor));
  const documents = new Map(rows.map((row) => [row.id, toDocument(row)]));
  return wanted.ids.flatMap((id) => documents.get(id) ?? []);
}
