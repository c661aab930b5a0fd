import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../../src/platform/db/connect';
import { isRecord } from '../../src/platform/json';
import { packageRoot } from '../../src/platform/package-root';
import { bundleProgram } from '../build/bundle';
import { bundleLaterProgram } from '../build/later-program';
import { client } from '../requests/client';
import { startReceiver, type Receiver } from '../servers/receiver';
import { openSession } from '../servers/session';
import { generator } from '../trials/random';
import { restart, startCluster, type Cluster } from './chaos/cluster';
import { errorsOf, followPages, followStream, type Follower } from './chaos/followers';
import { startWorkers, type Done } from './chaos/load';
import { childrenOf, killIfAlive, rowsOf } from './chaos/postgres-pair';
import type { Process } from './restarts/processes';

const usage = `npm run try:chaos [-- --seconds N] [--seed N] [--agents N] [--keep]

Runs three servers of two workers behind HAProxy, on a Postgres with a synchronous standby, through
PgBouncer in transaction mode. While agents work and readers follow the feed, it kills and restarts
processes at random, upgrades the servers over two migrations after a third of the time, and kills
the primary after two thirds. Then it counts what was lost, doubled or skipped; the exit code is 1
unless all counts are 0. --keep keeps the logs. Needs Debian's packages postgresql, pgbouncer and
haproxy.`;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '180' },
    seed: { type: 'string', default: '1' },
    agents: { type: 'string', default: '6' },
    keep: { type: 'boolean', default: false },
  },
});

/** A fault, and how it is caused. */
type Fault = readonly [name: string, cause: () => unknown];

async function main(folder: string, built: string): Promise<void> {
  await bundleProgram(join(built, 'now'));
  const later = await bundleLaterProgram(join(built, 'later'));
  const now = join(built, 'now', 'main.js');
  const cluster = await startCluster(now, folder);
  const receiver = await startReceiver();
  try {
    cluster.run(now, ['migrate']);
    const password = 'four unrelated words: moon, rope, ink, salt\n';
    cluster.run(now, ['setup', '--workspace', 'Stage', '--email', 'ada@example.com'], password);
    const tokens = Array.from({ length: Number(options.agents) }, (_, index) => {
      const name = `Stagehand ${index}`;
      cluster.run(now, ['agent', 'create', '--name', name]);
      return cluster.run(now, ['token', 'create', '--agent', name]);
    });
    const [token = ''] = tokens;
    await cluster.start();
    const { url } = cluster;
    await createWebhook(cluster, receiver.url);
    const readers = {
      'the stream': await followStream({ url, token }),
      'the pages of the feed': followPages({ url, token }),
    };
    const workers = startWorkers({ url, tokens });
    await causeFaults(cluster, later);
    const done = await workers.stop();
    // The readers are behind for a moment, or for longer if a server is just starting.
    await pause(5_000);
    for (const reader of Object.values(readers)) await reader.stop();
    await report(cluster, done, readers, receiver);
  } finally {
    await cluster.stop();
    await receiver.close();
  }
}

/** Causes faults at random, with the upgrade and the failover in between. */
async function causeFaults(cluster: Cluster, later: string): Promise<void> {
  const { servers, postgres, pooler } = cluster;
  const random = generator(Number(options.seed));
  const anyOf = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  const faults: readonly Fault[] = [
    ['kills of servers', () => restart(anyOf(servers), 'SIGKILL')],
    ['restarts of servers', () => restart(anyOf(servers), 'SIGTERM')],
    ['kills of workers', () => killIfAlive(anyOf(childrenOf(anyOf(servers).pid())))],
    ['servers that hang for 3 s', () => suspend(anyOf(servers))],
    ['kills of the pooler', () => pooler.crash()],
    ['kills of a connection, with recovery', () => postgres.crash()],
  ];
  const upgrade: Fault = [
    'upgrade over two migrations',
    async () => {
      cluster.run(later, ['migrate']);
      cluster.setProgram(later);
      for (const server of servers) await restart(server, 'SIGTERM');
    },
  ];
  const failOver: Fault = [
    'failover',
    async () => {
      await postgres.failOver();
      pooler.pointTo(postgres.url());
    },
  ];
  const planned = [upgrade, failOver];
  const seconds = Number(options.seconds);
  const caused = new Map<string, number>();
  const began = performance.now();
  for (;;) {
    const gone = (performance.now() - began) / 1_000;
    const isDue = gone > (seconds / 3) * (3 - planned.length);
    if (gone > seconds && planned.length === 0) break;
    const [name, cause] = (isDue ? planned.shift() : undefined) ?? anyOf(faults);
    console.log(`${gone.toFixed(0)} s: ${name}`);
    await cause();
    caused.set(name, (caused.get(name) ?? 0) + 1);
    await pause(1_000 + random() * 3_000);
  }
  console.log([...caused].map(([name, count]) => `${count} × ${name}`).join(', '));
}

