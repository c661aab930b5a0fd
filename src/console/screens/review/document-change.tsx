import { useQuery } from '@tanstack/react-query';
import { unwrap, type components } from 'callboard-client';
import { lazy, Suspense } from 'react';
import { client } from '../../api/client';
import { Time } from '../../ui/time';

const TextDiff = lazy(async () => ({ default: (await import('../../ui/text-diff')).TextDiff }));

/** A document that is linked to the work. */
export type Document = components['schemas']['Document'];

/** What has changed in a document since the work began. */
export function DocumentChange({
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
        {hasChanged ? 'Changed' : 'Unchanged since'} <Time at={document.updated_at} />
      </p>
      {before.isError && <p className="notice notice-bad">Its revisions could not be read.</p>}
      {before.data !== undefined && (
        <Suspense>
          <TextDiff before={before.data} after={textOf(document.content)} />
        </Suspense>
      )}
    </section>
  );
}

/** The content of the newest revision before a time; empty if the document is newer. */
async function contentBefore(id: string, time: string): Promise<string> {
  const params = { path: { id }, query: { limit: 200 } };
  const { items } = await unwrap(client.GET('/v1/documents/{id}/revisions', { params }));
  const last = items.find((revision) => revision.created_at <= time);
  if (last === undefined) return '';
  const path = { id: last.id };
  const { content } = await unwrap(client.GET('/v1/revisions/{id}', { params: { path } }));
  return textOf(content);
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content, null, 2);
}
