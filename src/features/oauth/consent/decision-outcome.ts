import type { Reader } from '../../../platform/db/reader';
import type { Scope } from '../../../platform/operation';
import type { ProtocolContext, ProtocolReply } from '../../../platform/protocol';
import { findAgentActor } from '../../../shared/actor-store';
import { t } from '../../../shared/pages';
import { scopesOf } from '../../../shared/tokens';
import { findGrant, type GrantRow } from '../grants/grant-store';
import { fault, type OauthServer } from '../oauth-server';
import { codeOf } from '../secrets';
import { findCode } from '../tokens/token-store';
import { type AuthorizationRequest, codeUrl, errorUrl } from './authorization-request';
import { connectedReply, continueReply, failureReply, otherDecisionReply } from './page-replies';
import type { Decision } from './ticket-store';

/** What a person allowed. */
export interface Consent {
  /** An agent of the workspace, or the name of a new one. */
  readonly agent: { readonly id: string } | { readonly newName: string };
  readonly scopes: readonly Scope[];
  /** The code of the consent. */
  readonly code: string;
}

/** A request on whose page a person has decided. */
interface DecidedRequest {
  readonly workspaceId: string;
  readonly request: AuthorizationRequest;
  readonly ticket: string;
  /** The stored decision. */
  readonly decision: Decision;
  /** The consent of this form; a sentence that says what it lacks; undefined for a refusal. */
  readonly consent: Consent | string | undefined;
}

/**
 * Shows the result of a decision. The form may come again, by a second click or when the person
 * goes back or reloads: it leads to the same code until the client has redeemed it. A form that
 * allows something else gets no code.
 */
export async function outcomeReply(
  reader: Reader,
  ctx: ProtocolContext,
  server: OauthServer,
  { workspaceId, request, ticket, decision, consent }: DecidedRequest,
): Promise<ProtocolReply> {
  if (decision === 'refuse')
    return continueReply(request, undefined, errorUrl(request, server, denied));
  const code = codeOf(ticket);
  const row = await findCode(reader, code);
  const grant = row && (await findGrant(reader, workspaceId, row.grant_id));
  if (row === undefined || grant === undefined || grant.ended_at !== null) {
    return failureReply(
      t('The connection of {client} has ended.', { client: request.clientName }),
      ctx,
    );
  }
  if (row.redeemed_at === null && row.expires_at <= ctx.now) {
    return failureReply(
      t('{client} did not fetch its access in time.', { client: request.clientName }),
      ctx,
    );
  }
  const agent = await findAgentActor(reader, workspaceId, grant.agent_id);
  const agentName = agent?.name ?? '';
  if (!isSame(consent, grant, agentName)) return otherDecisionReply(request, agentName);
  if (row.redeemed_at !== null) return connectedReply(request, agentName);
  return continueReply(request, agentName, codeUrl(request, server, code));
}

const denied = fault('access_denied', 'The person refused.');

/** Whether a form allows what its first decision has allowed. */
function isSame(
  consent: Consent | string | undefined,
  grant: GrantRow,
  agentName: string,
): boolean {
  if (consent === undefined || typeof consent === 'string') return false;
  const { agent, scopes } = consent;
  const isSameAgent = 'id' in agent ? agent.id === grant.agent_id : agent.newName === agentName;
  return isSameAgent && scopes.join(' ') === scopesOf(grant.scopes).join(' ');
}
