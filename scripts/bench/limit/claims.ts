import {
  findAction,
  updateActionRow,
  type SingleRow,
} from '../../../src/features/actions/action-store';
import { renewClaim, insertClaim } from '../../../src/features/actions/claims/claim-store';
import { defaultLease, noClaim, toClaim } from '../../../src/features/actions/claims/claim-rules';
import type { Search } from '../../../src/features/actions/claims/queue-search-store';
import {
  findOffer,
  lockFirstOfQueue,
  lockSearcher,
} from '../../../src/features/actions/claims/queue-store';
import { countWithheld } from '../../../src/features/actions/claims/withheld-store';
import type { Transaction } from '../../../src/platform/db/transaction';
import { DAY, SECOND } from '../../../src/platform/time';
import { createActionWriter } from './action-writer';
import { compiled } from './compiled';
import type { Connection, Driver } from './driver';
import { Refusal, type Call } from './request';
import { sample } from './sample';
import type { Write } from './write';

const { now, workspaceId, id, actor, capabilities } = sample;

/** heartbeatAction without a note, for an action that the caller has claimed for a day. */
export function createHeartbeat(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const lease = DAY / SECOND;
  const renew = compiled(driver, { now, workspaceId, id }, (transaction, given) =>
    renewClaim(
      transaction,
      { workspace_id: given.workspaceId, id: given.id, claim_lease_seconds: lease },
      { last_activity_at: given.now, assignee_active_at: given.now },
    ),
  );
  return async (call, connection) => {
    const { actor, now, id } = call;
    const row = await actions.lockOpen(connection, call);
    checkClaim(call, row);
    if (row.assigned_actor_id !== actor.id || Number(row.claim_lease_seconds) !== lease) {
      throw new Refusal(409, 'The action is not claimed for a day.');
    }
    const key = { now, workspaceId: actor.workspaceId, id };
    const after = { ...row, ...(await renew(connection, key)) };
    const { body, ...reply } = await actions.replyWithRow(connection, call, after);
    return {
      reply: { ...reply, body: { action: body, claim: toClaim(after, now) } },
      event: {
        kind: 'action.heartbeat',
        summary: `${actor.name} is working on the action.`,
        action: after,
      },
    };
  };
}

/** releaseAction of pool work, without a reason. */
export function createRelease(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const generation = 987_654_322;
  const release = compiled(
    driver,
    { now, workspaceId, id, actor, generation },
    (transaction, given) =>
      updateActionRow(
        transaction,
        { workspace_id: given.workspaceId, id: given.id },
        {
          last_activity_at: given.now,
          updated_at: given.now,
          updated_by_actor_id: given.actor,
          ...noClaim,
          claim_generation: given.generation,
          assignee_active_at: null,
        },
      ),
  );
  return async (call, connection) => {
    const { actor, now, id } = call;
    const row = await actions.lockOpen(connection, call);
    checkClaim(call, row);
    if (row.assigned_actor_id !== null) throw new Refusal(409, 'The action is not pool work.');
    await release(connection, {
      now,
      workspaceId: actor.workspaceId,
      id,
      actor: actor.id,
      generation: Number(row.claim_generation) + 1,
    });
    const { row: after, body, ...reply } = await actions.replyWithAction(connection, call, id);
    const summary = `${actor.name} released the action.`;
    return {
      reply: { ...reply, body: { action: body } },
      event: { kind: 'action.released', summary, action: after },
    };
  };
}

function checkClaim({ actor, now, body }: Call, row: SingleRow): void {
  const isClaimed = row.claimed_by_actor_id === actor.id && (row.claim_expires_at ?? '') > now;
  if (!isClaimed || body?.['claim_generation'] !== Number(row.claim_generation)) {
    throw new Refusal(409, 'The claim is lost.');
  }
}

/** claimNextAction in the whole workspace, with the default lease. */
export function createClaimNext(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const search = createSearch(driver);
  const claim = createClaim(driver);

  return async (call, connection) => {
    const { actor, id } = call;
    if (id !== actor.agentId) throw new Refusal(403, 'The caller is another agent.');
    const { next, readWithheld } = await search(connection, call);
    const row = next.isClaimed
      ? await actions.find(connection, call, next.id)
      : await claim(connection, call, next.id);
    const summary = `${actor.name} claimed the action.`;
    const event = { kind: 'action.claimed', summary, action: row };
    const withheld = await readWithheld();
    const { body, ...reply } = await actions.replyWithRow(connection, call, row);
    const reason = next.isClaimed ? 'continue_current' : 'claimed';
    const claimed = { action: body, claim: toClaim(row, call.now), reason, withheld };
    return {
      reply: { status: reply.status, body: claimed },
      event: next.isClaimed ? undefined : event,
    };
  };
}

function createSearch(driver: Driver) {
  const searching = <T>(use: (transaction: Transaction, search: Search) => Promise<T>) =>
    compiled(driver, { now, workspaceId, actor, capabilities }, (transaction, given) =>
      use(transaction, {
        workspaceId: given.workspaceId,
        now: given.now,
        actorId: given.actor,
        capabilities: given.capabilities,
        worker: null,
        project_id: undefined,
        domain_id: undefined,
      }),
    );
  const lock = searching(lockSearcher);
  const find = searching(findOffer);
  const first = {
    own: searching((transaction, search) => lockFirstOfQueue(transaction, search, 'own', false)),
    pool: searching((transaction, search) => lockFirstOfQueue(transaction, search, 'pool', false)),
  };
  const count = searching(countWithheld);

  return async (connection: Connection, { actor, now }: Call) => {
    const { workspaceId, id, capabilities } = actor;
    const values = { now, workspaceId, actor: id, capabilities: JSON.stringify(capabilities) };
    const readWithheld = () => count(connection, values);
    await lock(connection, values);
    const { current, queues } = await find(connection, values);
    if (current !== undefined) return { next: { id: current, isClaimed: true }, readWithheld };
    for (const queue of queues) {
      const found = await first[queue](connection, values);
      if (found !== undefined) {
        return { next: { id: found.id, isClaimed: false }, readWithheld };
      }
    }
    throw new Refusal(409, 'There is nothing to claim.');
  };
}

function createClaim(driver: Driver) {
  const find = compiled(driver, { now, workspaceId, id }, (transaction, given) =>
    findAction(transaction, given.workspaceId, given.id),
  );
  const insert = compiled(driver, { now, workspaceId, id, actor }, (transaction, given) =>
    insertClaim(
      transaction,
      { workspace_id: given.workspaceId, id: given.id },
      { actorId: given.actor, worker: null, leaseSeconds: defaultLease },
      {
        last_activity_at: given.now,
        updated_at: given.now,
        updated_by_actor_id: given.actor,
      },
    ),
  );
  return async (connection: Connection, { actor, now }: Call, id: string): Promise<SingleRow> => {
    const { workspaceId } = actor;
    const row = await find(connection, { now, workspaceId, id });
    if (row === undefined) throw new Refusal(404, 'The action does not exist.');
    const claimed = await insert(connection, { now, workspaceId, id, actor: actor.id });
    if (claimed === undefined) throw new Refusal(409, 'Another agent has claimed this action.');
    return { ...row, ...claimed };
  };
}
