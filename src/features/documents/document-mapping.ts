import type { components } from '../../../generated/types';
import { json } from '../../platform/db/statements/columns';
import type { ReadContext } from '../../platform/operation';
import { showWithFiles } from '../../shared/file-store';
import { authorsOf } from '../../shared/text-store';
import type { NamedDocument, RevisionRow, RevisionSummaryRow } from './document-store';

type Schemas = components['schemas'];

/** A document in the contract's shape, with its files. */
export async function toDocumentWithFiles(
  source: Pick<ReadContext, 'reader' | 'workspaceId'>,
  row: NamedDocument,
): Promise<Schemas['Document']> {
  const [document = toDocument(row)] = await showWithFiles(source, [row], toDocument);
  return document;
}

/** A document in the contract's shape, without its files. */
export function toDocument(row: NamedDocument): Schemas['Document'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    title: row.title,
    access_mode: row.access_mode,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    content: json(row.content),
    revision_number: row.revision_number,
    review_state: row.review_state,
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['title', 'content']),
  };
}

/** A revision in the contract's shape, without its content. */
export function toRevisionSummary(row: RevisionSummaryRow): Schemas['RevisionSummary'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    document_id: row.document_id,
    number: row.number,
    reason: row.reason,
    review_state: row.review_state,
    reviewed_by_actor_id: row.reviewed_by_actor_id,
    reviewed_at: row.reviewed_at,
    reverts_revision_id: row.reverts_revision_id,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
    created_by_actor_kind: row.author_kind,
    created_by_actor_name: row.author_name,
    created_by_agent_id: row.author_agent_id,
    created_by_user_id: row.author_user_id,
    version: row.version,
  };
}

/** A revision in the contract's shape. */
export function toRevision(row: RevisionRow): Schemas['Revision'] {
  return { ...toRevisionSummary(row), content: json(row.content) };
}
