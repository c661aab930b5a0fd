import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import { readDataState } from '../../platform/db/clock-and-epoch';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { bytesOf, cacheJson } from '../../platform/http/responses/response';
import type { ReadContext } from '../../platform/operation';
import { addMilliseconds, SECOND } from '../../platform/time';
import { documentViewer } from '../../shared/document-visibility';
import { actionsOf, open } from '../actions';
import { toViewerParam, type ViewContext, viewParams, type ViewParams } from './view-params';

/** What a view depends on besides the data, the time and the settings of its workspace. */
interface ViewKey extends Moments {
  /** Whether the caller's rights matter: which agents and private documents it may see. */
  readonly dependsOnCaller: boolean;
  readonly input: unknown;
}

interface Kept<R> {
  readonly state: string;
  /** Undefined until the view is read again in this state. */
  readonly reply?: R;
  readonly bytes: number;
  /** The reply is right from `since` until before `until`, if there is such an instant. */
  readonly since: string;
  readonly until: string | undefined;
}

const maxViews = 500;
const maxBytes = 4 * 1024 * 1024;

/** A cache of the replies of one operation. */
interface RepeatedView<R> {
  /**
   * Returns the reply of an earlier request if it is exactly the one that `make` would return: the
   * database has not changed, and no instant that the view depends on has passed. A reply is kept
   * when it is made the second time, so views between writes cost only one small statement more.
   */
  read(ctx: ReadContext, key: ViewKey, make: () => Promise<R>): Promise<R>;
}

/** Makes a cache of replies for one operation, for each database. */
export function repeatedView<R extends { readonly body: object }>(): RepeatedView<R> {
  const viewsOf = new WeakMap<object, Map<string, Kept<R>>>();
  return {
    async read(ctx, key, make) {
      const { reader, now } = ctx;
      const state = ctx.historyDays === null ? await readDataState(reader) : undefined;
      if (state === undefined || reader.committed === undefined) return make();
      const views = viewsOf.get(reader.committed) ?? new Map<string, Kept<R>>();
      viewsOf.set(reader.committed, views);
      const name = nameOf(ctx, key);
      const kept = views.get(name);
      if (kept?.state !== state) {
        const reply = await make();
        keep(views, name, { state, bytes: 0, since: now, until: now });
        return reply;
      }
      if (kept.reply !== undefined && isWithin(now, kept)) {
        views.delete(name);
        views.set(name, kept);
        return kept.reply;
      }
      const reply = await make();
      const until = await readNextMoment(ctx, key);
      // Every statement since the first state was read has seen that state.
      if ((await readDataState(reader)) !== state) return reply;
      cacheJson(reply.body);
      keep(views, name, { state, reply, bytes: bytesOf(reply.body).length, since: now, until });
      return reply;
    },
  };
}

function isWithin(now: string, { since, until }: Kept<unknown>): boolean {
  return now >= since && (until === undefined || now < until);
}

function nameOf(ctx: ReadContext, { dependsOnCaller, input }: ViewKey): string {
  const { actor, workspaceId, epoch, settings } = ctx;
  const readsAll = actor.kind === 'user' || actor.accessMode === 'sysadmin';
  const caller = dependsOnCaller
    ? [toViewerParam(documentViewer(actor)), readsAll || actor.id]
    : null;
  return JSON.stringify([workspaceId, epoch, settings, caller, input]);
}

function keep<R>(views: Map<string, Kept<R>>, name: string, kept: Kept<R>): void {
  views.delete(name);
  views.set(name, kept);
  let bytes = 0;
  for (const view of views.values()) bytes += view.bytes;
  for (const [oldest, view] of views) {
    if (views.size <= maxViews && bytes <= maxBytes) return;
    views.delete(oldest);
    bytes -= view.bytes;
  }
}

/** The instants, beside those of open actions and orders, that a view depends on. */
interface Moments {
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
async function readNextMoment(
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
