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

/** heartbeatAction without a note, of an action under the caller's claim of a day. */
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
      throw new Refusal(409, 'It is not under a claim of a day.');
    }
    const at = { now, workspaceId: actor.workspaceId, id };
    const after = { ...row, ...(await renew(connection, at)) };
    const { body, ...answer } = await actions.answerWith(connection, call, after);
    return {
      answer: { ...answer, body: { action: body, claim: toClaim(after) } },
      told: { kind: 'action.heartbeat', summary: `${actor.name} is on it.`, action: after },
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
    if (row.assigned_actor_id !== null) throw new Refusal(409, 'It is not pool work.');
    await release(connection, {
      now,
      workspaceId: actor.workspaceId,
      id,
      actor: actor.id,
      generation: Number(row.claim_generation) + 1,
    });
    const { row: after, body, ...answer } = await actions.answer(connection, call, id);
    const summary = `${actor.name} gave the action back.`;
    return {
      answer: { ...answer, body: { action: body } },
      told: { kind: 'action.released', summary, action: after },
    };
  };
}

function checkClaim({ actor, now, body }: Call, row: SingleRow): void {
  const isHeld = row.claimed_by_actor_id === actor.id && (row.claim_expires_at ?? '') > now;
  if (!isHeld || body?.['claim_generation'] !== Number(row.claim_generation)) {
    throw new Refusal(409, 'The claim is lost.');
  }
}

/** claimNextAction in the whole workspace, with the lease that applies when none is asked for. */
export function createClaimNext(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const search = createSearch(driver);
  const take = createTake(driver);

  return async (call, connection) => {
    const { actor, id } = call;
    if (id !== actor.agentId) throw new Refusal(403, 'Only the agent itself claims its work.');
    const { next, withheld } = await search(connection, call);
    const row = next.isHeld
      ? await actions.find(connection, call, next.id)
      : await take(connection, call, next.id);
    const told = { kind: 'action.claimed', summary: `${actor.name} is on it.`, action: row };
    const left = await withheld();
    const { body, ...answer } = await actions.answerWith(connection, call, row);
    const reason = next.isHeld ? 'continue_current' : 'claimed';
    const claimed = { action: body, claim: toClaim(row), reason, withheld: left };
    return {
      answer: { status: answer.status, body: claimed },
      told: next.isHeld ? undefined : told,
    };
  };
}

function createSearch(driver: Driver) {
  const of = <T>(use: (transaction: Transaction, search: Search) => Promise<T>) =>
    compiled(driver, { now, workspaceId, actor, capabilities }, (transaction, given) =>
      use(transaction, {
        workspaceId: given.workspaceId,
        now: given.now,
        actorId: given.actor,
        capabilities: given.capabilities,
        project_id: undefined,
        domain_id: undefined,
      }),
    );
  const lock = of(lockSearcher);
  const find = of(findOffer);
  const first = {
    own: of((transaction, search) => lockFirstOfQueue(transaction, search, 'own', false)),
    pool: of((transaction, search) => lockFirstOfQueue(transaction, search, 'pool', false)),
  };
  const count = of(countWithheld);

  return async (connection: Connection, { actor, now }: Call) => {
    const { workspaceId, id, capabilities: able } = actor;
    const asked = { now, workspaceId, actor: id, capabilities: JSON.stringify(able) };
    const withheld = () => count(connection, asked);
    await lock(connection, asked);
    const { current, queues } = await find(connection, asked);
    if (current !== undefined) return { next: { id: current, isHeld: true }, withheld };
    for (const lane of queues) {
      const found = await first[lane](connection, asked);
      if (found !== undefined) return { next: { id: found.id, isHeld: false }, withheld };
    }
    throw new Refusal(409, 'There is nothing to claim.');
  };
}

function createTake(driver: Driver) {
  const find = compiled(driver, { now, workspaceId, id }, (transaction, given) =>
    findAction(transaction, given.workspaceId, given.id),
  );
  const claim = compiled(driver, { now, workspaceId, id, actor }, (transaction, given) =>
    insertClaim(
      transaction,
      { workspace_id: given.workspaceId, id: given.id },
      { actorId: given.actor, leaseSeconds: defaultLease },
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
    if (row === undefined) throw new Refusal(404, 'There is no such action.');
    const taken = await claim(connection, { now, workspaceId, id, actor: actor.id });
    if (taken === undefined) throw new Refusal(409, 'Another agent is on this action now.');
    return { ...row, ...taken };
  };
}
