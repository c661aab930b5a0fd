import type { ReactNode } from 'react';
import { moreOf, type Paged } from '../api/read-options';
import { Failure, RowsSkeleton } from '../ui/loading';
import { Empty, MoreButton, Panel } from '../ui/page';
import { KeptList, type ReadList } from './kept-list';

/** What a query says about a list that it reads in pages. */
interface PagedList<Item> extends Omit<ReadList, 'hasNextPage'>, Omit<Paged, 'data'> {
  readonly data:
    | { readonly pages: readonly { readonly items: readonly Item[]; readonly total?: number }[] }
    | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A panel with the rows of a list, and the button that reads its next page. */
export function PagedPanel<Item>({
  list,
  filters,
  title,
  about,
  emptyTitle,
  empty,
  nameOf,
  renderRow,
  className,
}: {
  readonly list: PagedList<Item>;
  /** Changes with the filters of the list. */
  readonly filters: string;
  readonly title: string;
  /** A sentence above the rows. */
  readonly about?: string;
  readonly emptyTitle: string;
  readonly empty: string;
  readonly nameOf: (item: Item) => { readonly id: string; readonly title: string };
  /** A list item, with the id of the record as its key. */
  readonly renderRow: (item: Item) => ReactNode;
  readonly className: string;
}) {
  const { data, error, refetch } = list;
  return (
    <>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && (
        <KeptList
          key={filters}
          list={list}
          items={data.pages.flatMap(({ items }) => items)}
          nameOf={nameOf}
          renderRow={renderRow}
          className={className}
          empty={
            <Empty title={emptyTitle}>
              <p>{empty}</p>
            </Empty>
          }
          renderFrame={(rows) => (
            <Panel title={title} count={data.pages[0]?.total}>
              {about !== undefined && <p className="muted">{about}</p>}
              {rows}
              <MoreButton {...moreOf(list)} />
            </Panel>
          )}
        />
      )}
    </>
  );
}
