import { findDocuments, privateDocumentsOf, toDocument } from '../documents';
import { matchingLinks, type LinkRow } from '../links';
import { notesOn, selectNote, type NoteRow } from '../notes';
import { isOneOf } from '../platform/db/columns';
import type { ReadContext } from '../platform/operation';
import { questionsOf, type QuestionRow } from '../questions';
import { selectRequest } from '../requests';
import { readCapped, type Capped } from './capped-store';

/** The newest notes of an action. */
export function readNotesOf(
  { hand, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<NoteRow>> {
  return readCapped(
    hand,
    {
      matching: (db) => notesOn(db, workspaceId, { actionId }).whereNull('notes.archived_at'),
      select: selectNote,
      order: 'notes.created_at desc, notes.id desc',
    },
    limit,
  );
}

/** The newest open questions about an action. */
export function readQuestionsAbout(
  { hand, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<QuestionRow>> {
  return readCapped(
    hand,
    {
      matching: (db) =>
        questionsOf(db, workspaceId)
          .where('agent_requests.action_id', actionId)
          .where(isOneOf('agent_requests.status', ['open'])),
      select: selectRequest,
      order: 'agent_requests.created_at desc, agent_requests.id desc',
    },
    limit,
  );
}

/** The newest links of an action. */
export function readLinksOf(
  { hand, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<LinkRow>> {
  return readCapped(
    hand,
    {
      matching: (db) => matchingLinks(db, workspaceId, { action_id: actionId }),
      select: (links) => links.select('links.*'),
      order: 'links.created_at desc, links.id desc',
    },
    limit,
  );
}

/** The documents that links lead to, each once and in the order of the links, as far as the caller sees them. */
export async function readLinkedDocuments(
  { hand, workspaceId, actor }: ReadContext,
  links: readonly Pick<LinkRow, 'document_id'>[],
): Promise<ReturnType<typeof toDocument>[]> {
  const ids = new Set(links.flatMap(({ document_id: id }) => (id === null ? [] : [id])));
  if (ids.size === 0) return [];
  const wanted = { workspaceId, ids: [...ids] };
  const rows = await findDocuments(hand, wanted, privateDocumentsOf(actor));
  const documents = new Map(rows.map((row) => [row.id, toDocument(row)]));
  return wanted.ids.flatMap((id) => documents.get(id) ?? []);
}
