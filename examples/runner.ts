/**
 * An agent that starts a command for each action: it claims the next one, renews the claim while
 * the command runs, and reports how it ended.
 *
 * CALLBOARD_URL=http://127.0.0.1:3000 CALLBOARD_TOKEN=cb_... \
 *   npx tsx examples/runner.ts -- claude -p
 */
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { createClient } from 'callboard-client';
import { runCommands } from './runner/run-commands';

const usage = `npx tsx examples/runner.ts [options] -- COMMAND [ARGUMENT ...]

Starts COMMAND for each action of the agent whose token is in CALLBOARD_TOKEN, at the service of
CALLBOARD_URL (http://127.0.0.1:3000). No shell runs. The command reads the action with its context
on its standard input, and its environment has CALLBOARD_ACTION_ID.

  exit code 0   completes the action; the end of stdout (8 KiB) is the result
  exit code 75  asks the question of the last line of stdout, "QUESTION: ..."; also with 0
  another       releases the action; the end of stderr is the reason

A question makes the action wait. After the answer the command starts again and reads it.
When the claim is lost the command gets SIGTERM, and SIGKILL after 5 seconds. SIGTERM or SIGINT
to the runner does the same and releases the action.

  --worker NAME      name of this process, other than that of each other runner with this token and
                     the same at each start (default: the name of the machine)
  --concurrency N    number of commands at the same time (default: 1)
  --attempts N       failures for an action until a person is asked what to do (default: 3)
  --lease SECONDS    how long the action stays claimed when the runner fails (default: 900)
  --pass-token       leaves CALLBOARD_TOKEN in the command's environment. Without it, a command of
                     the same user may still find the token: run it as another user if you do not
                     trust it`;

const pollMs = 10_000;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      worker: { type: 'string', default: hostname() },
      concurrency: { type: 'string', default: '1' },
      attempts: { type: 'string', default: '3' },
      lease: { type: 'string', default: '900' },
      'pass-token': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const [concurrency, attempts, leaseSeconds] = [
    wholeNumber(values.concurrency),
    wholeNumber(values.attempts),
    wholeNumber(values.lease),
  ];
  const [program, ...args] = positionals;
  const { CALLBOARD_TOKEN: token = '' } = process.env;
  if (program === undefined || token === '') throw new Error(usage);
  const baseUrl = process.env['CALLBOARD_URL'] ?? 'http://127.0.0.1:3000';
  // Without the token, whatever the name of its variable.
  const environment = Object.entries(process.env).filter(([, value]) => value !== token);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  const run = (worker: string) =>
    runCommands(
      {
        client: createClient({ baseUrl, token }),
        command: [program, ...args],
        env: values['pass-token'] ? process.env : Object.fromEntries(environment),
        worker,
        leaseSeconds,
        attempts,
        pollMs,
        renewMs: Infinity,
        redact: (text) => text.replaceAll(token, '[token]'),
        log: (line) => console.log(line),
      },
      stop.signal,
    );
  const numbers = Array.from({ length: concurrency }, (_, index) => index + 1);
  await Promise.all(
    numbers.map((number) => run(number === 1 ? values.worker : `${values.worker} ${number}`)),
  ).finally(() => stop.abort());
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${text} is no whole number from 1.`);
  return Number(text);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
