import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';
import { forgetDraft, keepDraft, readDraft } from '../../ui/drafts';
import { Failure } from '../../ui/failure';
import { AreaField, Form } from '../../ui/fields';
import { Markdown } from '../../ui/markdown';
import { MoreButton, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';

/** The notes of an order, newest first, with a form for another one. */
export function OrderNotes({ id, agentName }: { readonly id: string; readonly agentName: string }) {
  const notes = api.useInfiniteQuery(
    'get',
    '/v1/orders/{id}/notes',
    { params: { path: { id }, query: { limit: 10 } } },
    byOffset,
  );
  const items = notes.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title="Notes">
      <NoteForm id={id} agentName={agentName} />
      {notes.error !== null && <Failure error={notes.error} onRetry={() => void notes.refetch()} />}
      {items.length > 0 && (
        <ul className="items">
          {items.map((note) => (
            <li key={note.id}>
              <div className="item-text">
                <p className="row-meta">
                  <strong dir="auto">{note.created_by_actor_name ?? 'Somebody'}</strong>
                  <Time at={note.created_at} />
                </p>
                <Markdown text={note.body} under={2} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <MoreButton
        hasMore={notes.hasNextPage}
        isReading={notes.isFetchingNextPage}
        onMore={() => void notes.fetchNextPage()}
      />
    </Panel>
  );
}

function NoteForm({ id, agentName }: { readonly id: string; readonly agentName: string }) {
  const [body, setBody] = useState(() => readDraft(id));
  const { write, isSending, fault } = useWrite();
  async function send(): Promise<void> {
    const params = { path: { id } };
    const note = await write(
      () => unwrap(client.POST('/v1/orders/{id}/notes', { params, body: { body } })),
      { done: 'The note is added.' },
    );
    if (note === undefined) return;
    forgetDraft(id);
    setBody('');
  }
  return (
    <Form action="Add the note" isSending={isSending} fault={fault} onSend={() => void send()}>
      <AreaField
        label={`A note that ${agentName} reads`}
        rows={2}
        isRequired
        value={body}
        onChange={(text) => {
          setBody(text);
          keepDraft(id, text);
        }}
      />
    </Form>
  );
}
