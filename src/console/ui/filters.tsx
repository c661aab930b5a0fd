import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog';
import { useMedia } from './listeners';
import { t } from '../texts/texts';

/**
 * The filters of a list. On a narrow screen they are behind one button, which says how many are set,
 * so that the list begins within the window.
 */
export function Filters({
  count,
  className = 'work-filters',
  children,
}: {
  /** How many filters are set. */
  readonly count: number;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const isNarrow = useMedia('(max-width: 30rem)');
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) return <search className={className}>{children}</search>;
  return (
    <div data-reads>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {count === 0 ? t('Filters') : t('Filters ({count})', { count })}
      </button>
      {isOpen && (
        <Dialog title={t('Filters')} onClose={() => setOpen(false)}>
          <search className="stack">{children}</search>
        </Dialog>
      )}
    </div>
  );
}

/** How many of the values of filters are set. */
export function countSet(...values: readonly string[]): number {
  return values.filter((value) => value !== '').length;
}
