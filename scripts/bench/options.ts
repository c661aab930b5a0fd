import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Dialect } from '../../src/platform/db/statements/columns';

/** The options of a run of the benchmark. */
export interface Options {
  readonly actions: number;
  readonly database: Dialect;
  readonly rounds: number;
  /** The length of one measurement. */
  readonly seconds: number;
  /** The number of concurrent requests. */
  readonly connections: number;
  /** The number of starts of each server to measure. */
  readonly starts: number;
  /** The names of operations; empty for all. */
  readonly operations: readonly string[];
  /** Compare Callboard with itself at `fewer` actions instead. */
  readonly flat: boolean;
  readonly fewer: number;
  /** The folder of another built checkout to measure beside. */
  readonly beside: string | undefined;
  /** Profile each of the operations instead. */
  readonly profile: boolean;
  /** Measure streams of events instead. */
  readonly streams: boolean;
  /** Measure webhooks instead. */
  readonly webhooks: boolean;
  /** Measure the agent-tool endpoint instead. */
  readonly tools: boolean;
  /** Run the servers from their sources, without a build. */
  readonly fromSource: boolean;
  /** The folder for the results; undefined to write none. */
  readonly out: string | undefined;
}

const help = `npm run bench -- [options]

Measures Callboard on a seeded database, in one of these ways:

  --beside FOLDER      in turn with another checkout of it, which is built already
  --flat               with --actions (1000000) in turn with --fewer (10000)
  --profile            the functions that cost most in each operation, also of --beside
  --streams            the time from a write to 1, 100 and 1,000 listeners
  --webhooks           writes without and with webhooks, and the time to the receiver
  --tools              tools/list and tools/call of POST /mcp beside getAction

  --actions N          actions in the database (10000)
  --database NAME      sqlite or postgres (sqlite); postgres is one of its own, or that of DATABASE_URL
  --rounds N           rounds over all operations, after one that does not count (3)
  --seconds N          length of a measurement (3)
  --connections N      concurrent requests (16)
  --starts N           starts of each server to measure (5)
  --operations A,B     only these operations
  --out FOLDER         folder for the results (bench-results)
  --from-source        servers run from their sources: no build, slower starts`;

/**
 * Reads the command line. With --help, prints it and returns undefined. Throws an Error of one
 * sentence.
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      actions: { type: 'string' },
      flat: { type: 'boolean', default: false },
      fewer: { type: 'string', default: '10000' },
      beside: { type: 'string' },
      profile: { type: 'boolean', default: false },
      streams: { type: 'boolean', default: false },
      webhooks: { type: 'boolean', default: false },
      tools: { type: 'boolean', default: false },
      database: { type: 'string', default: 'sqlite' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      starts: { type: 'string', default: '5' },
      operations: { type: 'string', default: '' },
      out: { type: 'string', default: 'bench-results' },
      'from-source': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return undefined;
  }
  if (values.database !== 'sqlite' && values.database !== 'postgres') {
    throw new Error('--database is sqlite or postgres.');
  }
  const { beside, flat, profile, streams, webhooks, tools } = values;
  if (beside === undefined && ![flat, profile, streams, webhooks, tools].includes(true)) {
    throw new Error('Name what to measure, such as --beside FOLDER; --help lists the ways.');
  }
  return {
    actions: positive('actions', values.actions ?? (values.flat ? '1000000' : '10000'), 100),
    database: values.database,
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds, 0.1),
    connections: positive('connections', values.connections),
    starts: positive('starts', values.starts),
    operations: values.operations.split(',').filter((name) => name !== ''),
    flat: values.flat,
    fewer: positive('fewer', values.fewer, 100),
    beside: values.beside === undefined ? undefined : resolve(values.beside),
    profile: values.profile,
    streams: values.streams,
    webhooks: values.webhooks,
    tools: values.tools,
    fromSource: values['from-source'],
    out: values.out === '' ? undefined : values.out,
  };
}

function positive(name: string, text: string, minimum = 1): number {
  const value = Number(text);
  if (value >= minimum) return value;
  throw new Error(`--${name} must be a number of at least ${minimum}.`);
}
