import { revokeAgentToken, createTokenForAgent, tokenState } from '../../features/agents';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { checkBody, prepareRoutes } from '../../platform/http/routing/router';
import { readContract } from '../../features/service';
import { findTokenAnywhere, scopesOf, type LocatedToken } from '../../shared/tokens';
import { ensureSchema, withDatabase } from '../database';
import { CommandError } from '../failure';
import { toCommandError } from '../problem-of-options';
import { chooseAgent } from './choose-agent';
import { operatorContext } from '../workspaces/operator';
import { isRightSecret, readTokenKey, type TokenKey } from './token-text';

/** The options of `callboard token create`. */
export interface TokenOptions {
  readonly agent: string;
  /** The workspace id; needed if several workspaces have an agent of that name. */
  readonly workspace: string | undefined;
  /** The request body of createToken. */
  readonly body: unknown;
}

/** `callboard token create`: creates a token with the rules of the operation createToken. */
export async function createTokenCommand(config: Config, { agent, workspace, body }: TokenOptions) {
  return withDatabase(config, async (database) => {
    await ensureSchema(database);
    const found = await chooseAgent(createReader(database), agent, workspace);
    const routes = await prepareRoutes(JSON.parse(readContract().json.bytes.toString('utf8')));
    try {
      checkBody(routes, 'createToken', `/v1/agents/${found.id}/tokens`, body);
      const { token, row } = await transact(database, async (transaction) =>
        createTokenForAgent(await operatorContext(transaction, found.workspace_id), found.id, body),
      );
      return {
        id: row.id,
        public_id: row.public_id,
        agent_id: row.agent_id,
        workspace_id: row.workspace_id,
        name: row.name,
        scopes: scopesOf(row.scopes),
        expires_at: row.expires_at,
        token,
      };
    } catch (error) {
      throw toCommandError(error);
    }
  });
}

/** The output of `callboard token find` and `revoke`. */
export interface TokenReport {
  readonly id: string;
  readonly public_id: string;
  readonly name: string;
  readonly agent_id: string;
  readonly agent: string;
  readonly workspace_id: string;
  readonly workspace: string;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  /** Whether the given secret matches the token; null if none was given. */
  readonly secret_matches: boolean | null;
}

/** `callboard token find`: identifies the token in a text. */
export async function findTokenCommand(
  config: Config,
  argument: string | undefined,
): Promise<TokenReport> {
  const key = await readTokenKey(argument);
  return withDatabase(config, async (database) => {
    await ensureSchema(database);
    return toReport(await locate(database, key), key);
  });
}

/** `callboard token revoke`: revokes a token. Revoking a revoked token changes nothing. */
export async function revokeTokenCommand(
  config: Config,
  argument: string | undefined,
): Promise<TokenReport> {
  const key = await readTokenKey(argument);
  return withDatabase(config, async (database) => {
    await ensureSchema(database);
    const token = await locate(database, key);
    await transact(database, async (transaction) =>
      revokeAgentToken(await operatorContext(transaction, token.workspace_id), token),
    );
    return toReport(await locate(database, { id: token.id }), key);
  });
}

async function locate(database: Database, { id, publicId = '' }: TokenKey): Promise<LocatedToken> {
  const selector = id === undefined ? { public_id: publicId } : { id };
  const token = await findTokenAnywhere(createReader(database), selector);
  if (token !== undefined) return token;
  throw new CommandError(
    id === undefined
      ? `No token of this database has the public id ${publicId}.`
      : `There is no token ${id} in this database.`,
  );
}

function toReport(token: LocatedToken, key: TokenKey): TokenReport {
  return {
    id: token.id,
    public_id: token.public_id,
    name: token.name,
    agent_id: token.agent_id,
    agent: token.agent_name,
    workspace_id: token.workspace_id,
    workspace: token.workspace_name,
    state: tokenState(token, new Date().toISOString()),
    scopes: scopesOf(token.scopes),
    created_at: token.created_at,
    expires_at: token.expires_at,
    last_used_at: token.last_used_at,
    revoked_at: token.revoked_at,
    secret_matches: isRightSecret(key, token) ?? null,
  };
}
