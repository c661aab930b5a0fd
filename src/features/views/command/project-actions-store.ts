import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled-query';
import type { Capped } from '../capped-store';
import { pending, summaryColumns, type AskedOfPending, type SummaryRow } from './command-store';
import type { ViewSource } from '../metrics-store';

type AskedOfProjects = AskedOfPending & { readonly limit: number };

const order = 'actions.position is null, actions.position, actions.created_at, actions.id';

// A window would have SQLite copy each row twice; the beginning of a project is the beginning of an index.
const beginnings = compiledQuery<AskedOfProjects>((db, asked, { ids }) => {
  const first = pending(db, asked)
    .whereRaw('actions.project_id = place.id')
    .orderByRaw(order)
    .limit(asked.limit)
    .select('actions.rowid');
  const all = pending(db, asked)
    .whereIn('actions.project_id', [...ids])
    .count('*');
  const query = db('projects as place')
    .crossJoin(db.raw('actions'))
    .where('place.workspace_id', asked.workspaceId)
    .whereIn('place.id', [...ids])
    .whereIn('actions.rowid', first);
  return summaryColumns(query, db).select(all.as('of_all')).orderByRaw(order);
});

// Postgres finds all of them in the index's order at once, which costs it less than to begin anew for each project.
const ranked = compiledQuery<AskedOfProjects>((db, asked, { ids }) => {
  const line = pending(db, asked)
    .whereIn('actions.project_id', [...ids])
    .select(shownOfAction)
    .select(db.raw(`row_number() over (partition by actions.project_id order by ${order}) as nth`))
    .select(db.raw('count(*) over (partition by actions.project_id) as of_line'));
  const query = db
    .from(line.as('actions'))
    .where('actions.nth', '<=', asked.limit)
    .orderBy('actions.nth')
    .select('actions.nth', 'actions.of_line');
  return summaryColumns(query, db);
});

// To look each action up again by its id costs more than to take along what is shown of it.
const shownOfAction = [
  'workspace_id',
  'id',
  'title',
  'project_id',
  'status',
  'assigned_actor_id',
  'assignee_active_at',
  'claim_expires_at',
  'delegate_label',
  'due_at',
  'last_activity_note_id',
  'last_activity_at',
].map((name) => `actions.${name}`);

/**
 * The open actions of projects, none of them a template, each project's in its own order and at most `limit` of them; `beyond` is what
 * all of them together leave out. One statement, whatever the number of projects.
 */
export async function readProjectActions(
  { reader, workspaceId, now }: ViewSource,
  projectIds: readonly string[],
  limit: number,
): Promise<Capped<SummaryRow>> {
  const asked = { workspaceId, now, limit };
  if (reader.dialect === 'sqlite') {
    const rows = await reader.rows<SummaryRow & { of_all: number }>(
      beginnings(reader, asked, projectIds),
    );
    const [first] = rows;
    return { rows, beyond: first === undefined ? 0 : int(first.of_all) - rows.length };
  }
  const rows = await reader.rows<SummaryRow & { nth: number; of_line: number }>(
    ranked(reader, asked, projectIds),
  );
  const firsts = rows.filter(({ nth }) => int(nth) === 1);
  const all = firsts.reduce((sum, row) => sum + int(row.of_line), 0);
  return { rows, beyond: all - rows.length };
}
