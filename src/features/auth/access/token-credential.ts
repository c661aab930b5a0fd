import type { Database } from '../../../platform/db/connect';
import { createReader } from '../../../platform/db/reader';
import type { Credential, Exchange } from '../../../platform/http/exchange';
import type { RateLimit } from '../../../platform/http/requests/rate-limit';
import type { AgentActor } from '../../../platform/operation';
import { findUploadUrl, uploadUrlNotValid } from '../../../shared/files';
import { limitsOf } from '../../../shared/plans';
import {
  findPresentedToken,
  type PresentedToken,
  activateAgent,
  markUsed,
} from '../../../shared/tokens';
import { transact } from '../../../platform/db/transaction';
import { newId } from '../../../platform/ids';
import { emit } from '../../../shared/events';

/** What the check of a token needs. */
export interface TokenParts {
  readonly database: Database;
  readonly limitRate: RateLimit;
}

/** A valid bearer token with its agent. */
export type ValidToken = PresentedToken & { readonly actor: AgentActor };

/** The agent of a valid token as a caller. */
export function credentialOfToken(token: ValidToken): Credential {
  const { actor, nextTimeout, closedState } = token;
  return {
    scheme: 'bearerToken',
    actor,
    windows: token,
    historyDays: limitsOf(token.plan).history_days,
    keyPrefixes: token.keyPrefixes,
    nextTimeout: closedState === null ? nextTimeout : null,
    epoch: token.epoch,
    storage: { plan: token.plan, bytes: token.storedBytes },
  };
}

/**
 * The agent that a URL of one upload acts for. Throws the same 404 for every URL that takes no
 * upload: also when its token has ended, or the agent may not write.
 */
export async function authenticateUpload(
  { database, limitRate }: TokenParts,
  exchange: Exchange,
  secret: string,
): Promise<Credential> {
  const { now } = exchange;
  const reader = createReader(database, exchange.databaseUse);
  const url = await findUploadUrl(reader, secret, now);
  if (url === undefined) throw uploadUrlNotValid();
  const { workspace_id: workspaceId, public_id: publicId } = url;
  const token = await findPresentedToken(reader, { publicId, workspaceId });
  if (token === undefined || !mayWrite(token, now)) throw uploadUrlNotValid();
  const { tokenId, grantId } = token.actor;
  exchange.sender = { tokenId, actorId: token.actorId };
  await limitRate({ policy: 'token', workspaceId, id: grantId ?? tokenId }, exchange.res);
  // The contract has these where a credential is required.
  for (const name of ['RateLimit', 'RateLimit-Policy']) exchange.res.removeHeader(name);
  return credentialOfToken(token);
}

function mayWrite(token: PresentedToken, now: string): token is ValidToken {
  const { actor, revokedAt, expiresAt, closedState } = token;
  return (
    actor !== undefined &&
    actor.state !== 'paused' &&
    revokedAt === null &&
    (expiresAt === null || expiresAt > now) &&
    closedState === null
  );
}

/** Stores that an agent has used its token, which activates a pending agent. */
export async function recordUse(
  database: Database,
  actor: AgentActor,
  now: string,
  minuteAgo: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    await markUsed(transaction, actor, now, minuteAgo);
    if (!(await activateAgent(transaction, actor, now))) return;
    emit(
      {
        transaction,
        workspaceId: actor.workspaceId,
        now,
        newId: (prefix) => newId(prefix, now),
        actor,
      },
      {
        kind: 'agent.activated',
        subject: { type: 'agent', id: actor.agentId, title: actor.name },
        summary: `${actor.name} reported for the first time.`,
      },
    );
  });
}
