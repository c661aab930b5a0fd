import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';
import { Failure } from '../../ui/failure';
import { Form, TextField } from '../../ui/fields';
import { MoreButton, Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';

type ProjectLink = components['schemas']['Link'];

/** The links of a project, and a form that attaches an address. */
export function ProjectLinks({ id }: { readonly id: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    api.useInfiniteQuery(
      'get',
      '/v1/links',
      { params: { query: { project_id: id, limit: 20 } } },
      byOffset,
    );
  const [isAdding, setAdding] = useState(false);
  const { write, fault } = useWrite();
  const links = data?.pages.flatMap(({ items }) => items) ?? [];

  async function takeAway(link: ProjectLink): Promise<void> {
    await write(() => remove(link), {
      done: 'The link was removed.',
      undo: () => attach(id, link),
    });
  }

  return (
    <Panel
      title="Links"
      count={data?.pages[0]?.total}
      actions={
        !isAdding && (
          <button type="button" className="button button-small" onClick={() => setAdding(true)}>
            Attach a link
          </button>
        )
      }
    >
      {isAdding && <LinkForm projectId={id} onClose={() => setAdding(false)} />}
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && links.length === 0 && !isAdding && (
        <p className="muted">No links yet. Attach what belongs to the project.</p>
      )}
      {links.length > 0 && (
        <ul className="items">
          {links.map((link) => (
            <li key={link.id} className="project-link">
              <Target link={link} />
              <button
                type="button"
                className="button button-small button-quiet"
                aria-label={`Remove the link: ${nameOf(link)}`}
                onClick={() => void takeAway(link)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <MoreButton
        hasMore={hasNextPage}
        isReading={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      />
    </Panel>
  );
}

function Target({ link }: { readonly link: ProjectLink }) {
  const { url, document_id: documentId } = link;
  return url === null ? (
    <Link className="item-text" href={`/app/documents/${documentId ?? ''}`} dir="auto">
      {nameOf(link)}
    </Link>
  ) : (
    <a className="item-text" href={url} rel="noreferrer" dir="auto">
      {nameOf(link)}
    </a>
  );
}

function LinkForm({
  projectId,
  onClose,
}: {
  readonly projectId: string;
  readonly onClose: () => void;
}) {
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const { write, isSending, fault } = useWrite();

  async function send(): Promise<void> {
    const text = title.trim();
    const link = { url: url.trim(), document_id: null, title: text === '' ? null : text };
    const attached = await write(() => attach(projectId, link), {
      done: 'The link was attached.',
      undo: remove,
    });
    if (attached !== undefined) onClose();
  }

  return (
    <Form
      action="Attach"
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      onCancel={onClose}
    >
      <TextField
        label="Address"
        type="url"
        value={url}
        maxLength={2_000}
        isRequired
        hint="It begins with https:// or http://."
        onChange={setUrl}
      />
      <TextField label="Title" value={title} onChange={setTitle} />
    </Form>
  );
}

function nameOf({ title, url }: ProjectLink): string {
  return title ?? url ?? 'A document';
}

function attach(
  projectId: string,
  { url, document_id: documentId, title }: Pick<ProjectLink, 'url' | 'document_id' | 'title'>,
): Promise<ProjectLink> {
  const target = url === null ? (documentId === null ? {} : { document_id: documentId }) : { url };
  const body = { ...target, title, project_id: projectId };
  return unwrap(client.POST('/v1/links', { body }));
}

async function remove({ id }: ProjectLink): Promise<true> {
  await unwrap(client.DELETE('/v1/links/{id}', { params: { path: { id } } }));
  return true;
}
