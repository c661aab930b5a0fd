import { InvalidArgumentError, Option, type Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { emailAddress, given } from '../text-options';
import type { ListOptions } from './list';
import type { LoadOptions } from './load';

interface Connection {
  readonly url?: string;
  readonly token?: string;
  readonly email?: string;
  readonly signInLink?: string;
}

type LoadFlags = Connection &
  Pick<LoadOptions, 'from' | 'status'> & {
    readonly project?: string;
    readonly dryRun?: boolean;
    readonly source?: string;
    readonly site?: string;
    readonly map: readonly string[];
  };

type ListFlags = Connection & { readonly csv?: boolean; readonly filter: readonly string[] };

/** Adds `callboard load` and `callboard list`, which load their code on demand. */
export function addLoad(program: Command): void {
  const load = program
    .command('load')
    .description(
      'create the issues of another service as actions, each once, of a file of up to 50,000 rows; see docs/import.md',
    )
    .argument('<file>', 'the file to read, in UTF-8', given('The file'))
    .addOption(
      new Option('--from <format>', 'the format of the file')
        .choices(['csv', 'github', 'linear', 'jira'])
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'say what would be created and what is not mapped, and create nothing')
    .option('--project <id>', 'the project of the actions (default: none)', given('--project'))
    .addOption(
      new Option('--status <status>', 'the status of open work')
        .choices(['inbox', 'ready'])
        .default('inbox'),
    )
    .option(
      '--map <field=header>',
      'with csv: the column of a field; may be repeated',
      (value: string, others: readonly string[]) => [...others, value],
      [],
    )
    .option('--source <name>', 'tells several sites of a format apart', sourceName)
    .option('--site <url>', 'the address of the Jira site or Linear workspace, for links', httpUrl);
  addConnection(load, 'an owner').action(async (file: string, flags: LoadFlags) => {
    const { loadCommand } = await import('./load.js');
    await loadCommand(file, {
      ...connectionOf(flags),
      from: flags.from,
      status: flags.status,
      project: flags.project,
      dryRun: flags.dryRun === true,
      source: flags.source,
      site: flags.site,
      map: flags.map,
    });
  });
  const list = program
    .command('list')
    .description('print actions, one a line or as CSV')
    .option('--csv', 'print CSV (RFC 4180), in which no cell is a formula')
    .option(
      '--filter <name=value>',
      'a parameter of GET /v1/actions, such as status=ready; may be repeated',
      (value: string, others: readonly string[]) => [...others, value],
      [],
    )
    .addOption(new Option('--token <token>', 'a token of an agent').env('TOKEN'));
  addConnection(list, 'a person').action(async (flags: ListFlags) => {
    const { listCommand } = await import('./list.js');
    const options: ListOptions = {
      ...connectionOf(flags),
      csv: flags.csv === true,
      filters: flags.filter,
    };
    await listCommand(options);
  });
}

function addConnection(command: Command, who: string): Command {
  return command
    .option('--url <url>', 'the service (default: PUBLIC_URL, else HOST and PORT)', httpUrl)
    .option(
      '--email <address>',
      `the address of ${who}, whose password is read from a prompt or standard input`,
      emailAddress,
    )
    .option('--sign-in-link <link>', 'a link of callboard person sign-in-link', given('The link'));
}

function connectionOf({ url, token, email, signInLink }: Connection) {
  const { host, port, publicUrl } = loadConfig();
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { url: url ?? publicUrl ?? local, token, email, signInLink };
}

function sourceName(value: string): string {
  if (/^[A-Za-z0-9._-]{1,40}$/.test(value)) return value;
  throw new InvalidArgumentError('It must have 1 to 40 letters, digits, dots, hyphens.');
}

function httpUrl(value: string): string {
  if (/^https?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
  throw new InvalidArgumentError('It must be an http or https URL.');
}
