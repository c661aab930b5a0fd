import { unwrap, type components } from 'callboard-client';
import { Link as PageLink } from 'wouter';
import { api, client } from '../api/client';
import { short } from '../ui/short-text';
import { t } from '../texts/texts';

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
  return title ?? url ?? t('A document');
}

/** A link to an address or to the page of a document. */
export function LinkName({ link }: { readonly link: Link }) {
  const { url, title, document_id: id } = link;
  return (
    <span className="item-text">
      {url === null ? (
        <PageLink href={`/app/documents/${id ?? ''}`} dir="auto">
          {title ?? <DocumentTitle id={id ?? ''} />}
        </PageLink>
      ) : (
        <a href={url} rel="noreferrer" dir="auto">
          {nameOf(link)}
        </a>
      )}
      <span className="muted clamped">{url ?? t('Document')}</span>
    </span>
  );
}

/** The name of a link for the buttons beside it, on which only screen readers read it. */
export function HiddenName({ link }: { readonly link: Link }) {
  const { url, title, document_id: id } = link;
  return (
    <span className="visually-hidden">
      “{url === null && title === null ? <DocumentTitle id={id ?? ''} /> : short(nameOf(link))}”
    </span>
  );
}

function DocumentTitle({ id }: { readonly id: string }) {
  // Of the text only its first character.
  const params = { path: { id }, query: { length: 1 } };
  const { data } = api.useQuery('get', '/v1/documents/{id}', { params });
  return data?.title ?? t('A document');
}
