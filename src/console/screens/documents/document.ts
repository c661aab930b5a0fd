import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';

/** A document of the workspace. */
export type Document = components['schemas']['Document'];

/** A revision without its content. */
export type Revision = components['schemas']['RevisionSummary'];

type AccessMode = components['schemas']['DocumentAccessMode'];
type ReviewState = components['schemas']['RevisionReviewState'];

/** What other agents may do with a document, as the options of a choice. */
export const accessModes: readonly { readonly value: AccessMode; readonly name: string }[] = [
  { value: 'private', name: 'Agents do not see it' },
  { value: 'shared_read', name: 'Agents may read it' },
  { value: 'shared_comment', name: 'Agents may read it and write notes' },
  { value: 'shared_edit', name: 'Agents may edit it' },
];

/** What other agents may do with a document. */
export function accessOf(mode: AccessMode): string {
  return accessModes.find(({ value }) => value === mode)?.name ?? mode;
}

/** The states of a revision's review. */
export const reviewStates: Readonly<Record<ReviewState, string>> = {
  none: 'No review needed',
  pending: 'Waits for a review',
  approved: 'Approved',
  reverted: 'Reverted',
};

/** A content as text: Markdown as it is, other JSON with spaces. */
export function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content, null, 2);
}

/** Reads a document with its whole content. */
export function readDocument(id: string, signal?: AbortSignal): Promise<Document> {
  const params = { path: { id } };
  return unwrap(client.GET('/v1/documents/{id}', { params, ...(signal && { signal }) }));
}

/** Changes a document if it still has this version. */
export function changeDocument(
  { id, version }: Pick<Document, 'id' | 'version'>,
  body: components['schemas']['DocumentUpdate'],
): Promise<Document> {
  const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
  return unwrap(client.PATCH('/v1/documents/{id}', { params, body }));
}
