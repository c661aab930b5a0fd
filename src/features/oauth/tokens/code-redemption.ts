import { scopesOf } from '../../../shared/tokens';
import { hashSecret } from '../../../shared/tokens';
import type { Form } from '../form';
import { endForMisuse } from '../grants/misuse';
import { hasRefresh, lockGrant, type GrantRow } from '../grants/grant-store';
import { fault, type OauthFault } from '../oauth-reply';
import { isOurResource, type OauthServer } from '../oauth-server';
import { isVerifierOf, newSecret } from '../secrets';
import { findCode, markRedeemed } from './code-store';
import { insertRefresh } from './refresh-store';
import { issueTokens, refreshExpiry, type TokenContext, type Tokens } from './token-grant';

/** A request to the token endpoint by an authenticated client. */
export interface TokenRequest {
  readonly clientId: string;
  readonly form: Form;
  readonly server: OauthServer;
}

/**
 * Redeems a code. Of several redemptions one succeeds: they wait for the row of the grant, and a
 * conditional update decides. A second use of a code, or a use without the right verifier, shows
 * that the code has leaked, so it ends the grant with its tokens (RFC 6749, 4.1.2 and 10.5). A
 * returned refusal must be committed.
 */
export async function redeemCode(
  context: TokenContext,
  { clientId, form, server }: TokenRequest,
): Promise<Tokens | OauthFault> {
  const { transaction, now, newId } = context;
  const given = form.get('code');
  if (given === undefined) return fault('invalid_request', 'code is missing.');
  const hash = hashSecret(given);
  const found = await findCode(transaction, hash);
  if (found === undefined) return notValid;
  const grant = await lockGrant(transaction, found.workspace_id, found.grant_id);
  if (grant === undefined || grant.ended_at !== null) return notValid;
  // Another request may have redeemed the code until the lock was free.
  const code = await findCode(transaction, hash);
  if (code === undefined) return notValid;
  if (code.redeemed_at !== null) return endForSecondUse(context, grant);
  if (!isVerifierOf(code.code_challenge, form.get('code_verifier'))) {
    await endForMisuse(context, grant, 'a code was sent without its verifier');
    return fault('invalid_grant', 'code_verifier does not match the challenge.');
  }
  if (grant.client_id !== clientId) return notValid;
  if (form.get('redirect_uri') !== code.redirect_uri) {
    return fault('invalid_grant', 'redirect_uri is not the one that the code was sent to.');
  }
  if (code.expires_at <= now) return notValid;
  const foreign = form.all('resource').some((resource) => !isOurResource(resource, server));
  if (foreign || grant.audience !== server.resource) return foreignResource;
  if (!(await markRedeemed(transaction, code, now))) return notValid;
  const refreshToken = hasRefresh(grant) ? newSecret('cbf') : undefined;
  if (refreshToken !== undefined) {
    await insertRefresh(transaction, {
      id: newId('ort'),
      workspace_id: grant.workspace_id,
      token_hash: hashSecret(refreshToken),
      grant_id: grant.id,
      predecessor_id: null,
      created_at: now,
      expires_at: refreshExpiry(grant, now),
    });
  }
  return issueTokens(context, grant, {
    scopes: scopesOf(grant.scopes),
    refreshToken,
    isFirst: true,
  });
}

async function endForSecondUse(context: TokenContext, grant: GrantRow): Promise<OauthFault> {
  await endForMisuse(context, grant, 'a code was used twice');
  return notValid;
}

const notValid = fault('invalid_grant', 'The code is not valid, or no longer valid.');

/** The refusal of a resource that is not this server's. */
export const foreignResource = fault(
  'invalid_target',
  'resource must be the URL of the MCP endpoint of this server.',
);
