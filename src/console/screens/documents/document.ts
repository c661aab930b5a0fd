import { unwrap, type components } from 'callboard-client';
import { client, paramsOf } from '../../api/client';
import { forgetDraft, keepLater, readDraft } from '../../api/person';
import { accessModes } from '../../texts/field-words';
import { t } from '../../texts/texts';

/** A document of the workspace. */
export type Document = components['schemas']['Document'];

/** A revision without its content. */
export type Revision = components['schemas']['RevisionSummary'];

/** What a change of a document contains. */
export type DocumentUpdate = components['schemas']['DocumentUpdate'];

type AccessMode = components['schemas']['DocumentAccessMode'];
type ReviewState = components['schemas']['RevisionReviewState'];

/** What other agents may do with a document. */
export function accessOf(mode: AccessMode): string {
  return accessModes.find(({ value }) => value === mode)?.name ?? mode;
}

/** The states of a revision's review. */
export const reviewStates: Readonly<Record<ReviewState, string>> = {
  none: t('No review needed'),
  pending: t('Waits for a review'),
  approved: t('Approved'),
  reverted: t('Reverted'),
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
  document: Pick<Document, 'id' | 'version'>,
  body: DocumentUpdate,
): Promise<Document> {
  return unwrap(client.PATCH('/v1/documents/{id}', { params: paramsOf(document), body }));
}

/** A text that has not been saved, and the version of the document that it is based on. */
export interface EditDraft {
  readonly version: number;
  readonly text: string;
}

/** The unsaved text of a document, or undefined if there is none. */
export function readEdit(id: string): EditDraft | undefined {
  const stored = readDraft(keyOf(id));
  const end = stored.indexOf('\n');
  return end === -1
    ? undefined
    : { version: Number(stored.slice(0, end)), text: stored.slice(end + 1) };
}

/** Keeps the unsaved text of a document. */
export function keepEdit(id: string, draft: EditDraft): void {
  keepLater(keyOf(id), () => `${draft.version}\n${draft.text}`);
}

/** Forgets the unsaved text of a document. */
export function forgetEdit(id: string): void {
  forgetDraft(keyOf(id));
}

function keyOf(id: string): string {
  return `document-${id}`;
}
