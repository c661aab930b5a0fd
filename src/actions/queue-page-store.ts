import type { Knex } from 'knex';
import { decodeCursor, encodeCursor } from '../platform/db/cursor';
import type { ReadHand } from '../platform/db/hands';
import type { PageRequest } from '../platform/db/page';
import { invalidValue } from '../platform/problems';
import {
  actionable,
  coveredBy,
  heldBy,
  queueLine,
  queueOrder,
  unclaimed,
} from './action-scopes-store';
import { actionsOf, selectAction, type ActionRow } from './action-store';

/** Whose queue, and at which moment. */
export interface QueueOf {
  readonly workspaceId: string;
  readonly now: string;
  readonly actorId: string;
  /** What the pool work must be covered by; undefined leaves the pool out. */
  readonly capabilities: readonly string[] | undefined;
}

const sort = 'queue';
const byId = { column: 'actions.id', holds: 'text', nullable: true } as const;
const defaultLimit = 50;
const mostCounted = 10_000;

/** A page of an agent's queue, in the order in which `claim-next` offers it; `total` is absent above 10,000. */
export async function readQueue(hand: ReadHand, queue: QueueOf, request: PageRequest) {
  const { after, limit = defaultLimit, offset = 0 } = request;
  if (after !== undefined && request.offset !== undefined) {
    throw invalidValue(
      'query/after',
      'after and offset say where to begin in two ways; send one of them.',
    );
  }
  const last = after === undefined ? undefined : decodeCursor(after, sort, [byId]).id;
  const [found, counted] = await Promise.all([
    hand.rows<ActionRow>((db) => {
      const query = selectAction(queued(db, hand, queue));
      if (last !== undefined) goOnAfter(query, db, queue, last);
      return query
        .orderByRaw(queueOrder)
        .limit(limit + 1)
        .offset(offset);
    }),
    hand.first<{ total: number }>((db) => {
      const bounded = queued(db, hand, queue)
        .select('actions.id')
        .limit(mostCounted + 1);
      return db.from(bounded.as('queued')).count({ total: '*' });
    }),
  ]);
  const rows = found.slice(0, limit);
  const end = rows.at(-1);
  const hasMore = found.length > limit;
  const total = Number(counted?.total ?? 0);
  const next =
    hasMore && end !== undefined ? encodeCursor(sort, { values: [null], id: end.id }) : null;
  return {
    rows,
    ...(total > mostCounted ? {} : { total }),
    page: { offset, limit, has_more: hasMore, next },
    sort,
  };
}

function queued(db: Knex, { dialect }: ReadHand, queue: QueueOf): Knex.QueryBuilder {
  const { workspaceId, actorId, capabilities } = queue;
  return actionsOf(db, workspaceId)
    .where(actionable(queue))
    .where((offered) => {
      void offered.where(heldBy(actorId, queue));
      if (capabilities === undefined) return;
      void offered.orWhere((pool) => {
        void pool
          .whereNull('actions.assigned_actor_id')
          .where(unclaimed(queue))
          .where(coveredBy(dialect, capabilities));
      });
    });
}

function goOnAfter(
  query: Knex.QueryBuilder,
  db: Knex,
  { workspaceId }: QueueOf,
  last: string,
): void {
  const place = db('actions as before')
    .where({ 'before.workspace_id': workspaceId, 'before.id': last })
    .select(db.raw(queueLine('before')));
  void query.whereRaw(`(${queueLine('actions')}) > ?`, [place]);
}
