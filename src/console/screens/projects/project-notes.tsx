import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';
import { forgetDraft } from '../../ui/drafts';
import { Failure } from '../../ui/failure';
import { Markdown } from '../../ui/markdown';
import { MoreButton, Panel } from '../../ui/page';
import { TextForm } from '../../ui/text-form';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { InlineForm } from './inline-form';

type Note = components['schemas']['Note'];

/** The notes of a project, newest first, and a form for a new one. */
export function ProjectNotes({ id }: { readonly id: string }) {
  const params = { path: { id } };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    api.useInfiniteQuery(
      'get',
      '/v1/projects/{id}/notes',
      { params: { ...params, query: { limit: 20 } } },
      byOffset,
    );
  const [isWriting, setWriting] = useState(false);
  const { write, fault } = useWrite();
  const draft = `project-note-${id}`;
  const notes = data?.pages.flatMap(({ items }) => items) ?? [];

  async function send(body: string): Promise<void> {
    const note = await write(
      () => unwrap(client.POST('/v1/projects/{id}/notes', { params, body: { body } })),
      { done: 'The note was written.', undo: archive },
    );
    if (note === undefined) return;
    forgetDraft(draft);
    setWriting(false);
  }

  return (
    <Panel
      title="Notes"
      count={data?.pages[0]?.total}
      actions={
        <button
          type="button"
          className="button button-small"
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          Write a note
        </button>
      }
    >
      {isWriting && (
        <InlineForm onClose={() => setWriting(false)}>
          <TextForm
            draftKey={draft}
            label="Note"
            action="Write"
            onSend={(text) => void send(text)}
            onCancel={() => setWriting(false)}
          />
        </InlineForm>
      )}
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && notes.length === 0 && !isWriting && (
        <p className="muted">No notes yet. People and agents write here what all should know.</p>
      )}
      {notes.length > 0 && (
        <ul className="project-notes">
          {notes.map((note) => (
            <li key={note.id}>
              <p className="row-meta">
                <strong dir="auto">{note.created_by_actor_name ?? 'Callboard'}</strong>
                <Time at={note.created_at} />
              </p>
              <div dir="auto">
                <Markdown text={note.body} under={2} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <MoreButton
        hasMore={hasNextPage}
        isReading={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      />
    </Panel>
  );
}

function archive({ id, version }: Note): Promise<Note> {
  const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
  return unwrap(client.PATCH('/v1/notes/{id}', { params, body: { archived: true } }));
}
