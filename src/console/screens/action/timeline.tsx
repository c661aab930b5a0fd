import { Failure } from '../../ui/failure';
import { MoreButton, Panel } from '../../ui/page';
import { short } from '../../ui/short';
import { Time } from '../../ui/time';
import { LongMarkdown } from './long-markdown';
import { NoteForm } from './note-form';
import { useTimeline, type Entry, type Event, type Note } from './use-timeline';

/** The notes and the events of the action, newest first, and a field for a new note. */
export function Timeline({ id }: { readonly id: string }) {
  const { entries, isReady, error, retry, hasMore, isReading, more } = useTimeline(id);
  return (
    <Panel title="Timeline">
      <NoteForm id={id} />
      {error !== null && <Failure error={error} onRetry={retry} />}
      {!isReady && error === null && <div className="skeleton skeleton-row" aria-busy="true" />}
      {isReady && (
        <ol className="timeline">
          {entries.map((entry) => (
            <li key={entry.key}>
              <EntryText entry={entry} />
            </li>
          ))}
        </ol>
      )}
      <div className="actions">
        <MoreButton hasMore={hasMore} isReading={isReading} onMore={more} />
      </div>
    </Panel>
  );
}

function EntryText({ entry }: { readonly entry: Entry }) {
  if ('event' in entry) {
    return (
      <p className="event">
        <span dir="auto">{sentenceOf(entry.event)}</span> <Time at={entry.at} />
      </p>
    );
  }
  const { note } = entry;
  return (
    <article className="note" aria-label={`Note of ${note.created_by_actor_name ?? 'somebody'}`}>
      <p className="row-meta">
        <strong dir="auto">{note.created_by_actor_name ?? 'Somebody'}</strong> {kinds[note.kind]}{' '}
        <Time at={note.created_at} />
        {note.edited_at !== null && (
          <span>
            edited <Time at={note.edited_at} />
          </span>
        )}
      </p>
      <LongMarkdown text={note.body} under={2} />
    </article>
  );
}

const kinds: Readonly<Record<Note['kind'], string>> = {
  note: 'wrote',
  heartbeat: 'works on it',
  completion: 'wrote the result',
  system: 'wrote',
};

/** What has happened. The service names some other actions by their ids only. */
function sentenceOf({ kind, actor, summary, subject }: Event): string {
  if (kind === 'action.blocker_added') return `${actor.name} added a blocker.`;
  if (kind === 'action.blocker_removed') return `${actor.name} removed a blocker.`;
  return subject.type === 'action' ? summary : `${summary} “${short(subject.title)}”`;
}
