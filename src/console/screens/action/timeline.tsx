import type { FeedEvent } from '../../api/events';
import { NoteItem } from '../../notes/note-item';
import { NotesPanel } from '../../notes/notes-panel';
import { Failure } from '../../ui/failure';
import { MoreButton } from '../../ui/page';
import { short } from '../../ui/short';
import { Time } from '../../ui/time';
import { useTimeline } from './use-timeline';

/** The notes and the events of the action, newest first, and a field for a new note. */
export function Timeline({ id }: { readonly id: string }) {
  const { reading, entries, isReady, error, retry, hasMore, isReading, more } = useTimeline(id);
  return (
    <NotesPanel title="Timeline" noted={{ of: 'actions', id }} reading={reading}>
      {(onEdit) => (
        <>
          {error !== null && <Failure error={error} onRetry={retry} />}
          {!isReady && error === null && <div className="skeleton skeleton-row" aria-busy="true" />}
          {isReady && (
            <ol className="timeline">
              {entries.map((entry) => (
                <li key={entry.key}>
                  {'note' in entry ? (
                    <NoteItem note={entry.note} onEdit={onEdit} />
                  ) : (
                    <p className="event">
                      <span dir="auto">{sentenceOf(entry.event)}</span> <Time at={entry.at} />
                    </p>
                  )}
                </li>
              ))}
            </ol>
          )}
          <div className="actions">
            <MoreButton hasMore={hasMore} isReading={isReading} onMore={more} />
          </div>
        </>
      )}
    </NotesPanel>
  );
}

/** What has happened. The service names some other actions and documents by their ids only. */
function sentenceOf({ kind, actor, summary, subject, document_id: document }: FeedEvent): string {
  if (kind === 'action.blocker_added') return `${actor.name} added a blocker.`;
  if (kind === 'action.blocker_removed') return `${actor.name} removed a blocker.`;
  const isNamed = subject.type !== 'action' && subject.title !== document;
  return isNamed ? `${summary} “${short(subject.title)}”` : summary;
}
