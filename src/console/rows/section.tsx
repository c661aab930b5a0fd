import { useId, type ReactNode } from 'react';
import { isDecided, keyOf, useEntries, type Subject } from '../decisions/decisions';
import { FreshButton, useKept } from './kept';
import { runForAll } from './decision-keys';
import { t, Trans } from '../texts/texts';

/** Rows of one kind under their heading. A section without rows is not shown. */
export function Section<T extends { readonly id: string }>({
  title,
  kind,
  items,
  omitted,
  more,
  atMost = Infinity,
  render,
}: {
  readonly title: string;
  readonly kind: Subject['kind'];
  readonly items: readonly T[];
  /** The number of further records that the server did not list. */
  readonly omitted: number;
  /** The button that reads the next of them. */
  readonly more?: ReactNode;
  /** So many rows are rendered now, and the others soon. */
  readonly atMost?: number;
  readonly render: (item: T, isGone: boolean) => ReactNode;
}) {
  const titleId = useId();
  const entries = useEntries();
  const { shown, fresh, showFresh } = useKept(items, ({ id }) => id, {
    // Those at the end push no other row.
    isWelcome: (_, isLast) => more !== undefined && isLast,
    hasMore: more !== undefined && omitted > 0,
  });
  if (shown.length === 0 || atMost === 0) return null;
  const open = shown.filter(
    ({ item, isGone }) => !isGone && !isDecided(entries.get(keyOf({ kind, id: item.id }))),
  ).length;
  return (
    <section className="section" id={kind} aria-labelledby={titleId}>
      <div className="section-head">
        <h2 id={titleId}>{title}</h2>
        <span className="count">{open + omitted}</span>
        <FreshButton count={fresh} onShow={showFresh} />
      </div>
      <ul className="rows">
        {shown.slice(0, atMost).map(({ item, isGone }) => render(item, isGone))}
      </ul>
      {more}
      {more === undefined && omitted > 0 && (
        <p className="muted">{t('{omitted} more follow when these are decided.', { omitted })}</p>
      )}
    </section>
  );
}

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
    <section className="selection" aria-label={t('Selected rows')}>
      <p>
        <Trans id="{size} selected" values={{ size: <strong>{keys.size}</strong> }} />
      </p>
      <div className="actions">
        <button type="button" className="button button-ok" onClick={() => all('y')}>
          <kbd>Y</kbd> {t('Agree to all')}
        </button>
        {canDismiss && (
          <button type="button" className="button" onClick={() => all('s')}>
            <kbd>S</kbd> {t('Dismiss the questions')}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => onDone([])}>
          {t('Select none')}
        </button>
      </div>
    </section>
  );
}
