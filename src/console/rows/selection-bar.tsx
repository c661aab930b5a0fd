import { runForAll } from './use-row-keys';

/** What can be done with all selected rows. It is on the screen while some are selected. */
export function SelectionBar({
  keys,
  onDone,
}: {
  readonly keys: ReadonlySet<string>;
  /** Called with the rows that stay selected. */
  readonly onDone: (left: readonly string[]) => void;
}) {
  if (keys.size === 0) return null;
  const canDismiss = [...keys].some((key) => key.startsWith('question-'));
  const all = (key: 'y' | 's'): void => {
    onDone(runForAll(keys, key));
  };
  return (
    <section className="selection" aria-label="Selected rows">
      <p>
        <strong>{keys.size}</strong> selected
      </p>
      <div className="actions">
        <button type="button" className="button button-ok" onClick={() => all('y')}>
          <kbd>Y</kbd> Agree to all
        </button>
        {canDismiss && (
          <button type="button" className="button" onClick={() => all('s')}>
            <kbd>S</kbd> Dismiss the questions
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => onDone([])}>
          Select none
        </button>
      </div>
    </section>
  );
}
