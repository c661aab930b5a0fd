import type { Knex } from 'knex';
import { databaseTime } from '../platform/db/clock';
import { bool, isOneOf, type Condition } from '../platform/db/columns';
import type { Dialect, ReadHand, WriteHand } from '../platform/db/hands';
import { keepStatement } from '../platform/db/kept-statement';
import { behindOthers, blocked, deferred, inIdleProject, template } from './action-scopes-store';
import { actionsOf, type StoredAction } from './action-store';
import type { Hindrances } from './claim-rules';

type Key = Pick<StoredAction, 'workspace_id' | 'id'>;

/**
 * Claims a ready action for an actor, with the other `changes`. False when somebody else holds a live claim: this one update decides, on
 * the database's clock. What the actor holds already keeps its generation.
 */
export async function takeClaim(
  hand: WriteHand,
  { workspace_id, id }: Key,
  claim: { readonly actorId: string; readonly leaseSeconds: number },
  changes: Readonly<Partial<StoredAction>>,
): Promise<boolean> {
  const taken = await hand.write((db) => {
    const now = databaseTime(db, hand.dialect);
    return db('actions')
      .where({ workspace_id, id })
      .where(isOneOf('status', ['ready']))
      .where((free) => {
        void free
          .whereNull('claim_expires_at')
          .orWhere('claim_expires_at', '<=', now)
          .orWhere('claimed_by_actor_id', claim.actorId);
      })
      .update({
        ...changes,
        claim_generation: db.raw(
          'case when claimed_by_actor_id = ? and claim_expires_at > ? then claim_generation else claim_generation + 1 end',
          [claim.actorId, now],
        ),
        claimed_by_actor_id: claim.actorId,
        claim_expires_at: databaseTime(db, hand.dialect, claim.leaseSeconds),
        claim_lease_seconds: claim.leaseSeconds,
      });
  });
  return taken > 0;
}

const renewalOn = (dialect: Dialect) =>
  keepStatement<'workspaceId' | 'id' | 'lease'>((db, given) =>
    db('actions')
      .where({ workspace_id: given('workspaceId'), id: given('id') })
      .update({ claim_expires_at: databaseTime(db, dialect, given('lease')) }),
  );

const renewals = { sqlite: renewalOn('sqlite'), postgres: renewalOn('postgres') } as const;

/** Lets a claim's lease begin anew, for a row that is locked. */
export async function renewClaim(
  hand: WriteHand,
  {
    workspace_id: workspaceId,
    id,
    claim_lease_seconds: lease,
  }: Key & Pick<StoredAction, 'claim_lease_seconds'>,
): Promise<void> {
  await hand.write(renewals[hand.dialect]({ workspaceId, id, lease: Number(lease) }));
}

/** What keeps an action out of the queues, in one statement. */
export async function findHindrances(
  hand: ReadHand,
  { workspace_id, id }: Key,
  now: string,
): Promise<Hindrances> {
  const row = await hand.first<Record<string, unknown>>((db) => {
    const is = (name: string, condition: Condition): Knex.QueryBuilder =>
      actionsOf(db, workspace_id).where('actions.id', id).where(condition).count('*').as(name);
    return db.select([
      is('template', template()),
      is('paused_project', inIdleProject()),
      is('deferred', deferred({ now })),
      is('blocked', blocked()),
      is('sequential', behindOthers({ now })),
    ]);
  });
  const found = (name: keyof Hindrances): boolean => bool(Number(row?.[name] ?? 0));
  return {
    template: found('template'),
    paused_project: found('paused_project'),
    deferred: found('deferred'),
    blocked: found('blocked'),
    sequential: found('sequential'),
  };
}
