import { findAgentActor } from '../../../shared/actors';
import { hashSecret } from '../../../shared/tokens';
import type { Reader } from '../../../platform/db/reader';
import type { ProtocolContext, ProtocolReply } from '../../../platform/operation';
import { findGrant } from '../grants/grant-store';
import { fault } from '../oauth-reply';
import type { OauthServer } from '../oauth-server';
import { codeOf } from '../secrets';
import { findCode } from '../tokens/code-store';
import type { AuthorizationRequest } from './authorization-request';
import { connectedReply, continueReply, failureReply } from './page-replies';
import { codeUrl, errorUrl } from './return-url';
import type { Decision } from './ticket-store';

/** A request on whose page a person has decided. */
export interface DecidedRequest {
  readonly workspaceId: string;
  readonly request: AuthorizationRequest;
  readonly ticket: string;
  readonly decision: Decision;
}

/**
 * Shows what became of a decision. The form may come again, by a second click or when the person
 * goes back or reloads: it leads to the same code until the client has redeemed it.
 */
export async function outcomeReply(
  reader: Reader,
  ctx: ProtocolContext,
  server: OauthServer,
  { workspaceId, request, ticket, decision }: DecidedRequest,
): Promise<ProtocolReply> {
  if (decision === 'refuse')
    return continueReply(request, undefined, errorUrl(request, server, refusal));
  const code = codeOf(ticket);
  const row = await findCode(reader, hashSecret(code));
  const grant = row && (await findGrant(reader, workspaceId, row.grant_id));
  if (row === undefined || grant === undefined || grant.ended_at !== null) {
    return failureReply(`The connection of ${request.clientName} has ended.`, ctx);
  }
  const agent = await findAgentActor(reader, workspaceId, grant.agent_id);
  const agentName = agent?.name ?? '';
  if (row.redeemed_at !== null) return connectedReply(request, agentName);
  if (row.expires_at <= ctx.now) {
    return failureReply(`${request.clientName} did not fetch its access in time.`, ctx);
  }
  return continueReply(request, agentName, codeUrl(request, server, code));
}

const refusal = fault('access_denied', 'The person refused.');
