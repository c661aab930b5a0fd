import { operations, type Operation } from './operations';
import { callboard } from './contestants';
import { openDatabases } from './database';
import type { Measured } from './measured';
import type { Options } from './options';
import { surroundings } from './report';
import { begin, measure } from './run';
import { pickOne } from './seed/choose';
import type { Caller } from './seed/people';
import { createSchema, seed } from './seed/seed';

const differentRequests = 50;

/** Messages to the agent-tool endpoint, measured beside the same read over HTTP. */
const toolOperations: readonly Operation[] = [
  {
    name: 'tools/list',
    about: 'the usual tools',
    status: 200,
    requests: async ({ seeded }) =>
      seeded.callers.reader.map((agent) => message(agent, 'tools/list', {})),
  },
  {
    name: 'tools/call',
    about: 'get_record of any action',
    status: 200,
    requests: async ({ seeded: { callers, actionIds }, random }) =>
      Array.from({ length: differentRequests }, () => {
        const params = { name: 'get_record', arguments: { id: pickOne(actionIds, random) } };
        return message(pickOne(callers.reader, random), 'tools/call', params);
      }),
  },
];

function message({ token }: Caller, method: string, params: object) {
  return {
    method: 'POST' as const,
    path: '/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

/**
 * Measures what the Model Context Protocol costs: tools/list and tools/call of get_record beside
 * getAction, in turn on one server. Resolves with a table of ratios.
 */
export async function measureTools(options: Options, folder: string): Promise<string> {
  const read = operations.find(({ name }) => name === 'getAction');
  if (read === undefined) throw new Error('The benchmark has no getAction.');
  const measured = [read, ...toolOperations];
  const found = new Map<Operation, Measured[]>(measured.map((operation) => [operation, []]));
  const databases = await openDatabases(options.database, folder);
  try {
    const databaseUrl = await databases.make();
    await createSchema(databaseUrl);
    const seeded = await seed(databaseUrl, options.actions);
    const contestant = callboard('tools', { ...options, folder, databaseUrl });
    const running = await begin({ ...contestant, seeded });
    try {
      // The first round does not count, because V8 is still optimising.
      for (let round = 0; round <= options.rounds; round += 1) {
        for (const [operation, rounds] of found) {
          const one = await measure(running, operation, options);
          if (round > 0) rounds.push(one);
        }
      }
    } finally {
      await running.server.stop();
    }
  } finally {
    await databases.remove();
  }
  const base = medianOf(found.get(read) ?? []);
  const { date, commit, machine } = surroundings();
  return [
    `${options.database}, ${options.connections} connections; ${date}, commit ${commit}, ${machine}.`,
    '',
    '| message | CPU beside getAction | p50 beside getAction |',
    '| --- | --: | --: |',
    ...[...found].map(([{ name }, rounds]) => {
      const { cpu, p50 } = medianOf(rounds);
      return `| ${name} | ${(cpu / base.cpu).toFixed(2)} | ${(p50 / base.p50).toFixed(2)} |`;
    }),
    '',
  ].join('\n');
}

function medianOf(rounds: readonly Measured[]): { readonly cpu: number; readonly p50: number } {
  const middle = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
  return { cpu: middle(rounds.map(({ cpu }) => cpu)), p50: middle(rounds.map(({ p50 }) => p50)) };
}
