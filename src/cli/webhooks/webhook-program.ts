import { InvalidArgumentError, Option, type Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { isEventKind, type EventKind } from '../../shared/events';
import type { ListenOptions } from './listen';

interface Options {
  readonly token: string;
  readonly url?: string;
  readonly after?: string;
  readonly kind?: ListenOptions['kinds'];
  readonly forwardTo?: string;
  readonly secret?: string;
  readonly json?: boolean;
}

/** Adds `callboard webhooks` and its subcommand, which loads its code on demand. */
export function addWebhooks(program: Command): void {
  program
    .command('webhooks')
    .description('try webhooks out')
    .command('listen')
    .description('print events as they come, until Ctrl+C')
    .addOption(
      new Option('--token <token>', 'a token of an agent')
        .env('TOKEN')
        .makeOptionMandatory()
        .argParser(nonEmpty),
    )
    .option('--url <url>', 'the service (default: PUBLIC_URL, else HOST and PORT)', httpUrl)
    .option('--kind <kind>', 'only events of this kind; may be repeated', addKind)
    .option('--after <cursor>', 'begin after this cursor of the feed (default: now)')
    .option('--forward-to <url>', 'send each event to this receiver as a signed webhook', httpUrl)
    .option('--secret <secret>', 'the secret to sign with (default: a new one)', webhookSecret)
    .option('--json', 'print each event as a line of JSON')
    .action(listen);
}

async function listen(options: Options): Promise<void> {
  const { host, port, publicUrl } = loadConfig();
  const { listenCommand } = await import('./listen.js');
  const settings: ListenOptions = {
    token: options.token,
    url: options.url ?? publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    after: options.after,
    kinds: options.kind ?? [],
    forwardTo: options.forwardTo,
    secret: options.secret,
    json: options.json === true,
  };
  await listenCommand(settings);
}

function nonEmpty(value: string): string {
  if (value !== '') return value;
  throw new InvalidArgumentError('It is empty.');
}

function addKind(value: string, others: readonly EventKind[] = []): readonly EventKind[] {
  if (isEventKind(value)) return [...others, value];
  throw new InvalidArgumentError('It is no kind of events.');
}

function httpUrl(value: string): string {
  if (/^https?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
  throw new InvalidArgumentError('It must be an http or https URL.');
}

function webhookSecret(value: string): string {
  if (/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(value)) return value;
  throw new InvalidArgumentError('It must be whsec_ and base64.');
}
