import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useRowCommands } from '../keys/rows';
import { useRowKeys } from './use-row-keys';

const nothing = { keys: new Set<string>(), setKeys: () => undefined };

/** The keys of a list of links: J and K move, and Enter opens the record of the row. */
export function useItemKeys(): void {
  useRowKeys(nothing);
}

/** A row that leads to the page of a record. */
export function Item({
  rowKey,
  href,
  children,
}: {
  readonly rowKey: string;
  readonly href: string;
  readonly children: ReactNode;
}) {
  const [, navigate] = useLocation();
  useRowCommands(rowKey, { toggle: () => navigate(href) });
  return (
    <li data-row={rowKey} tabIndex={-1}>
      {children}
    </li>
  );
}
