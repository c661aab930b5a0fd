import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Dialog } from './dialog';
import { useMedia } from './listeners';
import { t } from '../texts/texts';

// Parameters of the address that choose a part of the page, its order or rows, and filter nothing.
const unfiltering = new Set([
  'columns',
  'group',
  'open',
  'selected',
  'show',
  'sort',
  'tab',
  'view',
]);

/**
 * The filters of a list. On a narrow screen they are behind one button, which says how many are
 * set, so that the list begins within the window. The sheet has a button that removes all.
 */
export function Filters({
  count,
  className = 'work-filters',
  clearsItself = false,
  children,
}: {
  /** How many filters are set. */
  readonly count: number;
  readonly className?: string;
  /** Whether `children` have a button that removes all filters. */
  readonly clearsItself?: boolean;
  readonly children: ReactNode;
}) {
  const isNarrow = useMedia('(max-width: 30rem)');
  const [isOpen, setOpen] = useState(false);
  const [, setParams] = useSearchParams();
  const clear = (): void => {
    setParams(
      (before) => new URLSearchParams([...before].filter(([name]) => unfiltering.has(name))),
      { replace: true },
    );
    setOpen(false);
  };
  if (!isNarrow) return <search className={className}>{children}</search>;
  return (
    <div data-reads>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {count === 0 ? t('Filters') : t('Filters ({count})', { count })}
      </button>
      {isOpen && (
        <Dialog title={t('Filters')} onClose={() => setOpen(false)}>
          <search className="stack">
            {children}
            {count > 0 && !clearsItself && (
              <div className="actions">
                <button type="button" className="button" onClick={clear}>
                  {t('Clear all')}
                </button>
              </div>
            )}
          </search>
        </Dialog>
      )}
    </div>
  );
}

/** How many of the values of filters are set. */
export function countSet(...values: readonly string[]): number {
  return values.filter((value) => value !== '').length;
}
