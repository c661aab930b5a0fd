import type { components } from 'callboard-client';
import { useState } from 'react';
import { forgetDraft } from '../../ui/drafts';
import { Failure } from '../../ui/failure';
import { Markdown } from '../../ui/markdown';
import { MoreButton, Panel } from '../../ui/page';
import { TextForm } from '../../ui/text-form';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';

type Note = components['schemas']['Note'];

/** The pages of notes that are read, as an infinite query has them. */
interface NoteList {
  readonly data?: { readonly pages: readonly { readonly items: readonly Note[] }[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** The notes of a record, oldest first, with a form for another one. */
export function RecordNotes({
  id,
  list,
  onSend,
}: {
  readonly id: string;
  readonly list: NoteList;
  readonly onSend: (body: string) => Promise<unknown>;
}) {
  const [isWriting, setWriting] = useState(false);
  const { write, fault } = useWrite();
  const draftKey = `note-${id}`;
  const notes = list.data?.pages.flatMap((page) => page.items);

  async function send(body: string): Promise<void> {
    const sent = await write(() => onSend(body).then(() => true), { done: 'Note added.' });
    if (sent === undefined) return;
    forgetDraft(draftKey);
    setWriting(false);
  }

  return (
    <Panel title="Notes">
      {notes === undefined && list.error !== null && (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {notes?.length === 0 && <p className="muted">Nobody has written a note.</p>}
      {notes !== undefined && notes.length > 0 && (
        <ul className="plain-list">
          {notes.map((note) => (
            <li key={note.id}>
              <p className="row-meta">
                <strong dir="auto">{note.created_by_actor_name ?? 'Somebody'}</strong>{' '}
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
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {isWriting ? (
        <TextForm
          draftKey={draftKey}
          label="Your note"
          action="Add the note"
          onSend={(body) => void send(body)}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <div className="actions">
          <button type="button" className="button" onClick={() => setWriting(true)}>
            Write a note …
          </button>
        </div>
      )}
    </Panel>
  );
}
