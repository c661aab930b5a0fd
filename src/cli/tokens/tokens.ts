import {
  revokeAgentToken,
  createTokenForAgent,
  tokenState,
  clientsFor,
  findAgentsByName,
} from '../../features/agents';
import { readContract } from '../../features/service';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader, type Reader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { checkBody, prepareRoutes } from '../../platform/http/routing/router';
import { serverSettings } from '../../shared/server-settings';
import {
  findTokenAnywhere,
  scopesOf,
  type LocatedToken,
  isTokenOf,
  parseToken,
  type TokenParts,
} from '../../shared/tokens';
import { ensureSchema, withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';
import { ask } from '../prompt';
import { toCommandError } from '../text-options';
import { operatorContext, idOfNamed, withoutClosed } from '../workspaces/choose-workspace';

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

// Enough for a line of a log or a page of text around the token.
const MAX_CHARACTERS = 64 * 1024;

const inText = /\bcb_(?:[0-9A-Z]{26}_)?([0-9a-f]{24})(?:_[0-9a-f]{64})?(?![0-9a-f])/gi;
const publicIdAlone = /^[0-9a-f]{24}$/i;
const tokenId = /^tok_[0-9A-Za-z]+$/;

/** Identifies a token by id or public id; `parts` is present if the whole token was given. */
interface TokenKey {
  readonly id?: string;
  readonly publicId?: string;
  readonly parts?: TokenParts;
}

/**
 * Reads a token key from the argument, or from standard input, which may contain the token or a
 * text with it. Throws a UsageError, which never contains the text.
 */
async function readTokenKey(argument: string | undefined): Promise<TokenKey> {
  if (argument === undefined) {
    const found = keyInText(process.stdin.isTTY ? await promptForKey() : await readInput());
    if (found !== undefined) return found;
    throw new UsageError('Standard input contains neither a token nor a public id.');
  }
  const found = keyInText(argument);
  if (found?.parts !== undefined) {
    throw new UsageError(
      'Other processes can read arguments, and they stay in the history of the shell. Send the token to standard input, or give its public id, the 24 characters before the last _.',
    );
  }
  if (found !== undefined) return found;
  throw new UsageError('Give the id of a token (tok_...) or its public id of 24 characters.');
}

/** Whether the whole token is the stored one; undefined if none was given. */
function isRightSecret(
  { parts }: TokenKey,
  token: { readonly secret_hash: string },
): boolean | undefined {
  return parts === undefined ? undefined : isTokenOf(token.secret_hash, parts);
}

function keyInText(text: string): TokenKey | undefined {
  const trimmed = text.trim();
  if (tokenId.test(trimmed)) return { id: trimmed };
  if (publicIdAlone.test(trimmed)) return { publicId: trimmed.toLowerCase() };
  const keys = new Map<string, TokenKey>();
  for (const [token, publicId = ''] of text.matchAll(inText)) {
    const key = publicId.toLowerCase();
    const parts = parseToken(token) ?? keys.get(key)?.parts;
    keys.set(key, { publicId: key, ...(parts !== undefined && { parts }) });
  }
  if (keys.size > 1) throw new UsageError('The text contains several tokens. Send one at a time.');
  return keys.values().next().value;
}

// Does not echo the input.
function promptForKey(): Promise<string> {
  return ask('Token or public id:', { isSecret: true });
}

async function readInput(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > MAX_CHARACTERS) {
      throw new UsageError(`Send at most ${MAX_CHARACTERS} characters.`);
    }
  }
  return text;
}

/** The options of `callboard connect`. */
export interface ConnectOptions {
  readonly agent: string;
  readonly workspace?: string;
  readonly client?: string;
}

/**
 * `callboard connect`: returns the lines to paste into each client, or into one, to work as an agent.
 * Throws a CommandError without such an agent, or if the address of the server is unknown.
 */
export async function connectCommand(
  config: Config,
  options: ConnectOptions,
): Promise<readonly string[]> {
  const { mcpUrl } = serverSettings(config);
  if (mcpUrl === null) {
    throw new CommandError('Set PUBLIC_URL to the address at which clients reach this server.');
  }
  const all = clientsFor(mcpUrl);
  const chosen = all.filter(
    ({ client }) => options.client === undefined || client === options.client,
  );
  if (chosen.length === 0) {
    const names = all.map(({ client }) => client).join(', ');
    throw new UsageError(`--client must be one of ${names}.`);
  }
  await withDatabase(config, async (database) => {
    await ensureSchema(database);
    return chooseAgent(createReader(database), options.agent, options.workspace);
  });
  const name = `'${options.agent.replaceAll("'", String.raw`'\''`)}'`;
  return [
    'A token, for the clients that send one:',
    '',
    `  export CALLBOARD_TOKEN="$(callboard token create --agent ${name})"`,
    ...chosen.flatMap(({ title, place, text }) => [
      '',
      `${title}: ${place}`,
      '',
      ...text.split('\n').map((line) => `  ${line}`),
    ]),
  ];
}

const MAX_WORKSPACES_SHOWN = 100;

/**
 * The agent with this name, in the workspace of this id or name or in all that are open. Throws a
 * CommandError if there is none, or if several workspaces have one.
 */
async function chooseAgent(reader: Reader, name: string, workspace: string | undefined) {
  const workspaceId = workspace === undefined ? undefined : await idOfNamed(reader, workspace);
  const found = await findAgentsByName(reader, { name, workspaceId }, MAX_WORKSPACES_SHOWN);
  const agents = await withoutClosed(reader, found);
  const [agent, another] = agents;
  if (agent === undefined) {
    const where = workspaceId === undefined ? '' : ` in the workspace ${workspaceId}`;
    throw new CommandError(`There is no agent called ${name}${where}, or it is revoked.`);
  }
  if (another !== undefined) {
    const ids = agents.map(({ workspace_id: id }) => id).join(', ');
    throw new CommandError(
      `Several workspaces have an agent called ${name}: choose one with --workspace ID: ${ids}.`,
    );
  }
  return agent;
}
