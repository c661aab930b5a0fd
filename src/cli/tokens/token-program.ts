import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import type { TokenFinding } from './tokens';

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

const asJson = ['--json', 'print what is known as JSON'] as const;
const which = [
  '[id]',
  'its id or its public id; otherwise standard input has the token, or a text with it',
] as const;

/** Adds `callboard token` and its verbs. Each loads its code when it runs. */
export function addTokens(program: Command): void {
  const token = program.command('token').description('manage tokens of agents');
  token
    .command('create')
    .description('make a token for an agent and print it, once')
    .requiredOption('--agent <name>', 'name of the agent')
    .option('--workspace <id>', 'needed when several workspaces have an agent of that name')
    .option('--name <name>', 'what the token is for (default: token)')
    .option('--scopes <scopes>', 'read, write or both: read,write (default: both)')
    .option('--expires-at <time>', 'ISO 8601 date and time with an offset (default: never)')
    .option('--json', 'print what was made as JSON')
    .action(create);
  token
    .command('find')
    .description('tell which token a text names, such as one that leaked')
    .argument(...which)
    .option(...asJson)
    .action(async (id: string | undefined, options: FindOptions) => {
      const config = loadConfig();
      const { findTokenCommand } = await import('./tokens.js');
      show(await findTokenCommand(config, id), options);
    });
  token
    .command('revoke')
    .description('end a token at once')
    .argument(...which)
    .option(...asJson)
    .action(async (id: string | undefined, options: FindOptions) => {
      const config = loadConfig();
      const { revokeTokenCommand } = await import('./tokens.js');
      show(await revokeTokenCommand(config, id), options);
    });
}

async function create(options: CreateOptions): Promise<void> {
  const { agent, workspace, name, scopes, expiresAt } = options;
  const config = loadConfig();
  const { createTokenCommand } = await import('./tokens.js');
  const made = await createTokenCommand(config, {
    agent,
    workspace,
    body: {
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes: scopes.split(',').map((scope) => scope.trim()) }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    },
  });
  print(options.json === true ? JSON.stringify(made, null, 2) : made.token);
}

function show(found: TokenFinding, { json }: FindOptions): void {
  if (json === true) {
    print(JSON.stringify(found, null, 2));
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