/** Stops the workers of a server and itself for a while, as a machine without CPU time does. */
async function suspend(server: Process): Promise<void> {
  const processes = [server.pid(), ...childrenOf(server.pid())];
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of processes) if (pid !== undefined) process.kill(pid, name);
  };
  signal('SIGSTOP');
  await pause(3_000);
  signal('SIGCONT');
}

/** Creates a webhook as the owner. */
async function createWebhook(cluster: Cluster, receiver: string): Promise<void> {
  const database = connect(cluster.database());
  try {
    const [owner] = await rowsOf(cluster.database(), 'select workspace_id, id from users');
    const ids = { workspaceId: String(owner?.['workspace_id']), userId: String(owner?.['id']) };
    const cookie = await openSession(database, ids);
    const api = client({ url: cluster.url, logs: [] }, { cookie });
    await api.ok('createWebhook', { body: { url: receiver, in_flight: 16 } });
  } finally {
    await database.close();
  }
}

/** Compares what clients, readers and a receiver saw with what is stored. */
async function report(
  cluster: Cluster,
  { created, completed, retries, failures }: Done,
  readers: Readonly<Record<string, Follower>>,
  receiver: Receiver,
): Promise<void> {
  const stored = await rowsOf(
    cluster.database(),
    `select id from events where kind like 'action.%' order by position`,
  );
  const events = stored.map(({ id }) => String(id));
  const actions = await rowsOf(cluster.database(), 'select id, title, status from actions');
  console.log(
    `${created.size} actions created, ${completed.size} completed, ${retries} repeated attempts, ${events.length} events, ${receiver.received.length} messages`,
  );
  const statusOf = new Map(actions.map(({ id, status }) => [String(id), status]));
  const kinds = await rowsOf(
    cluster.database(),
    `select count(*) - count(distinct (subject_id, kind)) as doubled from events
     where kind in ('action.created', 'action.completed')`,
  );
  const counts: Record<string, number> = {
    'actions acknowledged and lost': [...created.keys()].filter((id) => !statusOf.has(id)).length,
    'completions acknowledged and lost': [...completed].filter((id) => statusOf.get(id) !== 'done')
      .length,
    'actions doubled': actions.length - new Set(actions.map(({ title }) => title)).size,
    'creations and completions doubled': Number(kinds[0]?.['doubled']),
  };
  for (const [cause, count] of failures) counts[`calls that failed: ${cause}`] = count;
  for (const [name, { runs }] of Object.entries(readers)) {
    console.log(`${name}: ${runs.length - 1} reset(s)`);
    for (const [error, count] of Object.entries(errorsOf(runs, events))) {
      counts[`events ${error} in ${name}`] = count;
    }
  }
  const missing = (): number => {
    const sent = new Set(receiver.received.map(({ body }) => eventIdOf(body)));
    return events.filter((id) => !sent.has(id)).length;
  };
  // A delivery whose server was killed is sent again after its lease.
  for (let waits = 0; missing() > 0 && waits < 180; waits += 1) await pause(1_000);
  counts['events that no message brought'] = missing();
  for (const [name, count] of Object.entries(counts)) console.log(`${count} ${name}`);
  if (Object.values(counts).some((count) => count !== 0)) process.exitCode = 1;
}

function eventIdOf(body: string): string {
  const message: unknown = JSON.parse(body);
  const data = isRecord(message) ? message['data'] : undefined;
  return isRecord(data) ? String(data['id']) : '';
}

if (options.help) {
  console.log(usage);
} else {
  // The programs find their packages from there.
  const built = join(packageRoot(), '.cache', `chaos-${process.pid}`);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'callboard-chaos-'));
  if (options.keep) console.log(`Logs: ${folder}`);
  main(folder, built)
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    })
    .finally(() => {
      rmSync(built, { recursive: true, force: true });
      if (!options.keep) rmSync(folder, { recursive: true, force: true });
    });
}
