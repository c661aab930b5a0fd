import { lazy, Suspense, useDeferredValue } from 'react';
import { useActorName } from '../../pickers/use-actor-name';
import { Time } from '../../ui/time';
import { textOf, type Document } from './document';

const TextDiff = lazy(async () => ({ default: (await import('../../ui/text-diff')).TextDiff }));

/** Shows the saved text and the typed one, of which the person takes one. */
export function Conflict({
  theirs,
  mine,
  isSending,
  onSaveMine,
  onTakeTheirs,
}: {
  readonly theirs: Document;
  readonly mine: string;
  readonly isSending: boolean;
  readonly onSaveMine: () => void;
  readonly onTakeTheirs: () => void;
}) {
  const nameOf = useActorName();
  const compared = useDeferredValue(mine);
  const saved = textOf(theirs.content);
  return (
    <section className="conflict" aria-label="Two texts">
      <p className="notice notice-warn" role="alert">
        <strong dir="auto">{nameOf(theirs.updated_by_actor_id)}</strong> changed the document{' '}
        <Time at={theirs.updated_at} />. What you typed is below and not saved.
      </p>
      <p className="muted">Lines with − are only in the saved text, lines with + only in yours.</p>
      <Suspense>
        {saved === compared ? (
          <p>Both texts are the same.</p>
        ) : (
          <section className="diff-box" tabIndex={0} aria-label="Differences">
            <TextDiff before={saved} after={compared} />
          </section>
        )}
      </Suspense>
      <div className="actions">
        <button type="button" className="button" disabled={isSending} onClick={onSaveMine}>
          Save mine over theirs
        </button>
        <button type="button" className="button" disabled={isSending} onClick={onTakeTheirs}>
          Take the saved text
        </button>
      </div>
    </section>
  );
}
