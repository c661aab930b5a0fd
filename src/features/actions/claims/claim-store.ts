import type { Knex } from 'knex';
import { databaseTime } from '../../../platform/db/clock-and-epoch';
import {
  bool,
  type Condition,
  type Dialect,
  isOneOf,
} from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { compiledStatement, compiledUpdate } from '../../../platform/db/statements/compiled';
import {
  behindOthersInSequence,
  blocked,
  deferred,
  inIdleProject,
  template,
} from '../action-scopes-store';
import { actionsOf, nextVersion, type ActionChanges, type StoredAction } from '../action-store';
import type { ClaimObstacles } from './claim-rules';

type Key = Pick<StoredAction, 'workspace_id' | 'id'>;

// The claims of a worker; the claims that name none belong together.
const ownClaim = '(claimed_by_actor_id = ? and claim_worker is not distinct from ?)';

const claimOn = (dialect: Dialect) =>
  compiledUpdate<'claimant' | 'worker' | 'lease'>('actions', {
    computed: (db, given) => ({
      claim_generation: db.raw(
        // Not "case": a database that is divided by workspace allows no clock in it.
        `claim_generation + cast((${ownClaim} and claim_expires_at > ?) is not true as integer)`,
        [given('claimant'), given('worker'), databaseTime(db, dialect)],
      ),
      claim_expires_at: databaseTime(db, dialect, given('lease')),
      ...nextVersion(db),
    }),
    finish: (update, db, given) =>
      update
        .where(isOneOf('status', ['ready']))
        .where((free) => {
          void free
            .whereNull('claim_expires_at')
            .orWhere('claim_expires_at', '<=', databaseTime(db, dialect))
            .orWhereRaw(ownClaim, [given('claimant'), given('worker')]);
        })
        .returning('*'),
  });

const claims = { sqlite: claimOn('sqlite'), postgres: claimOn('postgres') } as const;

/**
 * Claims a locked ready action for an actor, makes the other `changes`, and returns the changed
 * row. Returns undefined while another actor, or another worker of the actor, has a live claim,
 * which this update decides by the clock of the database. A repeated claim of the same worker has
 * the same generation.
 */
export async function insertClaim<Row extends Key>(
  transaction: Transaction,
  row: Row,
  {
    actorId,
    worker,
    leaseSeconds,
  }: {
    readonly actorId: string;
    readonly worker: string | null;
    readonly leaseSeconds: number;
  },
  changes: ActionChanges,
): Promise<(Row & StoredAction) | undefined> {
  const claim = {
    claimed_by_actor_id: actorId,
    claim_worker: worker,
    claim_lease_seconds: leaseSeconds,
    last_claimed_by_actor_id: actorId,
    released_until: null,
  };
  const taken = await transaction.first<StoredAction>(
    claims[transaction.dialect](
      row,
      { ...changes, ...claim },
      { claimant: actorId, worker, lease: leaseSeconds },
    ),
  );
  return taken && { ...row, ...taken };
}

const renewalOn = (dialect: Dialect) =>
  compiledUpdate<'lease'>('actions', {
    computed: (db, given) => ({
      claim_expires_at: databaseTime(db, dialect, given('lease')),
      ...nextVersion(db),
    }),
    finish: (update) => update.returning('*'),
  });

const renewals = { sqlite: renewalOn('sqlite'), postgres: renewalOn('postgres') } as const;

/**
 * Begins a new lease of a claim on a locked action, by the clock of the database, makes the other
 * `changes`, and returns the row.
 */
export async function renewClaim<Row extends Key & Pick<StoredAction, 'claim_lease_seconds'>>(
  transaction: Transaction,
  row: Row,
  changes: ActionChanges,
): Promise<Row & StoredAction> {
  const lease = Number(row.claim_lease_seconds);
  const renewed = await transaction.first<StoredAction>(
    renewals[transaction.dialect](row, changes, { lease }),
  );
  if (renewed === undefined) throw new Error(`The locked action ${row.id} is gone.`);
  return { ...row, ...renewed };
}

const obstaclesOf = compiledStatement<'workspaceId' | 'id' | 'now'>((db, given) => {
  const [workspaceId, now] = [given('workspaceId'), given('now')];
  const flag = (name: string, condition: Condition): Knex.QueryBuilder =>
    actionsOf(db, workspaceId)
      .where('actions.id', given('id'))
      .where(condition)
      .count('*')
      .as(name);
  return db.select([
    flag('template', template(workspaceId)),
    flag('paused_project', inIdleProject(workspaceId)),
    flag('deferred', deferred({ now })),
    flag('blocked', blocked(workspaceId)),
    flag('sequential', behindOthersInSequence(db, { workspaceId, now })),
  ]);
});

/** The reasons why no queue offers an action, with one statement. */
export async function findClaimObstacles(
  reader: Reader,
  { workspace_id: workspaceId, id }: Key,
  now: string,
): Promise<ClaimObstacles> {
  const row = await reader.first<Record<string, unknown>>(obstaclesOf({ workspaceId, id, now }));
  const found = (name: keyof ClaimObstacles): boolean => bool(Number(row?.[name] ?? 0));
  return {
    template: found('template'),
    paused_project: found('paused_project'),
    deferred: found('deferred'),
    blocked: found('blocked'),
    sequential: found('sequential'),
  };
}

const backoffOf = compiledStatement<'workspaceId'>((db, given) =>
  db('workspaces')
    .where({ id: given('workspaceId') })
    .select('release_backoff'),
);

/** The seconds for which no queue offers an action to the agent that released it. */
export async function findReleaseBackoff(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.first<{ release_backoff: number }>(backoffOf({ workspaceId }));
  return Number(row?.release_backoff ?? 0);
}
