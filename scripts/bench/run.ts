import type { Contestant } from './contestants';
import { compareAnswers, compareWrites } from './compare';
import { drive, type Turn } from './drive';
import { measuredIn, type Measured } from './measured';
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

// What is shared and noisy changes from second to second: turns as short as this meet the same of it. When a turn ends, connections have nothing to
// send any more, one after the other: of a slow operation each must have sent some first.
const secondsOfATurn = 0.5;
const timesOfATurn = 20;

/** Measures two servers in short turns. Throws an Error at the first wrong answer. */
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
  const mine = await prepare(ours, operation, effort);
  const other = await prepare(theirs, operation, effort);
  const there = isReversed ? [other, mine] : [mine, other];
  const turns = turnsOf(Math.min(mine.count, other.count), effort);
  for (let turn = 0; turn < turns; turn += 1) {
    // And back: what grows with time, as a database does by writes, weighs on both alike.
    for (const side of turn % 2 === 0 ? there : there.toReversed()) await side.takeTurn(turns);
  }
  return [await mine.finish(), await other.finish()];
}

/** Measures an operation of one server that runs. */
export async function measure(
  one: Running,
  operation: Operation,
  effort: Effort,
): Promise<Measured> {
  const side = await prepare(one, operation, effort);
  await side.takeTurn(1);
  return side.finish();
}

function turnsOf(count: number, { seconds, connections }: Effort): number {
  const most = Math.ceil(seconds / secondsOfATurn);
  return Math.max(1, Math.min(most, Math.floor(count / (connections * timesOfATurn))));
}

/** A server that is warm for an operation. */
interface Side {
  /** How often it can answer the operation in the time of a measurement. */
  readonly count: number;
  /** Drives it for one of so many turns. */
  takeTurn(turns: number): Promise<void>;
  /** Settles what is left of the operation, and answers what all turns found. */
  finish(): Promise<Measured>;
}

// Its file is read through first, and so in memory.
async function prepare(one: Running, operation: Operation, effort: Effort): Promise<Side> {
  await readThrough(one.databaseUrl);
  const since = new Date().toISOString();
  const needed = operations.find(({ name }) => name === operation.needs);
  const { connections } = effort;
  const take = (what: Operation, count: number): Promise<Turn> =>
    drive(one.server, one.target, what, { connections, count });
  const count = await countFor(needed ?? operation, effort, take);
  if (needed !== undefined) {
    await take(needed, count / 4);
    await take(operation, count / 4);
  }
  const taken: Turn[] = [];
  return {
    count,
    async takeTurn(turns) {
      if (needed !== undefined) await take(needed, count / turns);
      taken.push(await take(operation, count / turns));
    },
    async finish() {
      if (needed !== undefined || operation.adds === true) await tidy(one, since);
      return measuredIn(taken);
    },
  };
}

// Warms the server up, a few requests and then a quarter of the time.
async function countFor(
  operation: Operation,
  { seconds }: Effort,
  take: (what: Operation, count: number) => Promise<Turn>,
): Promise<number> {
  const first = measuredIn([await take(operation, 0)]);
  const warm = measuredIn([await take(operation, (first.perSecond * seconds) / 4)]);
  return warm.perSecond * seconds;
}

async function tidy(
  { target, databaseUrl }: Pick<Running, 'target' | 'databaseUrl'>,
  since: string,
): Promise<void> {
  target.made.length = 0;
  await settle(databaseUrl, since);
}
