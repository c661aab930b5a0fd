import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { print, printJson } from '../printer';
import { given, newName } from '../text-options';
import type { ConnectOptions, TokenReport } from './tokens';

interface CreateOptions {
  readonly agent: string;
  readonly workspace?: string;
  readonly name?: string;
  readonly scopes?: string;
  readonly expiresAt?: string;
  readonly json?: boolean;
}

interface FindOptions {
  readonly json?: boolean;
}

const asJson = ['--json', 'print the token as JSON'] as const;
const tokenArgument = [
  '[id]',
  'its id or public id; if absent, standard input must contain the token or a text with it',
] as const;

/** Adds `callboard token` and its subcommands, which load their code on demand. */
export function addTokens(program: Command): void {
  const token = program.command('token').description('manage tokens of agents');
  token
    .command('create')
    .description('create a token for an agent and print it once')
    .requiredOption('--agent <name>', 'name of the agent', given('--agent'))
    .option(
      '--workspace <id-or-name>',
      'needed if several workspaces have an agent of that name',
      given('--workspace'),
    )
    .option('--name <name>', 'what the token is for (default: token)', newName('--name'))
    .option('--scopes <scopes>', 'read, write or both: read,write (default: both)')
    .option('--expires-at <time>', 'ISO 8601 date and time with an offset (default: never)')
    .option('--json', 'print the result as JSON')
    .action(create);
  token
    .command('find')
    .description('identify the token in a text, such as a leaked one')
    .argument(...tokenArgument)
    .option(...asJson)
    .action(async (id: string | undefined, options: FindOptions) => {
      const config = loadConfig();
      const { findTokenCommand } = await import('./tokens.js');
      show(await findTokenCommand(config, id), options);
    });
  token
    .command('revoke')
    .description('revoke a token')
    .argument(...tokenArgument)
    .option(...asJson)
    .action(async (id: string | undefined, options: FindOptions) => {
      const config = loadConfig();
      const { revokeTokenCommand } = await import('./tokens.js');
      show(await revokeTokenCommand(config, id), options);
    });
}

/** Adds `callboard connect`. */
export function addConnect(program: Command): void {
  program
    .command('connect')
    .description(
      'print what to paste into Claude Code, Codex, Cursor and others to connect an agent',
    )
    .requiredOption('--agent <name>', 'name of the agent', given('--agent'))
    .option(
      '--workspace <id-or-name>',
      'needed if several workspaces have an agent of that name',
      given('--workspace'),
    )
    .option('--client <client>', 'only for this client, such as claude_code')
    .action(async (options: ConnectOptions) => {
      const config = loadConfig();
      const { connectCommand } = await import('./tokens.js');
      print(...(await connectCommand(config, options)));
    });
}

async function create(options: CreateOptions): Promise<void> {
  const { agent, workspace, name, scopes, expiresAt } = options;
  const config = loadConfig();
  const { createTokenCommand } = await import('./tokens.js');
  const created = await createTokenCommand(config, {
    agent,
    workspace,
    body: {
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes: scopes.split(',').map((scope) => scope.trim()) }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    },
  });
  if (options.json === true) printJson(created);
  else print(created.token);
}

function show(found: TokenReport, { json }: FindOptions): void {
  if (json === true) {
    printJson(found);
    return;
  }
  const rows = [
    ['Token', `${found.name} (${found.id})`],
    ['Public id', found.public_id],
    ['Agent', `${found.agent} (${found.agent_id})`],
    ['Workspace', `${found.workspace} (${found.workspace_id})`],
    ['State', found.state],
    ['Scopes', found.scopes.join(', ')],
    ['Created', found.created_at],
    ['Expires', found.expires_at ?? 'never'],
    ['Last used', found.last_used_at ?? 'never'],
    ['Revoked', found.revoked_at ?? 'never'],
    ['Secret', secretSentence(found.secret_matches)],
  ];
  for (const [name = '', value = ''] of rows) print(`${name.padEnd(11)}${value}`);
}

function secretSentence(matches: boolean | null): string {
  if (matches === null) return 'not given';
  return matches ? 'the given one is right' : 'the given one is wrong';
}
