import type { components } from '../../../../generated/types';
import { endGrant } from '../../../shared/oauth-grant-store';
import { scopesOf } from '../../../shared/tokens';
import { pageOf } from '../../../platform/db/statements/page';
import type { ReadHandler, WriteHandler } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';
import { grantsOf, lockGrant, type GrantRow } from './grant-store';

/** Lists the grants of the workspace, or of one agent, that are in use, newest first. */
export const listOauthGrants: ReadHandler<'listOauthGrants'> = async ({ query }, ctx) => {
  const { reader, workspaceId, now } = ctx;
  const { agent_id: agentId } = query;
  const { rows, ...envelope } = await pageOf<GrantRow>(
    reader,
    {
      matching: (db) => {
        const grants = grantsOf(db, workspaceId, now);
        return agentId === undefined ? grants : grants.where('oauth_grants.agent_id', agentId);
      },
      select: (grants) => grants.select('oauth_grants.*'),
      id: 'oauth_grants.id',
      sorts: { created_at: { column: 'oauth_grants.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    query,
  );
  const filters = agentId === undefined ? {} : { agent_id: agentId };
  return { status: 200, body: { items: rows.map(toGrant), ...envelope, filters, hidden_count: 0 } };
};

/** Ends a grant with its tokens; one that has ended does not change. */
export const revokeOauthGrant: WriteHandler<'revokeOauthGrant'> = async ({ path }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  const grant = await lockGrant(transaction, workspaceId, path.id);
  if (grant === undefined) throw notFound('grant', path.id);
  if (grant.ended_at === null) {
    await endGrant(ctx, grant, `${actor.name} disconnected ${grant.client_name}.`);
  }
  return { status: 204 };
};

function toGrant(row: GrantRow): components['schemas']['OauthGrant'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    agent_id: row.agent_id,
    user_id: row.user_id,
    client_id: row.client_id,
    client_name: row.client_name,
    client_host: row.client_host,
    redirect_host: row.redirect_host,
    scopes: scopesOf(row.scopes),
    created_at: row.created_at,
    last_token_at: row.last_token_at,
  };
}
