import type { ReactNode } from 'react';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { MoreButton } from '../../ui/page';
import { moreOf, type Paged } from '../../api/read-options';

/** What `api.useInfiniteQuery` returns for a list. */
interface Listed<Item> extends Paged {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The records of a list, with the button that reads more of them. */
export function ItemList<Item extends { readonly id: string }>({
  list,
  empty,
  children,
}: {
  readonly list: Listed<Item>;
  /** What would be here, when nothing is. */
  readonly empty: string;
  readonly children: (item: Item) => ReactNode;
}) {
  const items = list.data?.pages.flatMap((page) => page.items);
  if (items === undefined) {
    if (list.error === null) return <RowsSkeleton />;
    return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (items.length === 0) return <p className="muted">{empty}</p>;
  return (
    <>
      <ul className="items">
        {items.map((item) => (
          <li key={item.id}>{children(item)}</li>
        ))}
      </ul>
      <MoreButton {...moreOf(list)} />
    </>
  );
}

/** A command of a record in a list. Its accessible name contains the record's. */
export function ItemButton({
  name,
  of,
  disabled,
  onClick,
}: {
  readonly name: string;
  readonly of: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="button button-small"
      disabled={disabled}
      aria-label={`${name}: ${of}`}
      onClick={onClick}
    >
      {name}
    </button>
  );
}

/** Filters of a list as links; the chosen one is in the address. */
export function FilterTabs<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="tabs">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          data-reads
          key={option.value}
          type="button"
          className="button button-small"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  );
}
