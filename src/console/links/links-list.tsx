import { Suspense, useRef, useState, type ReactNode } from 'react';
import { unwrap, type components } from 'callboard-client';
import { Link as PageLink } from 'wouter';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/page';
import { short } from '../ui/short-text';
import { useWrite } from '../ui/use-write';
import { lazy } from '../ui/loading';
import { t, Trans } from '../texts/texts';
import { api, client } from '../api/client';

const AttachDialog = lazy(async () => ({
  default: (await import('./link-dialogs')).AttachDialog,
}));
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialogs')).LinkDialog }));

/** A record with its links. */
export interface LinksProps {
  readonly linked: Linked;
  /** Undefined until they are read. */
  readonly links: readonly Link[] | undefined;
  readonly count: number | undefined;
  /** What stands below the list, such as the button for more. */
  readonly children: ReactNode;
}

/** Shows the links of a record, attaches, edits and removes them. */
export function LinksList({ linked, links, count, children }: LinksProps) {
  const [isAttaching, setAttaching] = useState(false);
  const [edited, setEdited] = useState<Link>();
  const attachButton = useRef<HTMLButtonElement>(null);
  const { write, fault } = useWrite();

  async function remove(link: Link): Promise<void> {
    const removed = await write(() => detach(link), {
      done: t('Removed the link “{text}”.', { text: short(nameOf(link)) }),
      undo: () => attach(linked, link),
    });
    if (removed) attachButton.current?.focus();
  }

  return (
    <Panel
      title={t('Links and documents')}
      count={count}
      actions={
        <button
          ref={attachButton}
          type="button"
          className="button button-small"
          onClick={() => setAttaching(true)}
        >
          <Icon name="plus" />{' '}
          <Trans
            id="Attach <span>a link or a document</span>"
            components={{ span: <span className="visually-hidden" /> }}
          />
        </button>
      }
    >
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      {links?.length === 0 && <p className="muted">{t('Nothing is attached.')}</p>}
      {links !== undefined && links.length > 0 && (
        <ul className="items">
          {links.map((link) => (
            <li key={link.id}>
              <LinkName link={link} />
              <span className="actions">
                <button
                  type="button"
                  className="button button-small button-quiet"
                  onClick={() => setEdited(link)}
                >
                  <Trans
                    id="Edit {hiddenName}"
                    values={{ hiddenName: <HiddenName link={link} /> }}
                  />
                </button>
                <button
                  type="button"
                  className="button button-small button-quiet"
                  onClick={() => void remove(link)}
                >
                  <Trans
                    id="Remove {hiddenName}"
                    values={{ hiddenName: <HiddenName link={link} /> }}
                  />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
      <Suspense>
        {isAttaching && (
          <AttachDialog
            attach={(target) => attach(linked, target)}
            detach={detach}
            onClose={() => setAttaching(false)}
          />
        )}
        {edited !== undefined && <LinkDialog link={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </Panel>
  );
}

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
function attach(linked: Linked, { url, document_id: documentId, title }: Target): Promise<Link> {
  const target = url === null ? { document_id: documentId ?? '' } : { url };
  return unwrap(client.POST('/v1/links', { body: { ...target, ...linked, title } }));
}

/** Removes a link. Its target stays. */
async function detach({ id }: Link): Promise<true> {
  await unwrap(client.DELETE('/v1/links/{id}', { params: { path: { id } } }));
  return true;
}

/** The name of a link where the title of a document is not read. */
function nameOf({ title, url }: Link): string {
  return title ?? url ?? t('A document');
}

/** A link to an address or to the page of a document. */
function LinkName({ link }: { readonly link: Link }) {
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
function HiddenName({ link }: { readonly link: Link }) {
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
