import type { components } from 'callboard-client';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { byOffset } from '../../api/pages';
import { Failure } from '../../ui/failure';
import { MoreButton, Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import { attach, remove } from './send-link';

const LinkForm = lazy(async () => ({ default: (await import('./link-form')).LinkForm }));

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
        <button
          type="button"
          className="button button-small"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          Attach a link
        </button>
      }
    >
      {isAdding && (
        <Suspense>
          <LinkForm projectId={id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
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

function nameOf({ title, url }: ProjectLink): string {
  return title ?? url ?? 'A document';
}
