import { unwrap, type components } from 'callboard-client';
import { client } from '../api/client';

/** An address or a document that is attached to a record. */
export type Link = components['schemas']['Link'];

/** What a link points to, and how it is called. */
export type Target = Pick<Link, 'url' | 'document_id' | 'title'>;

/** The record that has the links. */
export type Linked = Pick<
  components['schemas']['LinkCreate'],
  'action_id' | 'order_id' | 'project_id'
>;

/** Attaches an address or a document to a record. */
export function attach(
  linked: Linked,
  { url, document_id: documentId, title }: Target,
): Promise<Link> {
  const target = url === null ? { document_id: documentId ?? '' } : { url };
  return unwrap(client.POST('/v1/links', { body: { ...target, ...linked, title } }));
}

/** Removes a link. Its target stays. */
export async function detach({ id }: Link): Promise<true> {
  await unwrap(client.DELETE('/v1/links/{id}', { params: { path: { id } } }));
  return true;
}

/** The name of a link where the title of a document is not read. */
export function nameOf({ title, url }: Link): string {
  return title ?? url ?? 'A document';
}
