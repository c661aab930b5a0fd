import type { Contestant } from './contestants';
import { compareAnswers, compareWrites } from './compare';
import { drive, type Measured } from './drive';
import { operations, type Operation, type Target } from './operations';
import type { Finding, ServerFinding } from './report';
import { readThrough } from './read-through';
import type { Seeded } from './seed/seed';
import { startServer, type Server } from './servers';
import { settle } from './settle';
import { generator } from '../../test/support/random';

/** A contestant with the workspace that it serves. */
export interface Entrant extends Contestant {
  readonly seeded: Seeded;
}

/** How long a measurement is, and with how many connections. */
interface Effort {
  readonly seconds: number;
  readonly connections: number;
}

/** How a comparison goes. */
export interface Course extends Effort {
  readonly operations: readonly Operation[];
  readonly rounds: number;
  readonly starts: number;
  /** Whether the databases are alike, so that answers must be too. */
  readonly alike: boolean;
}

/** An entrant whose server runs. */
export interface Running extends Entrant {
  readonly server: Server;
  readonly target: Target;
}

type Pair<T> = readonly [T, T];

/** Measures two servers in turn; in every other round the second goes first. Throws an Error at the first wrong answer. */
export async function run(
  entrants: Pair<Entrant>,
  course: Course,
): Promise<{ readonly servers: Pair<ServerFinding>; readonly findings: readonly Finding[] }> {
  const starts = await measureStarts(entrants, course.starts - 1);
  const running = [await begin(entrants[0]), await begin(entrants[1])] as const;
  try {
    if (course.alike) await checkAlike(running, course.operations);
    const findings = new Map<Operation, Pair<Measured>[]>(
      course.operations.map((operation) => [operation, []]),
    );
    // The first round does not count: V8 goes on compiling for some seconds what is called often, and the caches fill.
    for (let round = 0; round <= course.rounds; round += 1) {
      for (const [operation, rounds] of findings) {
        const pair = await measureBoth(running, operation, course, round % 2 === 1);
        if (round > 0) rounds.push(pair);
        const [mine, theirs] = pair.map(({ perSecond }) => Math.round(perSecond));
        const name = round > 0 ? `round ${round}` : 'warming up';
        console.error(`${name}: ${operation.name} ${mine} / ${theirs} per second`);
      }
    }
    const memory = await Promise.all(running.map(async ({ server }) => (await server.usage()).rss));
    const found = (side: 0 | 1): ServerFinding => ({
      name: entrants[side].name,
      starts: [...starts[side], running[side].server.startMs],
      memory: memory[side] ?? 0,
    });
    return {
      servers: [found(0), found(1)],
      findings: [...findings].map(([{ name, about }, rounds]) => ({
        operation: name,
        about,
        rounds,
      })),
    };
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}

async function measureStarts(
  entrants: Pair<Entrant>,
  count: number,
): Promise<Pair<readonly number[]>> {
  const found: Pair<number[]> = [[], []];
  for (let made = 0; made < count; made += 1) {
    for (const side of [0, 1] as const) {
      const server = await startServer(entrants[side].launch);
      found[side].push(server.startMs);
      await server.stop();
    }
  }
  return found;
}

/** Starts a contestant's server. */
export async function begin(entrant: Entrant): Promise<Running> {
  const server = await startServer(entrant.launch);
  const { seeded } = entrant;
  return {
    ...entrant,
    server,
    target: { url: server.url, seeded, random: generator(1), made: [] },
  };
}

// Whatever an operation needs comes before it, so that each has something to answer.
async function checkAlike(running: Pair<Running>, chosen: readonly Operation[]): Promise<void> {
  const since = new Date().toISOString();
  const needed = new Set(chosen.flatMap(({ name, needs = name }) => [name, needs]));
  const targets = [running[0].target, running[1].target] as const;
  for (const operation of operations) {
    if (needed.has(operation.name)) await compareAnswers(operation, targets, since);
  }
  await compareWrites([running[0].databaseUrl, running[1].databaseUrl]);
  for (const one of running) await tidy(one, since);
}

async function measureBoth(
  [ours, theirs]: Pair<Running>,
  operation: Operation,
  effort: Effort,
  isReversed: boolean,
): Promise<Pair<Measured>> {
  if (!isReversed) {
    return [await measure(ours, operation, effort), await measure(theirs, operation, effort)];
  }
  const second = await measure(theirs, operation, effort);
  return [await measure(ours, operation, effort), second];
}

/** Measures an operation of a server that runs, once it is warm and its file is in memory, and settles what is left of it. */
export async function measure(
  one: Running,
  operation: Operation,
  effort: Effort,
): Promise<Measured> {
  const { server, target } = one;
  const { connections } = effort;
  await readThrough(one.databaseUrl);
  const since = new Date().toISOString();
  const needed = operations.find(({ name }) => name === operation.needs);
  let measured: Measured;
  if (needed === undefined) {
    const count = await countFor(one, operation, effort);
    measured = await drive(server, target, operation, { connections, count });
  } else {
    const count = await countFor(one, needed, effort);
    const warmUp = Math.ceil(count / 4);
    await drive(server, target, needed, { connections, count: count + warmUp });
    await drive(server, target, operation, { connections, count: warmUp });
    measured = await drive(server, target, operation, { connections, count });
  }
  if (needed !== undefined || operation.adds === true) await tidy(one, since);
  return measured;
}

// Warms the server up, a few requests and then a quarter of the time.
async function countFor(
  { server, target }: Running,
  operation: Operation,
  { connections, seconds }: Effort,
): Promise<number> {
  const first = await drive(server, target, operation, { connections, count: 0 });
  const count = (first.perSecond * seconds) / 4;
  const warm = await drive(server, target, operation, { connections, count });
  return Math.ceil(warm.perSecond * seconds);
}

async function tidy(
  { target, databaseUrl }: Pick<Running, 'target' | 'databaseUrl'>,
  since: string,
): Promise<void> {
  target.made.length = 0;
  await settle(databaseUrl, since);
}
