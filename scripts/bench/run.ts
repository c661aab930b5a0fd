import type { Contestant } from './contestants';
import { drive, type Turn } from './drive';
import { measuredIn, type Measured } from './measured';
import { operations, type Operation, type Target } from './operations';
import type { Finding, ServerFinding } from './report';
import { readThrough } from './read-through';
import type { Seeded } from './seed/seed';
import { startServer, type Server } from './servers';
import { settle } from './settle';
import { generator } from '../trials/random';

/** A contestant with its seeded workspace. */
export interface SeededContestant extends Contestant {
  readonly seeded: Seeded;
}

/** The length of a measurement and its number of connections. */
interface Effort {
  readonly seconds: number;
  readonly connections: number;
}

/** The plan of a comparison. */
export interface ComparisonPlan extends Effort {
  readonly operations: readonly Operation[];
  readonly rounds: number;
  readonly starts: number;
}

/** An entrant with its running server. */
export interface Running extends SeededContestant {
  readonly server: Server;
  readonly target: Target;
}

type Pair<T> = readonly [T, T];

// A shared machine is noisy from second to second, and turns as short as this meet the same noise.
// At the end of a turn connections become idle one by one, so each must send a minimum of requests.
const secondsPerTurn = 0.5;
const minRunsPerTurn = 20;

/** Measures two servers in short turns. Throws an Error at the first wrong response. */
export async function run(
  contestants: Pair<SeededContestant>,
  plan: ComparisonPlan,
): Promise<{ readonly servers: Pair<ServerFinding>; readonly findings: readonly Finding[] }> {
  const starts = await measureStarts(contestants, plan.starts - 1);
  const running = await beginBoth(contestants);
  try {
    const findings = new Map<Operation, Pair<Measured>[]>(
      plan.operations.map((operation) => [operation, []]),
    );
    // The first round does not count, because V8 is still optimising and the caches are filling.
    for (let round = 0; round <= plan.rounds; round += 1) {
      for (const [operation, rounds] of findings) {
        const pair = await measureBoth(running, operation, plan, round % 2 === 1);
        if (round > 0) rounds.push(pair);
        const [mine, theirs] = pair.map(({ perSecond }) => Math.round(perSecond));
        const name = round > 0 ? `round ${round}` : 'warming up';
        console.error(`${name}: ${operation.name} ${mine} / ${theirs} per second`);
      }
    }
    const memory = await Promise.all(running.map(async ({ server }) => (await server.usage()).rss));
    const findingOf = (side: 0 | 1): ServerFinding => ({
      name: contestants[side].name,
      starts: [...starts[side], running[side].server.startMs],
      memory: memory[side] ?? 0,
    });
    return {
      servers: [findingOf(0), findingOf(1)],
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
  contestants: Pair<SeededContestant>,
  count: number,
): Promise<Pair<readonly number[]>> {
  const found: Pair<number[]> = [[], []];
  for (let made = 0; made < count; made += 1) {
    for (const side of [0, 1] as const) {
      const server = await startServer(contestants[side].launch);
      found[side].push(server.startMs);
      await server.stop();
    }
  }
  return found;
}

async function beginBoth([one, other]: Pair<SeededContestant>): Promise<Pair<Running>> {
  const first = await begin(one);
  try {
    return [first, await begin(other)];
  } catch (error) {
    // A running child process would keep this one running.
    await first.server.stop();
    throw error;
  }
}

/** Starts a contestant's server. */
export async function begin(contestant: SeededContestant): Promise<Running> {
  const server = await startServer(contestant.launch);
  const { seeded } = contestant;
  return {
    ...contestant,
    server,
    target: { url: server.url, seeded, random: generator(1), made: [] },
  };
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
    // In alternating order, so growth during the run affects both servers equally.
    for (const side of turn % 2 === 0 ? there : there.toReversed()) await side.takeTurn(turns);
  }
  return [await mine.finish(), await other.finish()];
}

/** Measures an operation of one running server. */
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
  const maxTurns = Math.ceil(seconds / secondsPerTurn);
  return Math.max(1, Math.min(maxTurns, Math.floor(count / (connections * minRunsPerTurn))));
}

/** A server that is warmed up for an operation. */
interface Side {
  /** The expected number of runs of the operation in the time of a measurement. */
  readonly count: number;
  /** Runs one of `turns` turns. */
  takeTurn(turns: number): Promise<void>;
  /**
   * Removes the open work that the operation has left, and resolves with the result of all turns.
   */
  finish(): Promise<Measured>;
}

// Reads the database file first, so it is in memory.
async function prepare(one: Running, operation: Operation, effort: Effort): Promise<Side> {
  await readThrough(one.databaseUrl);
  const since = new Date().toISOString();
  const needed = operations.find(({ name }) => name === operation.needs);
  const { connections } = effort;
  const load = (what: Operation, count: number): Promise<Turn> =>
    drive(one.server, one.target, what, { connections, count });
  const count = await countFor(needed ?? operation, effort, load);
  if (needed !== undefined) {
    await load(needed, count / 4);
    await load(operation, count / 4);
  }
  const results: Turn[] = [];
  return {
    count,
    async takeTurn(turns) {
      if (needed !== undefined) await load(needed, count / turns);
      results.push(await load(operation, count / turns));
    },
    async finish() {
      if (needed !== undefined || operation.adds === true) await closeOpenWork(one, since);
      return measuredIn(results);
    },
  };
}

// Warms the server up with a few requests, and then for a quarter of the time.
async function countFor(
  operation: Operation,
  { seconds }: Effort,
  load: (what: Operation, count: number) => Promise<Turn>,
): Promise<number> {
  const first = measuredIn([await load(operation, 0)]);
  const warm = measuredIn([await load(operation, (first.perSecond * seconds) / 4)]);
  return warm.perSecond * seconds;
}

async function closeOpenWork(
  { target, databaseUrl }: Pick<Running, 'target' | 'databaseUrl'>,
  since: string,
): Promise<void> {
  target.made.length = 0;
  await settle(databaseUrl, since);
}
