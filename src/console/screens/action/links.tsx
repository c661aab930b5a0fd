import { unwrap } from 'callboard-client';
import { Link as PageLink } from 'wouter';
import { client } from '../../api/client';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { short } from '../../ui/short';
import type { Context } from './facts';
import { useActionWrite } from './write-action';

type Link = Context['links'][number];

/** The pages and the documents that are attached to the action. */
export function Links({
  context,
  onAdd,
}: {
  readonly context: Context;
  readonly onAdd: () => void;
}) {
  const { links, linked_documents: documents, truncated } = context;
  const { write, isSending, fault } = useActionWrite();
  const titleOf = ({ title, url, document_id: id }: Link): string =>
    title ?? url ?? documents.find((document) => document.id === id)?.title ?? 'A document';

  const remove = (link: Link): void => {
    const { id, action_id, url, document_id, title } = link;
    const target = url === null ? { document_id: document_id ?? '' } : { url };
    const body = { ...target, title, action_id: action_id ?? '' };
    void write(() => unwrap(client.DELETE('/v1/links/{id}', { params: { path: { id } } })), {
      done: `Removed the link “${short(titleOf(link))}”.`,
      undo: () => unwrap(client.POST('/v1/links', { body })),
    });
  };

  return (
    <Panel
      title="Links and documents"
      count={links.length + truncated.links}
      actions={
        <button type="button" className="button button-small" onClick={onAdd}>
          <Icon name="plus" /> Attach <span className="visually-hidden">a link</span>
        </button>
      }
    >
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      {links.length === 0 && <p className="muted">Nothing is attached.</p>}
      <ul className="items">
        {links.map((link) => (
          <li key={link.id}>
            <span className="item-text">
              {link.url === null ? (
                <PageLink href={`/app/documents/${link.document_id ?? ''}`} dir="auto">
                  {titleOf(link)}
                </PageLink>
              ) : (
                <a href={link.url} rel="noreferrer" dir="auto">
                  {titleOf(link)}
                </a>
              )}
              <span className="muted clamped">{link.url ?? 'Document'}</span>
            </span>
            <button
              type="button"
              className="button button-small button-quiet"
              disabled={isSending}
              onClick={() => remove(link)}
            >
              Remove <span className="visually-hidden">“{short(titleOf(link))}”</span>
            </button>
          </li>
        ))}
      </ul>
      {truncated.links > 0 && <p className="muted">{truncated.links} older links are not shown.</p>}
    </Panel>
  );
}
