import { createReader } from '../../../platform/db/reader';
import { withRetries } from '../../../platform/db/faults';
import { transact } from '../../../platform/db/transaction';
import { Problem } from '../../../platform/problems';
import { isRecord } from '../../../platform/json';
import type { ProtocolContext, ProtocolReply, ProtocolRequest } from '../../../platform/operation';
import { createSession, type AccountSettings } from '../../auth';
import type { Form } from '../form';
import { redirectReply } from '../oauth-reply';
import { queryOf, type OauthServer } from '../oauth-server';
import type { EndpointParts } from '../tokens/token-operations';
import { nameBeforeSignIn } from '../clients/find-client';
import { failureReply, signInReply, type SignInParts } from './page-replies';

/** Handles the form of the page to sign in. */
export type SignIn = (
  request: ProtocolRequest,
  ctx: ProtocolContext,
  form: Form,
  server: OauthServer,
) => Promise<ProtocolReply>;

/**
 * Makes the sign-in of the authorization endpoint: `createSession` with its limits and its cookie,
 * and then the page to decide, whose parameters are in the query of the form's URL.
 */
export function signInWith({ database }: EndpointParts, settings: AccountSettings): SignIn {
  const create = createSession(database, settings);
  const reader = createReader(database);
  return async ({ message }, ctx, form, { base }) => {
    const parameters = queryOf(message);
    const query = parameters.toString();
    const back = `${base}/oauth/authorize?${query}`;
    // The local owner of development needs no password.
    if (ctx.caller?.kind === 'user') return redirectReply(back);
    const email = form.get('email') ?? '';
    const workspace = form.get('workspace_id');
    const body = {
      email,
      password: form.get('password') ?? '',
      ...(workspace !== undefined && { workspace_id: workspace }),
    };
    try {
      const { cookie, deviceTokens, signedIn } = await withRetries(ctx.log, () =>
        transact(database, (transaction) =>
          create(
            { path: {}, query: {}, header: {}, body },
            { ...ctx, reader: transaction, transaction },
          ),
        ),
      );
      return {
        ...redirectReply(back),
        ...(cookie !== undefined && { cookie }),
        ...(deviceTokens !== undefined && { deviceTokens }),
        ...(signedIn !== undefined && { signedIn }),
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const clientId = parameters.get('client_id') ?? '';
      const clientName = await nameBeforeSignIn(reader, clientId, ctx.now);
      if (typeof clientName !== 'string') return failureReply(clientName.fault, ctx);
      return signInReply({ query, clientName, email, ...refusal(error) }, base);
    }
  };
}

function refusal(error: Problem): Pick<SignInParts, 'error' | 'workspaces'> {
  const { code, message } = error;
  if (code === 'WORKSPACE_REQUIRED') return { error: message, workspaces: workspacesOf(error) };
  if (code === 'UNAUTHENTICATED' || code === 'RATE_LIMITED') return { error: message };
  throw error;
}

function workspacesOf({ details }: Problem): SignInParts['workspaces'] {
  const { workspaces } = details;
  if (!Array.isArray(workspaces)) return [];
  return workspaces.flatMap((each: unknown) =>
    isRecord(each) ? [{ id: String(each['id']), name: String(each['name']) }] : [],
  );
}
