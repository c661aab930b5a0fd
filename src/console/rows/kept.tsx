import { useState, type ReactNode } from 'react';
import { useRowCommands } from '../keys/list-keys';
import { t } from '../texts/texts';

/** A record on the screen. `isGone`: the server no longer lists it, and it stays where it was. */
export interface Kept<T> {
  readonly item: T;
  readonly isGone: boolean;
}

interface State<T> {
  readonly seen: readonly T[];
  /** The records that are on the screen, in their order. */
  readonly shown: readonly Kept<T>[];
  readonly fresh: readonly T[];
  readonly isSettled: boolean;
}

interface Options<T> {
  /** Whether a new record is shown at once. `isLast`: it is below all records on the screen. */
  readonly isWelcome?: (item: T, isLast: boolean) => boolean;
  /** Whether the records were read for this screen. Until then they are replaced. */
  readonly isSettled?: boolean;
  /** Whether the person changes the list now, and expects to see the result. */
  readonly isChanging?: boolean;
  /** Whether the server has more: then records that are missing at the end are among them. */
  readonly hasMore?: boolean | undefined;
}

/**
 * Keeps a list steady while a person reads it: records change in place, those that the server no
 * longer lists stay, and new ones wait until `showFresh` is called, unless they are welcome.
 */
export function useKept<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  options: Options<T> = {},
) {
  const { isSettled = true, isChanging = false } = options;
  const [state, setState] = useState<State<T>>(() => startOf(items, isSettled));
  let { shown, fresh } = state;
  if (!isSame(state.seen, items) || (isSettled && !state.isSettled)) {
    const next =
      state.isSettled && !isChanging
        ? update(state, items, keyOf, options)
        : startOf(items, isSettled || state.isSettled);
    ({ shown, fresh } = next);
    setState(next);
  }
  return { shown, fresh: fresh.length, showFresh: () => setState(startOf(items)) };
}

function isSame<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && before.every((item, index) => item === after[index]);
}

function startOf<T>(items: readonly T[], isSettled = true): State<T> {
  const shown = items.map((item) => ({ item, isGone: false }));
  return { seen: items, shown, fresh: [], isSettled };
}

function update<T>(
  state: State<T>,
  items: readonly T[],
  keyOf: (item: T) => string,
  { isWelcome = () => false, hasMore = false }: Options<T>,
): State<T> {
  if (state.shown.length === 0) return startOf(items);
  const current = new Map(items.map((item) => [keyOf(item), item]));
  const known = new Set(state.shown.map(({ item }) => keyOf(item)));
  const lastKnown = items.findLastIndex((item) => known.has(keyOf(item)));
  const before: Kept<T>[] = [];
  const after: Kept<T>[] = [];
  const fresh: T[] = [];
  for (const [index, item] of items.entries()) {
    if (known.has(keyOf(item))) continue;
    const isLast = index > lastKnown;
    if (!isWelcome(item, isLast)) fresh.push(item);
    else (isLast ? after : before).push({ item, isGone: false });
  }
  const lastListed = state.shown.findLastIndex(({ item }) => current.has(keyOf(item)));
  const kept = state.shown.map(({ item }, index) => {
    const now = current.get(keyOf(item));
    const isGone = now === undefined && (!hasMore || index < lastListed);
    return { item: now ?? item, isGone };
  });
  return { ...startOf(items), shown: [...before, ...kept, ...after], fresh };
}

/**
 * Shows the records that have come since the person began to read a list. Then it is gone, and the
 * focus is on the first row.
 */
export function FreshButton({
  count,
  onShow,
}: {
  readonly count: number;
  readonly onShow: () => void;
}) {
  if (count === 0) return null;
  return (
    <button
      data-reads
      type="button"
      className="button button-small"
      onClick={({ currentTarget: button }) => {
        const list = button.closest('section, main');
        onShow();
        requestAnimationFrame(() => list?.querySelector<HTMLElement>('[data-row]')?.focus());
      }}
    >
      {t('Show {count} new', { count })}
    </button>
  );
}

/** The line that says what was decided about a record. */
export function DecidedRow({
  rowKey,
  title,
  text,
  children,
}: {
  readonly rowKey: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  useRowCommands(rowKey, {});
  return (
    <li>
      <article className="row row-decided" data-row={rowKey} data-decided="true" tabIndex={-1}>
        <Outcome title={title} text={text} />
        {children}
      </article>
    </li>
  );
}

/** The struck title of a record with what became of it. */
export function Outcome({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <p className="row-outcome">
      <s dir="auto">{title}</s> <span dir="auto">{text}</span>
    </p>
  );
}
