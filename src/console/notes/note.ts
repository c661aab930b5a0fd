import { keepPreviousData } from '@tanstack/react-query';
import { unwrap, type components } from 'callboard-client';
import { useSearchParams } from 'wouter';
import { api, client, paramsOf } from '../api/client';
import { byOffset } from '../api/read-options';

/** A note on a record. */
export type Note = components['schemas']['Note'];

/** A record that takes notes. */
export interface Noted {
  /** Its kind, as paths have it. */
  readonly of: 'actions' | 'documents' | 'orders' | 'projects' | 'proposals' | 'questions';
  readonly id: string;
}

/** The notes on a record, newest first; with the archived ones if the address says so. */
export function useNotes({ of, id }: Noted) {
  const [params, setParams] = useSearchParams();
  const isWithArchived = params.has('archived');
  const query = { limit: 20, ...(isWithArchived && { include_archived: true }) };
  const list = api.useInfiniteQuery(
    'get',
    `/v1/${of}/{id}/notes`,
    { params: { path: { id }, query } },
    { ...byOffset, placeholderData: keepPreviousData },
  );
  return {
    list,
    notes: list.data?.pages.flatMap(({ items }) => items),
    isWithArchived,
    showArchived: (isOn: boolean) =>
      setParams(
        (before) => {
          before.delete('archived');
          if (isOn) before.set('archived', '1');
          return before;
        },
        { replace: true },
      ),
  };
}

/** Writes a note on a record. */
export function createNote(
  { of, id }: Noted,
  body: components['schemas']['NoteCreate'],
): Promise<Note> {
  return unwrap(client.POST(`/v1/${of}/{id}/notes`, { params: { path: { id } }, body }));
}

/** Changes a note that has this version. */
export function changeNote(
  id: string,
  version: { readonly version: number },
  body: components['schemas']['NoteUpdate'],
): Promise<Note> {
  const params = paramsOf({ id, ...version });
  return unwrap(client.PATCH('/v1/notes/{id}', { params, body }));
}
