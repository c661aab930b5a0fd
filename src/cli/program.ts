import { Command, CommanderError } from 'commander';
import {
  ConfigError,
  loadConfig,
  misspeltVariables,
  preferDevelopment,
  type Config,
} from '../platform/config';
import { secretVariables, variables } from '../platform/config-variables';
import { DriverError } from '../platform/db/sqlite/sqlite-driver';
import { withoutSecrets } from '../platform/log';
import type { ArchiveOptions } from './archive/archive-command';
import { addAgents } from './agents/agent-program';
import { CommandError, Interruption, UsageError } from './failure';
import { addPeople } from './people/people-program';
import { addLoad } from './load/load-program';
import { print, printJson, tell } from './printer';
import type { EndOptions } from './restore/restored-access-store';
import type { ServeOptions } from './serve/serve';
import { addSecrets } from './secrets/rotate';
import { emailAddress, given, newName } from './text-options';
import { addConnect, addTokens } from './tokens/token-program';
import type { ExportOptions, ImportOptions } from './transfer/transfer-commands';
import { addWebhooks } from './webhooks/webhook-program';
import { addWorkspaces } from './workspaces/workspace-program';

const MAX_WORKERS = 64;

/** The exit code of shells for SIGINT. */
const INTERRUPTED = 130;

/**
 * Runs the command line. Resolves with the exit code: 0 for success, 2 for a wrong option or
 * environment value, 130 for Ctrl-C at a prompt, 1 for any other failure. Failures print one sentence
 * on standard error.
 */
