import { Link as PageLink } from 'wouter';
import { api } from '../api/client';
import type { Link } from './link';

/** A link to an address or to the page of a document. */
export function LinkName({ link }: { readonly link: Link }) {
  const { url, document_id: id } = link;
  return (
    <span className="item-text">
      {url === null ? (
        <PageLink href={`/app/documents/${id ?? ''}`} dir="auto">
          {link.title ?? <DocumentTitle id={id ?? ''} />}
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

function DocumentTitle({ id }: { readonly id: string }) {
  // Of the text only its first character.
  const params = { path: { id }, query: { length: 1 } };
  const { data } = api.useQuery('get', '/v1/documents/{id}', { params });
  return data?.title ?? 'A document';
}

/** The name of a link where the title of a document is not read. */
export function nameOf({ title, url }: Link): string {
  return title ?? url ?? 'A document';
}
