import { useQuery } from '@tanstack/react-query';
import { unwrap } from 'callboard-client';
import { client } from '../../api/client';
import { Failure } from '../../ui/failure';
import { TextDiff } from '../../ui/text-diff';
import { textOf } from './document';
import type { Revision } from './document';

/** What a revision changed in the text of the one before. */
export function RevisionDiff({ revision }: { readonly revision: Revision }) {
  const { id, number } = revision;
  const { data, error, refetch } = useQuery({
    queryKey: ['revision', id],
    queryFn: () => readTexts(revision),
    // The content of a revision never changes.
    staleTime: 'static',
  });
  if (data === undefined) {
    return error === null ? (
      <div className="skeleton skeleton-row" aria-busy="true" />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <section className="diff-box" tabIndex={0} aria-label={`What revision ${number} changed`}>
      <TextDiff before={data.before} after={data.after} />
    </section>
  );
}

async function readTexts({ id, document_id: documentId, number }: Revision) {
  const [after, before] = await Promise.all([readText(id), textBefore(documentId, number)]);
  return { after, before };
}

async function textBefore(id: string, number: number): Promise<string> {
  if (number === 1) return '';
  // Revisions are counted without gaps.
  const query = { sort: 'number' as const, offset: number - 2, limit: 1 };
  const { items } = await unwrap(
    client.GET('/v1/documents/{id}/revisions', { params: { path: { id }, query } }),
  );
  return items[0] === undefined ? '' : readText(items[0].id);
}

async function readText(id: string): Promise<string> {
  const revision = await unwrap(client.GET('/v1/revisions/{id}', { params: { path: { id } } }));
  return textOf(revision.content);
}
