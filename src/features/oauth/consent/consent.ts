import { limits } from '../../../../generated/limits';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { Scope, UserActor } from '../../../platform/operation';
import type { ProtocolContext, ProtocolReply } from '../../../platform/protocol';
import { addMilliseconds, SECOND } from '../../../platform/time';
import { findAgentActor, lockAgent, lockNames } from '../../../shared/actors';
import { emit } from '../../../shared/events';
import { hashSecret } from '../../../shared/tokens';
import { addAgent } from '../../agents';
import { findUserForUpdate } from '../../auth';
import { extendClient } from '../clients/client-store';
import { redirectPlace } from '../clients/registration-rules';
import { findGrant, insertGrant } from '../grants/grant-store';
import { fault } from '../oauth-reply';
import type { OauthServer } from '../oauth-server';
import { codeOf } from '../secrets';
import { findCode, insertCode } from '../tokens/token-store';
import { type AuthorizationRequest, codeUrl, errorUrl } from './authorization-request';
import { connectedReply, continueReply, failureReply } from './page-replies';
import type { Decision } from './ticket-store';
import { t } from '../../../shared/pages';

/** What a person decided. */
export interface Consent {
  /** An agent of the workspace, or the name of a new one. */
  readonly agent: { readonly id: string } | { readonly newName: string };
  readonly scopes: readonly Scope[];
  /** The code of the consent. */
  readonly code: string;
}

/** A write of a signed-in person. */
export interface PersonWrite {
  readonly transaction: Transaction;
  readonly actor: UserActor;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly loggedAddress: string | undefined;
}

/**
 * Creates the grant and its code, and returns the name of the agent; undefined if the agent is not
 * one that the client can act as. Locks the person and the agent, so that whatever ends either of
 * them comes before the grant, which is then refused, or ends it.
 */
export async function allow(
  write: PersonWrite,
  request: AuthorizationRequest,
  { agent, scopes, code }: Consent,
): Promise<string | undefined> {
  const { transaction, actor, workspaceId, now, newId } = write;
  // Lock order: the workspace, then the person. This prevents deadlocks with a person's rename.
  if ('newName' in agent) await lockNames(transaction, workspaceId);
  const person = await findUserForUpdate(transaction, { workspaceId, userId: actor.userId });
  if (person?.deactivated_at !== null || person.role === 'viewer') return undefined;
  const agentId = 'id' in agent ? agent.id : await addAgent(write, { name: agent.newName });
  const state = await lockAgent(transaction, workspaceId, agentId);
  const found = await findAgentActor(transaction, workspaceId, agentId);
  if (found === undefined || state === undefined || state === 'revoked') return undefined;
  const id = newId('ogr');
  const expiresAt = addMilliseconds(now, limits.oauth_code_seconds * SECOND);
  await insertGrant(transaction, {
    id,
    workspaceId,
    agentId,
    userId: actor.userId,
    clientId: request.clientId,
    clientName: request.clientName,
    clientHost: request.clientHost,
    redirectHost: redirectPlace(request.redirectUri),
    scopes,
    audience: request.resource,
    refreshes: request.refreshes,
    now,
    expiresAt,
  });
  await insertCode(transaction, {
    id: newId('occ'),
    workspace_id: workspaceId,
    code_hash: hashSecret(code),
    grant_id: id,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    expires_at: expiresAt,
  });
  // Otherwise it could be deleted before the client redeems the code.
  await extendClient(transaction, request.clientId, now);
  emit(write, {
    kind: 'oauth_grant.created',
    subject: { type: 'oauth_grant', id, title: request.clientName },
    summary: `${actor.name} let ${request.clientName} act as ${found.name}.`,
    audit: { new: { agent_id: agentId, scopes: [...scopes] } },
  });
  return found.name;
}

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
  const agent = await findAgentActor(reader, workspaceId, grant.agent_id);
  const agentName = agent?.name ?? '';
  if (row.redeemed_at !== null) return connectedReply(request, agentName);
  if (row.expires_at <= ctx.now) {
    return failureReply(
      t('{client} did not fetch its access in time.', { client: request.clientName }),
      ctx,
    );
  }
  return continueReply(request, agentName, codeUrl(request, server, code));
}

const denied = fault('access_denied', 'The person refused.');
