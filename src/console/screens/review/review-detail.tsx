import type { components } from 'callboard-client';
import { api } from '../../api/client';
import { Failure } from '../../ui/failure';
import { LongMarkdown } from '../../ui/long-markdown';
import { Time } from '../../ui/time';
import { DocumentChange } from './document-change';

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
      {project !== null && (
        <p className="row-meta" dir="auto">
          In the project “{project.title}”
        </p>
      )}
      <section>
        <h4>Result</h4>
        <LongMarkdown text={action.result_summary ?? 'No result was written.'} />
      </section>
      {action.details !== null && (
        <section>
          <h4>What was asked for</h4>
          <LongMarkdown text={action.details} />
        </section>
      )}
      {urls.length > 0 && (
        <section>
          <h4>Links</h4>
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
          <h4>Notes</h4>
          <ul className="plain-list">
            {shown.map((note) => (
              <li key={note.id}>
                <p className="row-meta">
                  <strong dir="auto">{note.created_by_actor_name ?? 'Somebody'}</strong>
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
