import type { Knex } from 'knex';
import { databaseTime } from '../../../platform/db/purge/clock';
import { bool, isOneOf, type Condition } from '../../../platform/db/statements/columns';
import type { Dialect, ReadHand, WriteHand } from '../../../platform/db/hands';
import { keepStatement } from '../../../platform/db/statements/kept-statement';
import { keepUpdate } from '../../../platform/db/statements/kept-row';
import {
  behindOthers,
  blocked,
  deferred,
  inIdleProject,
  template,
} from '../lists/action-scopes-store';
import { actionsOf, type StoredAction } from '../action-store';
import type { Hindrances } from './claim-rules';

type Key = Pick<StoredAction, 'workspace_id' | 'id'>;
type Changes = Readonly<Partial<StoredAction>>;

const claimOn = (dialect: Dialect) =>
  keepUpdate<'claimant' | 'lease'>('actions', {
    computed: (db, given) => ({
      claim_generation: db.raw(
        'case when claimed_by_actor_id = ? and claim_expires_at > ? then claim_generation else claim_generation + 1 end',
        [given('claimant'), databaseTime(db, dialect)],
      ),
      claim_expires_at: databaseTime(db, dialect, given('lease')),
    }),
    finish: (update, db, given) =>
      update
        .where(isOneOf('status', ['ready']))
        .where((free) => {
          void free
            .whereNull('claim_expires_at')
            .orWhere('claim_expires_at', '<=', databaseTime(db, dialect))
            .orWhere('claimed_by_actor_id', given('claimant'));
        })
        .returning('*'),
  });

const claims = { sqlite: claimOn('sqlite'), postgres: claimOn('postgres') } as const;

/**
 * Claims a ready action whose row is locked for an actor, with the other `changes`, and answers it as it is then. Undefined when somebody else
 * holds a live claim: this one update decides, on the database's clock. What the actor holds already keeps its generation.
 */
export async function takeClaim<Row extends Key>(
  hand: WriteHand,
  row: Row,
  { actorId, leaseSeconds }: { readonly actorId: string; readonly leaseSeconds: number },
  changes: Changes,
): Promise<(Row & StoredAction) | undefined> {
  const claim = { claimed_by_actor_id: actorId, claim_lease_seconds: leaseSeconds };
  const taken = await hand.first<StoredAction>(
    claims[hand.dialect](row, { ...changes, ...claim }, { claimant: actorId, lease: leaseSeconds }),
  );
  return taken && { ...row, ...taken };
}

const renewalOn = (dialect: Dialect) =>
  keepUpdate<'lease'>('actions', {
    computed: (db, given) => ({ claim_expires_at: databaseTime(db, dialect, given('lease')) }),
    finish: (update) => update.returning('*'),
  });

const renewals = { sqlite: renewalOn('sqlite'), postgres: renewalOn('postgres') } as const;

/** Lets the lease of a claim begin anew, with the other `changes`, for a row that is locked. Answers it as it is then. */
export async function renewClaim<Row extends Key & Pick<StoredAction, 'claim_lease_seconds'>>(
  hand: WriteHand,
  row: Row,
  changes: Changes,
): Promise<Row & StoredAction> {
  const lease = Number(row.claim_lease_seconds);
  const renewed = await hand.first<StoredAction>(renewals[hand.dialect](row, changes, { lease }));
  if (renewed === undefined) throw new Error(`The locked action ${row.id} is gone.`);
  return { ...row, ...renewed };
}

const hindrancesOf = keepStatement<'workspaceId' | 'id' | 'now'>((db, given) => {
  const now = given('now');
  const is = (name: string, condition: Condition): Knex.QueryBuilder =>
    actionsOf(db, given('workspaceId'))
      .where('actions.id', given('id'))
      .where(condition)
      .count('*')
      .as(name);
  return db.select([
    is('template', template()),
    is('paused_project', inIdleProject()),
    is('deferred', deferred({ now })),
    is('blocked', blocked()),
    is('sequential', behindOthers(db, { now })),
  ]);
});

/** What keeps an action out of the queues, in one statement. */
export async function findHindrances(
  hand: ReadHand,
  { workspace_id: workspaceId, id }: Key,
  now: string,
): Promise<Hindrances> {
  const row = await hand.first<Record<string, unknown>>(hindrancesOf({ workspaceId, id, now }));
  const found = (name: keyof Hindrances): boolean => bool(Number(row?.[name] ?? 0));
  return {
    template: found('template'),
    paused_project: found('paused_project'),
    deferred: found('deferred'),
    blocked: found('blocked'),
    sequential: found('sequential'),
  };
}
