import { useQuery } from '@tanstack/react-query';
import { unwrap, type components } from 'callboard-client';
import { Suspense } from 'react';
import { api, client } from '../../api/client';
import { Failure, lazy } from '../../ui/loading';
import { LongMarkdown } from '../../ui/markdown';
import { Time } from '../../ui/time';
import { t } from '../../texts/texts';

type Context = components['schemas']['ActionContext'];

/** Everything to judge finished work by: the result, the task, links, changed documents, notes. */
export function ReviewDetail({ id }: { readonly id: string }) {
  const { data, error, refetch } = api.useQuery('get', '/v1/actions/{id}/context', {
    params: { path: { id } },
  });
  if (error !== null && data === undefined) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <div className="skeleton skeleton-row" aria-busy="true" />;
  return <Detail context={data} />;
}

function Detail({ context }: { readonly context: Context }) {
  const { action, project, links, linked_documents: documents, notes } = context;
  const urls = links.filter(({ url }) => url !== null);
  // Without the heartbeats, of which there are many.
  const shown = notes.filter(({ kind }) => kind === 'note');
  return (
    <article className="detail" aria-labelledby={`detail-${action.id}`}>
      <h3 id={`detail-${action.id}`} dir="auto">
        {action.title}
      </h3>
      <p className="row-meta">{action.key}</p>
      {project !== null && (
        <p className="row-meta" dir="auto">
          {t('In the project “{project}”', { project: project.title })}
        </p>
      )}
      <section>
        <h4>{t('Result')}</h4>
        <LongMarkdown text={action.result_summary ?? t('No result was written.')} />
      </section>
      {action.details !== null && (
        <section>
          <h4>{t('What was asked for')}</h4>
          <LongMarkdown text={action.details} />
        </section>
      )}
      {urls.length > 0 && (
        <section>
          <h4>{t('Links')}</h4>
          <ul className="plain-list">
            {urls.map(({ id, url, title }) => (
              <li key={id}>
                <a href={url ?? ''} rel="noreferrer" dir="auto">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {documents.map((document) => (
        <DocumentChange key={document.id} document={document} since={action.created_at} />
      ))}
      {shown.length > 0 && (
        <section>
          <h4>{t('Notes')}</h4>
          <ul className="plain-list">
            {shown.map((note) => (
              <li key={note.id}>
                <p className="row-meta">
                  <strong dir="auto">{note.created_by_actor_name ?? t('Somebody')}</strong>
                  <Time at={note.created_at} />
                </p>
                <LongMarkdown text={note.body} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

const TextDiff = lazy(async () => ({ default: (await import('../../ui/text-diff')).TextDiff }));

/** A document that is linked to the work. */
export type Document = components['schemas']['Document'];

/** What has changed in a document since the work began. */
function DocumentChange({
  document,
  since,
}: {
  readonly document: Document;
  readonly since: string;
}) {
  const hasChanged = document.updated_at > since;
  const before = useQuery({
    queryKey: ['before', document.id, document.version, since],
    queryFn: () => contentBefore(document.id, since),
    enabled: hasChanged,
  });
  return (
    <section className="change">
      <h4 dir="auto">{document.title}</h4>
      <p className="row-meta">
        {hasChanged ? t('Changed') : t('Unchanged since')} <Time at={document.updated_at} />
      </p>
      {before.isError && (
        <p className="notice notice-bad">{t('Its revisions could not be read.')}</p>
      )}
      {before.data !== undefined && (
        <Suspense>
          <TextDiff before={before.data} after={textOf(document.content)} />
        </Suspense>
      )}
    </section>
  );
}

/** The content of the newest revision before a time; empty if the document is newer. */
async function contentBefore(id: string, time: string, offset = 0): Promise<string> {
  const params = { path: { id }, query: { limit: 200, offset } };
  const { items, page } = await unwrap(client.GET('/v1/documents/{id}/revisions', { params }));
  const last = items.find((revision) => revision.created_at <= time);
  if (last === undefined) {
    return page.has_more ? contentBefore(id, time, offset + items.length) : '';
  }
  const path = { id: last.id };
  const { content } = await unwrap(client.GET('/v1/revisions/{id}', { params: { path } }));
  return textOf(content);
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content, null, 2);
}
