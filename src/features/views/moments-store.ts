import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { addMilliseconds, SECOND } from '../../platform/time';
import { actionsOf, open } from '../actions';
import { type ViewContext, viewParams, type ViewParams } from './view-params';

/** The instants, beside those of open actions and orders, that a view depends on. */
export interface Moments {
  /** Whether it shows the presence of agents. */
  readonly hasPresence: boolean;
  /** The agent whose recent activity it shows. */
  readonly agentId: string | undefined;
}

interface MomentParams extends ViewParams {
  readonly hasPresence: boolean;
  /** The agent whose activity since `activeSince` counts. */
  readonly agentId: string | undefined;
  readonly activeSince: string | undefined;
}

// An instant counts from the moment on at which a view compares it with `now` or with the start of
// a window; equal ones count too, because some comparisons include them.
const nextMoments = compiledQuery<MomentParams>((db, params) => {
  const { workspaceId, now, workingSince, stalledSince } = params;
  const { agentId, activeSince } = params;
  const least = (column: string, since: string, name: string): Knex.Raw =>
    db.raw('min(case when ?? >= ? then ?? end) as ??', [column, since, column, name]);
  const work = actionsOf(db, workspaceId)
    .where(open())
    .select(
      least('actions.defer_until', now, 'defer_until'),
      least('actions.claim_expires_at', now, 'claim_expires_at'),
      least('actions.released_until', now, 'released_until'),
      least('actions.assignee_active_at', workingSince, 'assignee_active_at'),
      least('actions.last_activity_at', stalledSince, 'last_activity_at'),
    );
  const first = (table: string, column: string, since: string): Knex.QueryBuilder =>
    db(table)
      .where(`${table}.workspace_id`, workspaceId)
      .where(`${table}.${column}`, '>=', since)
      .min(`${table}.${column}`)
      .as(`${table}_at`);
  const query = db
    .from(work.as('work'))
    .select('work.*')
    .select(first('orders', 'next_checkin_due_at', now).where({ 'orders.state': 'active' }));
  if (params.hasPresence) void query.select(first('agents', 'last_seen_at', workingSince));
  if (agentId !== undefined && activeSince !== undefined) {
    const actor = db('agents').where({ workspace_id: workspaceId, id: agentId }).select('actor_id');
    void query
      .select(first('events', 'created_at', activeSince))
      .select(first('notes', 'created_at', activeSince).where('notes.created_by_actor_id', actor));
  }
  return query;
});

/**
 * An instant before which time alone changes nothing in these views of the workspace, if its data
 * stay the same; undefined if time changes nothing at all. Wherever a view compares a column with
 * the time, this statement reads it, of more records than the view shows rather than fewer.
 */
export async function readNextMoment(
  ctx: ViewContext,
  { hasPresence, agentId }: Moments,
): Promise<string | undefined> {
  const { workingSeconds, stalledSeconds } = ctx.settings;
  const activitySeconds = limits.overview_activity_seconds;
  const activeSince =
    agentId === undefined ? undefined : addMilliseconds(ctx.now, -activitySeconds * SECOND);
  const row = await ctx.reader.first<Record<string, string | null>>(
    nextMoments(ctx.reader, { ...viewParams(ctx), hasPresence, agentId, activeSince }),
  );
  const windows: Readonly<Record<string, number>> = {
    assignee_active_at: workingSeconds,
    agents_at: workingSeconds,
    last_activity_at: stalledSeconds,
    events_at: activitySeconds,
    notes_at: activitySeconds,
  };
  const moments = Object.entries(row ?? {}).flatMap(([name, at]) =>
    at === null ? [] : [addMilliseconds(at, (windows[name] ?? 0) * SECOND)],
  );
  return moments.toSorted()[0];
}
