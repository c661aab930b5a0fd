import { useInfiniteQuery } from '@tanstack/react-query';
import { isCallboardError, unwrap } from 'callboard-client';
import { client } from '../../api/client';
import type { Document } from './document';

interface Piece {
  readonly offset: number;
  /** The version whose text began; a piece of another one would not fit. */
  readonly version?: number;
}

// The first piece fills some screens; a person who asks for more reads on.
const firstLength = 20_000;
const nextLength = 60_000;

const first: Piece = { offset: 0 };

/** Reads the text of a document in pieces, and with it all that is known of the document. */
export function useDocumentText(id: string) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['get', '/v1/documents/{id}', { pieces: id }],
      queryFn: ({ pageParam, signal }) => readPiece(id, pageParam, signal),
      initialPageParam: first,
      getNextPageParam: nextOf,
    },
  );
  const pieces = data?.pages ?? [];
  return {
    document: pieces[0],
    text: pieces.map(({ content }) => String(content)).join(''),
    hasMore: hasNextPage,
    isReading: isFetchingNextPage,
    error,
    retry: () => void refetch(),
    readMore: async () => {
      const result = await fetchNextPage();
      if (isCallboardError(result.error, 'STALE_VERSION')) await refetch();
    },
  };
}

function readPiece(id: string, { offset, version }: Piece, signal: AbortSignal): Promise<Document> {
  const header = version === undefined ? {} : { 'If-Match': `"${version}"` };
  const query = { offset, length: offset === 0 ? firstLength : nextLength };
  return unwrap(
    client.GET('/v1/documents/{id}', { params: { path: { id }, query, header }, signal }),
  );
}

function nextOf({ content_range: range, version }: Document): Piece | undefined {
  if (range === undefined) return undefined;
  const offset = range.offset + range.length;
  return offset < range.total ? { offset, version } : undefined;
}
