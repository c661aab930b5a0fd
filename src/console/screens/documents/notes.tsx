import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';
import { forgetDraft, readDraft } from '../../ui/drafts';
import { Failure } from '../../ui/failure';
import { Markdown } from '../../ui/markdown';
import { MoreButton, Panel } from '../../ui/page';
import { TextForm } from '../../ui/text-form';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';

/** The notes on a document, newest first, and the form for a new one. */
export function Notes({ id }: { readonly id: string }) {
  const draftKey = `note-${id}`;
  const [isWriting, setWriting] = useState(() => readDraft(draftKey) !== '');
  const { write, isSending, fault } = useWrite();
  const list = api.useInfiniteQuery(
    'get',
    '/v1/documents/{id}/notes',
    { params: { path: { id }, query: { limit: 10 } } },
    byOffset,
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];

  async function send(body: string): Promise<void> {
    if (isSending) return;
    const params = { path: { id } };
    const note = await write(
      () => unwrap(client.POST('/v1/documents/{id}/notes', { params, body: { body } })),
      { done: 'The note is written.', undo: archive },
    );
    if (note === undefined) return;
    forgetDraft(draftKey);
    setWriting(false);
  }

  return (
    <Panel
      title="Notes"
      count={list.data?.pages[0]?.total}
      actions={
        !isWriting && (
          <button type="button" className="button button-small" onClick={() => setWriting(true)}>
            Write a note
          </button>
        )
      }
    >
      {isWriting && (
        <TextForm
          draftKey={draftKey}
          label="A note that everybody with access reads"
          action="Send"
          onSend={(text) => void send(text)}
          onCancel={() => setWriting(false)}
        />
      )}
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {list.error !== null && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && !isWriting && (
        <p className="muted">Remarks of people and agents on the document appear here.</p>
      )}
      {items.length > 0 && (
        <ul className="plain-list">
          {items.map((note) => (
            <li key={note.id}>
              <p className="row-meta">
                <strong dir="auto">{note.created_by_actor_name ?? 'Somebody'}</strong>
                <Time at={note.created_at} />
              </p>
              <Markdown text={note.body} under={2} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton
        hasMore={list.hasNextPage}
        isReading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Panel>
  );
}

function archive({ id }: { readonly id: string }) {
  const params = { path: { id } };
  return unwrap(client.PATCH('/v1/notes/{id}', { params, body: { archived: true } }));
}
