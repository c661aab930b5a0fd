import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useTrailTitle } from './title';
import { lazy } from './loading';
import { t } from '../texts/texts';

/** A page above the one that is shown. */
export interface Crumb {
  readonly href: string;
  readonly name: string;
}

const top: readonly Crumb[] = [];

/** A page: its heading, its commands, and what it shows. */
export function Page({
  title,
  trail = top,
  current,
  meta,
  actions,
  children,
}: {
  readonly title: ReactNode;
  /** The pages to which the page belongs, the outermost first. */
  readonly trail?: readonly Crumb[];
  /** A short name of the page itself, such as its key. */
  readonly current?: string;
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useTrailTitle(trail.map(({ name }) => name).join('\n'));
  return (
    <div className="page" data-settled={useSettled()}>
      <div className="page-head">
        <div className="page-title">
          {trail.length > 0 && <Breadcrumb trail={trail} current={current} />}
          <h1 tabIndex={-1} dir="auto">
            {title}
          </h1>
          {meta !== undefined && <p className="row-meta">{meta}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

const patienceMs = 700;
const firstReads = {
  predicate: ({ state }: { readonly state: { readonly status: string } }) =>
    state.status === 'pending',
};

/**
 * Returns whether the first reads of a page have ended, or have taken longer than `patienceMs`. Until
 * then the page is transparent, because each response would move what a person reads.
 */
function useSettled(): boolean {
  const isReading = useIsFetching(firstReads) > 0;
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isReading) return undefined;
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, [isReading]);
  return isSettled;
}

function Breadcrumb({
  trail,
  current,
}: {
  readonly trail: readonly Crumb[];
  readonly current: string | undefined;
}) {
  return (
    <nav aria-label={t('Breadcrumb')}>
      <ol className="crumbs">
        {trail.map(({ href, name }) => (
          <li key={href}>
            <Link href={href} dir="auto">
              {name}
            </Link>
          </li>
        ))}
        {current !== undefined && <li aria-current="page">{current}</li>}
      </ol>
    </nav>
  );
}

/** A part of a page under a heading of its own. */
export function Panel({
  title,
  count,
  actions,
  children,
}: {
  readonly title: string;
  readonly count?: number | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        {count !== undefined && <span className="count">{count}</span>}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Names with their values. Values that are null are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const FirstSteps = lazy(async () => ({
  default: (await import('../shell/first-steps')).FirstSteps,
}));

/** Says what would be here, when nothing is. */
export function Empty({
  title,
  isStart = false,
  children,
}: {
  readonly title: string;
  /** Whether the first steps follow in a workspace without agents or actions. */
  readonly isStart?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <>
      <section className="empty">
        <h2>{title}</h2>
        {children}
      </section>
      {isStart && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
    </>
  );
}

/**
 * Reads the next part of a list. The button keeps the focus; after the last part, it is gone, and the
 * focus is on the first row of that part.
 */
export function MoreButton({
  hasMore,
  isReading,
  onMore,
  name = t('Show more'),
}: {
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly onMore: () => void;
  readonly name?: string;
}) {
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (hasMore || isReading || last.current === undefined) return;
    focusAfterElement(last.current);
    last.current = undefined;
  }, [hasMore, isReading]);
  if (!hasMore) return null;
  return (
    <button
      data-reads
      type="button"
      className="button"
      aria-disabled={isReading}
      onClick={({ currentTarget: button }) => {
        if (isReading) return;
        last.current = lastItemBefore(button);
        onMore();
      }}
    >
      {name}
    </button>
  );
}

function lastItemBefore(button: HTMLElement): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('main li, main tbody tr')].findLast(
    (item) => item.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** Focuses the item after this one, or its row, unless the focus is somewhere else by now. */
function focusAfterElement(before: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  const item = before.nextElementSibling ?? before;
  const target = item.matches('[data-row]') ? item : (item.querySelector('[data-row]') ?? item);
  if (!(target instanceof HTMLElement)) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}
