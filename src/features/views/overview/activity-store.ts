import type { DocumentViewer } from '../../../shared/document-visibility';
import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import type { Reader } from '../../../platform/db/reader';
import { cappedListQuery, type CappedList } from '../capped-store';
import { toViewerParam } from '../document-viewer-policy';
import { activitySources, type ActivityList, type ActivityParams } from './activity-sources-store';

/** An entry of recent activity: an event or a note, with the name of its author. */
export interface ActivityRow {
  readonly list: ActivityList;
  readonly id: string;
  readonly target_id: string;
  readonly target_title: string | null;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly at: string;
  readonly summary: string;
}

/** The agent whose activity is read, and whose private documents the caller may see. */
export interface ActivityScope extends Omit<ActivityParams, 'viewerId'> {
  readonly viewer: DocumentViewer;
}

const lists = compiledQuery<ActivityParams & { readonly limit: number }>(
  (db, params, { dialect }) =>
    db.unionAll(
      Object.entries(activitySources).map(([list, source]) =>
        db
          .select(db.raw('cast(? as varchar(40)) as list', [list]), 'part.*')
          .from(cappedListQuery(db, source(params, dialect), params.limit).as('part')),
      ),
    ),
);

/**
 * Recent events and notes by an agent and on its items: each list newest first, at most `limit`
 * entries per list, in one statement.
 */
export async function readActivity(
  reader: Reader,
  { viewer, ...scope }: ActivityScope,
  limit: number,
): Promise<Record<ActivityList, CappedList<ActivityRow>>> {
  const viewerId = toViewerParam(viewer);
  const rows = await reader.rows<ActivityRow & { capped_total: number }>(
    lists(reader, { ...scope, viewerId, limit }),
  );
  const toList = (list: ActivityList): CappedList<ActivityRow> => {
    const listed = rows.filter((row) => row.list === list).toSorted(newestFirst);
    const [first] = listed;
    const omitted = first === undefined ? 0 : int(first.capped_total) - listed.length;
    return { rows: listed, omitted };
  };
  return {
    my_actions: toList('my_actions'),
    my_questions: toList('my_questions'),
    my_notes: toList('my_notes'),
    human_on_my_items: toList('human_on_my_items'),
    order_doc_changes: toList('order_doc_changes'),
  };
}

function newestFirst(one: ActivityRow, other: ActivityRow): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