export async function runCommandLine(argv: readonly string[], version: string): Promise<number> {
  try {
    await buildProgram(version).parseAsync(withCommand(argv));
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const known =
      error instanceof UsageError ||
      error instanceof ConfigError ||
      error instanceof CommandError ||
      error instanceof Interruption ||
      error instanceof DriverError;
    if (error instanceof ConfigError) tell(...error.message.split('\n'));
    else tell(known ? error.message : describe(error));
    if (error instanceof Interruption) return INTERRUPTED;
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

// Not Commander's default command, which takes the name of an unknown command as its argument.
function withCommand(argv: readonly string[]): string[] {
  const [node = '', program = '', first, ...others] = argv;
  if (first === undefined) return [node, program, 'serve'];
  const isOfServe = first.startsWith('-') && !['-h', '--help', '-V', '--version'].includes(first);
  return [node, program, ...(isOfServe ? ['serve'] : []), first, ...others];
}

// Commands load their code on demand, because loading all of it takes most of a short command's
// time.
function buildProgram(version: string): Command {
  const program = new Command('callboard')
    .description('Where people and software agents coordinate work.')
    .version(version)
    .exitOverride()
    // Commander's errors contain the wrong argument, which may be a token.
    .configureOutput({ outputError: (text) => tell(withoutSecrets(text).trimEnd()) })
    .addHelpText('after', environmentHelp())
    .hook('preAction', (_program, command) => {
      if (!['worker', 'check'].includes(command.name()))
        misspeltVariables().forEach((sentence) => tell(sentence));
    });

  program
    .command('serve')
    .description('serve HTTP until SIGTERM or SIGINT (the command if none is named)')
    .option('--development', 'set CALLBOARD_ENV to development if it is not set')
    .option('--migrate', 'bring a Postgres schema up to date first (an SQLite file always is)')
    .option('--create', 'in production, create the SQLite file if there is none')
    .option('--demo', 'in development, fill an empty database with the sample workspace')
    .option('--check-responses', 'log each response that breaks the contract')
    .option('--no-deliveries', 'leave the messages of webhooks to other processes')
    .option(
      '--workers <n>',
      'number of processes that serve requests, for machines with several cores',
      workers,
      1,
    )
    .action(async ({ development, ...options }: ServeOptions & { development?: boolean }) => {
      if (development === true) preferDevelopment();
      const config = loadConfig();
      const { serveCommand } = await import('./serve/serve.js');
      await serveCommand(config, options);
    });
  program
    .command('worker', { hidden: true })
    .option('--check-responses')
    .action(async (options: Pick<ServeOptions, 'checkResponses'>) => {
      const config = loadConfig();
      const { workerCommand } = await import('./serve/worker.js');
      await workerCommand(config, options);
    });
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(async () => {
      const config = loadConfig();
      const { migrateCommand } = await import('./migrate.js');
      print(await migrateCommand(config));
    });
  program
    .command('check')
    .description('check the configuration, the database, the files and PUBLIC_URL; changes nothing')
    .option('--json', 'print the results as JSON')
    .action(async (options: { json?: boolean }) => {
      const { checkCommand } = await import('./check/check.js');
      await checkCommand(options);
    });
  program
    .command('setup')
    .description(
      'create a workspace and its owner; reads the password from a prompt or standard input',
    )
    .requiredOption('--workspace <name>', 'name of the workspace', newName('--workspace'))
    .requiredOption('--email <address>', 'the owner’s sign-in address', emailAddress)
    .option('--name <name>', 'the owner’s name (default: the address)', newName('--name'))
    .option('--json', 'print the result as JSON')
    .action(setup);
  addWorkspaces(program);
  addPeople(program);
  addAgents(program);
  addTokens(program);
  addConnect(program);
  addWebhooks(program);
  addLoad(program);
  addSecrets(program);
  program
    .command('password')
    .description('manage passwords of people')
    .command('reset')
    .description(
      'create a one-time token to set a new password, and print it once; or, with --stdin, set the password here',
    )
    .requiredOption('--email <address>', 'the person’s sign-in address', emailAddress)
    .option(
      '--workspace <id-or-name>',
      'the workspace; needed if the address has accounts in several',
      given('--workspace'),
    )
    .option('--stdin', 'set a password that is read from a prompt or standard input')
    .option('--json', 'print the result as JSON')
    .action(resetPassword);
  program
    .command('demo')
    .description('create the sample workspace')
    .action(async () => {
      const config = loadConfig();
      const { demoCommand } = await import('./demo.js');
      print(...(await demoCommand(config)));
    });
  addFileCommands(program);
  return program;
}

function addFileCommands(program: Command): void {
  const force = ['--force', 'replace an existing file'] as const;
  program
    .command('backup')
    .description('copy the SQLite database into a file, also while it is in use')
    .argument('<file>', 'the file to write', given('The file'))
    .option(...force)
    .action(async (file: string, options: { force?: boolean }) => {
      const config = loadConfig();
      const { backupCommand } = await import('./files/backup.js');
      print(await backupCommand(config, file, options));
    });
  program
    .command('restore')
    .description(
      'replace the SQLite database by a backup; without a file, after pg_restore, tell clients to read again',
    )
    .argument('[file]', 'the backup to restore', given('The file'))
    .option('--end-sessions', 'end all sessions, which a restore may have brought back')
    .option('--revoke-tokens', 'revoke all tokens and OAuth connections')
    .action(async (file: string | undefined, options: EndOptions) => {
      const config = loadConfig();
      const { restoreCommand } = await import('./restore/restore.js');
      print(...(await restoreCommand(config, file, options)));
    });
  program
    .command('export')
    .description('write a whole workspace to a file of JSON lines, also while it is in use')
    .argument('<file>', 'the file to write; - is standard output', given('The file'))
    .option(
      '--workspace <id-or-name>',
      'the workspace; needed if the database has several',
      given('--workspace'),
    )
    .option(...force)
    .option(
      '--without-secrets',
      'leave out the secrets of webhooks, which are in the file only encrypted; an import disables those',
    )
    .option('--move', 'write all that a frozen workspace needs at another server, with credentials')
    .action(async (file: string, options: ExportOptions) => {
      const config = loadConfig();
      const { exportCommand } = await import('./transfer/transfer-commands.js');
      const message = await exportCommand(config, file, options);
      (file === '-' ? tell : print)(...message);
    });
  program
    .command('archive')
    .description('move old ended work that nothing refers to into files, one for each month')
    .option('--to <folder>', 'the folder of the files', given('--to'), 'callboard-archive')
    .option('--days <number>', 'days since the last change (default: ARCHIVE_DAYS)', days)
    .option('--workspace <id-or-name>', 'one workspace (default: all)', given('--workspace'))
    .option('--dry-run', 'count what could be archived, and change nothing')
    .action(async (options: ArchiveOptions) => {
      const config = loadConfig();
      const { archiveCommand } = await import('./archive/archive-command.js');
      print(...(await archiveCommand(config, options)));
    });
  program
    .command('import')
    .description(
      'import an exported workspace into this database, SQLite or Postgres, or archived work into its workspace',
    )
    .argument(
      '<file>',
      'a file written by export or archive; - is standard input',
      given('The file'),
    )
    .option('--without-secrets', 'give each webhook a new secret, and disable it')
    .action(async (file: string, options: ImportOptions) => {
      const config = loadConfig();
      const { importCommand } = await import('./transfer/transfer-commands.js');
      print(...(await importCommand(config, file, options)));
    });
}

async function setup(options: {
  workspace: string;
  email: string;
  name?: string;
  json?: boolean;
}): Promise<void> {
  const config: Config = loadConfig();
  const { readNewPassword } = await import('./prompt.js');
  const { setupCommand } = await import('./workspaces/workspaces.js');
  const password = await readNewPassword();
  const created = await setupCommand(config, {
    workspace: options.workspace,
    email: options.email,
    name: options.name ?? options.email,
    password,
  });
  if (options.json === true) printJson(created);
  else {
    print(
      `The workspace ${created.workspace} is ready; its owner is ${created.email}. Start with callboard serve.`,
    );
  }
}

async function resetPassword(options: {
  email: string;
  workspace?: string;
  stdin?: boolean;
  json?: boolean;
}): Promise<void> {
  const config = loadConfig();
  const { newPasswordHint, resetCommand, setPasswordCommand } =
    await import('./passwords/reset.js');
  if (options.stdin === true) {
    const { readNewPassword } = await import('./prompt.js');
    const set = await setPasswordCommand(config, options, readNewPassword);
    const message = `The password of ${set.email} in ${set.workspace} is set, and all their sessions have ended.`;
    if (options.json === true) printJson(set);
    else print(message);
    return;
  }
  const reset = await resetCommand(config, options);
  if (options.json === true) printJson(reset);
  else print(...newPasswordHint(reset));
}

function workers(value: string): number {
  const count = Number(value);
  if (/^\d+$/.test(value) && count >= 1 && count <= MAX_WORKERS) return count;
  throw new UsageError(`--workers must be a whole number from 1 to ${MAX_WORKERS}.`);
}

function days(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= 36_500) return number;
  throw new UsageError('--days must be a whole number from 1 to 36500.');
}

function environmentHelp(): string {
  const width = Math.max(...variables.map(({ name }) => name.length));
  const rows = variables.map(
    ({ name, fallback, meaning }) =>
      `  ${name.padEnd(width)}  ${meaning.replaceAll('`', '')}${fallback === '' ? '' : ` (default: ${fallback})`}`,
  );
  const files = secretVariables.map((name) => `${name}_FILE`).join(', ');
  return `\nEnvironment:\n${rows.join('\n')}\n\n${files} names a file with the value instead.`;
}

function describe(error: unknown): string {
  return error instanceof Error ? `Unexpected error: ${error.message}` : 'Unexpected error.';
}
