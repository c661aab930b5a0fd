import type { IncomingMessage } from 'node:http';
import type { AgentActor } from '../../../src/platform/operation';
import { SECOND, addMilliseconds } from '../../../src/platform/time';
import {
  findPresentedToken,
  isSecretOf,
  markUsed,
  parseAuthorization,
} from '../../../src/shared/tokens';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { Refusal } from './request';
import { sample } from './sample';

const minuteBefore = (now: string): string => addMilliseconds(now, -60 * SECOND);

const sampleActor: AgentActor = {
  kind: 'agent',
  id: sample.actor,
  workspaceId: sample.workspaceId,
  name: '',
  agentId: sample.agent,
  accessMode: 'worker',
  state: 'active',
  capabilities: [],
  requiresProposals: false,
  canReview: false,
  tokenId: '(token)',
  scopes: [],
};

/**
 * Authenticates the caller as Callboard does: finds the token by its public id, and checks the hash
 * of its secret, its expiry and its agent.
 */
export function createAccess(driver: Driver) {
  const find = compiled(
    driver,
    { now: sample.now, publicId: '(public id)' },
    (transaction, { publicId }) => findPresentedToken(transaction, publicId),
  );
  const recordUse = compiled(
    driver,
    {
      now: sample.now,
      workspaceId: sampleActor.workspaceId,
      tokenId: sampleActor.tokenId,
      agentId: sampleActor.agentId,
    },
    (transaction, { now, workspaceId, tokenId, agentId }) =>
      markUsed(
        transaction,
        { ...sampleActor, workspaceId, tokenId, agentId },
        now,
        minuteBefore(now),
      ),
    ({ now }) => ({ minuteAgo: minuteBefore(now) }),
  );

  return async (request: IncomingMessage, now: string): Promise<AgentActor> => {
    const parts = parseAuthorization(request.headers.authorization ?? '');
    const token = parts && (await find(driver.reader, { now, publicId: parts.publicId }));
    if (parts === undefined || token === undefined || !isSecretOf(token.secretHash, parts.secret)) {
      throw new Refusal(401, 'The bearer token is not valid.');
    }
    const { actor, expiresAt, revokedAt, lastUsedAt, nextTimeout } = token;
    if (revokedAt !== null || actor === undefined || (expiresAt !== null && expiresAt <= now)) {
      throw new Refusal(401, 'The bearer token has expired or been revoked.');
    }
    if (!actor.scopes.includes(request.method === 'GET' ? 'read' : 'write')) {
      throw new Refusal(403, 'The token lacks the scope.');
    }
    if (lastUsedAt === null || lastUsedAt <= minuteBefore(now)) {
      const { workspaceId, tokenId, agentId } = actor;
      await driver.transaction((connection) =>
        recordUse(connection, { now, workspaceId, tokenId, agentId }),
      );
    }
    if (nextTimeout !== null && nextTimeout <= now) {
      throw new Refusal(503, 'The benchmark supports no questions with an expiry.');
    }
    return actor;
  };
}
