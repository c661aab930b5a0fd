import type { Knex } from 'knex';
import type { Condition } from '../platform/db/columns';
import type { Dialect, ReadHand } from '../platform/db/hands';
import {
  behindOthers,
  blocked,
  coveredBy,
  deferred,
  inIdleProject,
  notTemplate,
  ready,
} from './action-scopes-store';
import { actionsOf } from './action-store';
import { keepSearch, within, type Search } from './queue-search-store';

/** Ready work in the agent's reach that it is not offered, by cause. */
export type Withheld = Record<
  'blocked' | 'deferred' | 'sequential' | 'missing_capability' | 'claimed' | 'paused_project',
  number
>;

const mostLookedAt = 1000;

const withheldWork = keepSearch((db, search, dialect) => {
  const { workspaceId, actorId } = search;
  const near = within(actionsOf(db, workspaceId), search)
    .where(ready())
    .where(notTemplate())
    .where((reach) => {
      void reach
        .whereNull('actions.assigned_actor_id')
        .orWhere('actions.assigned_actor_id', actorId);
    })
    .select('actions.*')
    .limit(mostLookedAt);
  // What most actions have nothing of is looked into only where there is something.
  const among = (cause: keyof Withheld, condition: Condition, where: Knex.Raw): Knex.Raw =>
    db.raw('count(case when ? then ? end) as ??', [
      where,
      db.select(db.raw('1')).where(condition),
      cause,
    ]);
  const inProject = db.raw('actions.project_id is not null');
  const anyBlocker = db('action_blockers').where('workspace_id', workspaceId).select(db.raw('1'));
  return db
    .from(near.as('actions'))
    .select([
      among('blocked', blocked(), db.raw('exists ?', [anyBlocker])),
      among('deferred', deferred(search), db.raw('actions.defer_until is not null')),
      among('sequential', behindOthers(search), inProject),
      among(
        'missing_capability',
        uncovered(dialect, search),
        db.raw("actions.requirements <> '[]'"),
      ),
      among('claimed', claimedByOthers(search), db.raw('actions.claim_expires_at is not null')),
      among('paused_project', inIdleProject(), inProject),
    ]);
});

/** Counts the ready work that is withheld from the agent, in one statement that looks at 1,000 actions at most, once each. */
export async function countWithheld(hand: ReadHand, search: Search): Promise<Withheld> {
  const row = await hand.first<Record<string, number>>(withheldWork(hand, search));
  const count = (cause: keyof Withheld): number => Number(row?.[cause] ?? 0);
  return {
    blocked: count('blocked'),
    deferred: count('deferred'),
    sequential: count('sequential'),
    missing_capability: count('missing_capability'),
    claimed: count('claimed'),
    paused_project: count('paused_project'),
  };
}

function uncovered(dialect: Dialect, { capabilities }: Search): Condition {
  return (query) =>
    void query.whereNull('actions.assigned_actor_id').whereNot(coveredBy(dialect, capabilities));
}

function claimedByOthers({ now, actorId }: Search): Condition {
  return (query) =>
    void query
      .where('actions.claim_expires_at', '>', now)
      .whereNot('actions.claimed_by_actor_id', actorId);
}
