import { Link as PageLink } from 'wouter';
import { api } from '../api/client';
import { short } from '../ui/short';
import { nameOf, type Link } from './link';

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
      <span className="muted clamped">{url ?? 'Document'}</span>
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
  return data?.title ?? 'A document';
}
