import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../ui/failure';
import { readDocument } from './document';
import { Editor } from './editor';

/** Reads the whole text of a document once, and edits it. */
export function EditText({
  id,
  latestVersion,
  onClose,
  onReopen,
}: {
  readonly id: string;
  /** The version that the page shows meanwhile. */
  readonly latestVersion: number;
  readonly onClose: () => void;
  readonly onReopen: () => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['document to edit', id],
    queryFn: ({ signal }) => readDocument(id, signal),
    // What is being edited is never replaced, and opening the editor again reads it again.
    staleTime: 'static',
    gcTime: 0,
  });
  if (data !== undefined) {
    return (
      <Editor document={data} latestVersion={latestVersion} onClose={onClose} onReopen={onReopen} />
    );
  }
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  return <div className="skeleton skeleton-row" aria-busy="true" />;
}
