import { setTimeout } from 'node:timers/promises';
import {
  isCallboardError,
  unwrap,
  type ActionClaimNextResult,
  type CallboardClient,
} from 'callboard-client';
import { briefFor, questionIn } from './brief';
import { runCommand, type Command, type Ended } from './command';
import { renew } from './renewal';
import { Report } from './report';

/** What to run, and how. */
export interface RunnerOptions {
  readonly client: CallboardClient;
  readonly command: Command;
  /** The environment of the command. */
  readonly env: NodeJS.ProcessEnv;
  /** Names this process among those of the agent: the same name when it starts again. */
  readonly worker: string;
  readonly leaseSeconds: number;
  /** How often the command may fail for an action before a person is asked. */
  readonly attempts: number;
  /** How long to wait when there is nothing to do, after a failure, and before a retry. */
  readonly pollMs: number;
  /** The longest time between two renewals. */
  readonly renewMs: number;
  /** Removes secrets from what the command has printed. */
  readonly redact: (text: string) => string;
  readonly log: (line: string) => void;
}

/** What the runner knows of its actions until it stops. */
interface Known {
  /** How often the command has failed for an action. */
  readonly failures: Map<string, number>;
  /** How long the command has run in the present claim of an action. */
  readonly seconds: Map<string, { readonly generation: number; readonly total: number }>;
}

type Claimed = Extract<ActionClaimNextResult, { reason: 'claimed' | 'continue_current' }>;

const me = { params: { path: { id: 'me' } } };
/** The exit code of a command that needs an answer first: EX_TEMPFAIL of sysexits.h. */
const exTempfail = 75;

/**
 * Runs the command for one action after the other until `stop` aborts. Throws when the program
 * cannot be started, and when the service does not accept the token.
 */
export async function runCommands(options: RunnerOptions, stop: AbortSignal): Promise<void> {
  const known: Known = { failures: new Map(), seconds: new Map() };
  while (!stop.aborted) {
    let hasMore = false;
    try {
      const next = await claimNext(options);
      hasMore = next !== undefined && (await runFor(options, next, known, stop));
    } catch (error) {
      if (!isTemporary(error)) throw error;
      options.log(`Waits after an error: ${String(error)}`);
    }
    if (!hasMore) await setTimeout(options.pollMs, undefined, { signal: stop }).catch(() => {});
  }
}

async function claimNext(options: RunnerOptions): Promise<Claimed | undefined> {
  const { client, worker, leaseSeconds } = options;
  // A read, which costs the service less than claim-next while there is nothing to do.
  const { counts } = await unwrap(client.GET('/v1/agents/{id}/attention', me));
  if (counts.ready + counts.claimable === 0) return undefined;
  const body = { worker, lease_seconds: leaseSeconds, include: ['context' as const] };
  const next = await unwrap(client.POST('/v1/agents/{id}/claim-next', { ...me, body }));
  return next.reason === 'claimed' || next.reason === 'continue_current' ? next : undefined;
}

/** Runs the command for an action and reports its end. Returns false after a failure. */
async function runFor(
  options: RunnerOptions,
  { action, claim, context, reason }: Claimed,
  { failures, seconds }: Known,
  stop: AbortSignal,
): Promise<boolean> {
  const { client, command, env, renewMs, pollMs, redact, log, attempts } = options;
  const { id } = action;
  const [program] = command;
  const renewal = renew(client, { id, claim, isOld: reason === 'continue_current' }, renewMs);
  const { lost } = renewal;
  const report = new Report(client, { id, claim, pollMs, log, stop, lost });
  try {
    log(`${id}: runs ${program}.`);
    const path = { params: { path: { id } } };
    // A retry of claim-next gets the claim without the context.
    const read = context ?? (await unwrap(client.GET('/v1/actions/{id}/context', path)));
    const before = seconds.get(id);
    const earlier = before?.generation === claim.generation ? before.total : 0;
    const startedAt = performance.now();
    const ended = await runCommand(command, {
      input: briefFor(action, read),
      env: { ...env, CALLBOARD_ACTION_ID: id },
      stop: AbortSignal.any([stop, lost]),
    }).catch(async (error: unknown) => {
      await report.release(`The runner cannot start ${program}.`);
      throw error;
    });
    report.seconds = earlier + Math.round((performance.now() - startedAt) / 1000);
    seconds.set(id, { generation: claim.generation, total: report.seconds });
    if (lost.aborted) {
      log(`${id}: stopped ${program}. ${String(lost.reason)}`);
      return true;
    }
    if (ended.wasStopped) {
      await report.release('The runner was stopped.');
      return true;
    }
    const failure = await reportEnd(report, ended, redact);
    const count = failure === undefined ? 0 : (failures.get(id) ?? 0) + 1;
    failures.delete(id);
    if (failure === undefined) return true;
    const needsPerson = count >= attempts;
    const help = `I have failed ${count} times. What shall I do?\n\n${failure}`;
    if (needsPerson) await report.note('');
    if (needsPerson && (await report.ask(help)) === undefined) return true;
    failures.set(id, count);
    await report.release(failure);
    return false;
  } finally {
    renewal.end();
  }
}

/** Completes the action, or asks the command's question. Returns the failure, if it is one. */
async function reportEnd(
  report: Report,
  { code, signal, ...ended }: Ended,
  redact: (text: string) => string,
): Promise<string | undefined> {
  const [stdout, stderr] = [redact(ended.stdout), redact(ended.stderr)];
  const asked = questionIn(stdout);
  if (asked !== undefined && (code === 0 || code === exTempfail)) {
    await report.note(asked.before);
    return refused(await report.ask(asked.question), asked.question);
  }
  if (code !== 0) {
    return `The command ended with ${signal ?? `exit code ${code}`}.\n\n${stderr}`.trim();
  }
  // A command may have asked by itself, with the tools for agents.
  if (await report.isWaiting()) {
    await report.note('');
    return undefined;
  }
  return refused(await report.complete(stdout || 'The command printed nothing.'), stdout);
}

function refused(error: string | undefined, text: string): string | undefined {
  return error === undefined ? undefined : `The service refused this: ${error}\n\n${text}`.trim();
}

/** Whether to try again: not with options or a token that the service does not accept. */
function isTemporary(error: unknown): boolean {
  if (isCallboardError(error)) {
    const { status } = error;
    if (status === 400 || status === 401) return false;
    return !isCallboardError(error, 'INSUFFICIENT_SCOPE', 'WRONG_ACTOR');
  }
  // `fetch` rejects with it if there is no response.
  return error instanceof TypeError;
}
