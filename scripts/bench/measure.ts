import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callboard, programOf, type Contestant } from './contestants';
import { openDatabases, type Databases } from './database';
import { operationsNamed } from './operations';
import type { Options } from './options';
import { costsTable, topOf } from './profile';
import { surroundings, type Report } from './report';
import { begin, measure, run } from './run';
import { createSchema, seed, type Seeded } from './seed/seed';

/** Measures Callboard beside another checkout, on equal databases. */
export async function measureBeside(
  options: Options & { readonly beside: string },
  folder: string,
): Promise<Report> {
  const operations = operationsNamed(options.operations);
  const found = await withDatabases(options, folder, async (databases) => {
    const [ours, theirs] = await equalEntrants(databases, options, folder);
    if (theirs === undefined) throw new Error('There is no other checkout.');
    return run([ours, theirs], { ...options, operations });
  });
  return { ...factsOf(options), actions: [options.actions], ...found };
}

/** Measures Callboard with many actions beside Callboard with fewer. */
export async function measureFlat(options: Options, folder: string): Promise<Report> {
  const operations = operationsNamed(options.operations);
  const sizes = [options.fewer, options.actions] as const;
  const found = await withDatabases(options, folder, async (databases) => {
    const contestant = async (actions: number) => {
      const made = await seeded(databases, { actions });
      const name = `Callboard with ${actions.toLocaleString('en')} actions`;
      return {
        ...callboard(name, { ...options, folder, databaseUrl: made.url }),
        seeded: made.seeded,
      };
    };
    const contestants = [await contestant(sizes[0]), await contestant(sizes[1])] as const;
    return run(contestants, { ...options, operations });
  });
  return { ...factsOf(options), actions: sizes, ...found };
}

/**
 * Profiles each operation, also on the other checkout if there is one. Resolves with tables of the
 * ten most expensive functions.
 */
export async function profile(options: Options, folder: string): Promise<string> {
  const operations = operationsNamed(options.operations);
  const parts: string[] = [];
  await withDatabases(options, folder, async (databases) => {
    const both = await equalEntrants(databases, options, folder);
    for (const operation of operations) {
      for (const contestant of both) {
        const profiles = join(folder, `${operation.name} ${contestant.name}`);
        mkdirSync(profiles);
        const began = performance.now();
        const running = await begin(profiled(contestant, profiles));
        let skipMs = 0;
        try {
          await measure(running, operation, options);
          skipMs = performance.now() - began;
          await measure(running, operation, options);
        } finally {
          await running.server.stop();
        }
        const title = `### ${operation.name}, ${contestant.name}`;
        parts.push(`${title}\n\n${costsTable(topOf(profiles, 10, skipMs))}`);
      }
    }
  });
  return parts.join('\n\n');
}

function profiled<T extends Contestant>(contestant: T, folder: string): T {
  const node = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  return { ...contestant, launch: { ...contestant.launch, node } };
}

async function withDatabases<T>(
  { database }: Options,
  folder: string,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const databases = await openDatabases(database, folder);
  try {
    return await work(databases);
  } finally {
    await databases.remove();
  }
}

async function equalEntrants(databases: Databases, options: Options, folder: string) {
  const made = await seeded(databases, options);
  const where = { folder, fromSource: options.fromSource };
  const entrant = (name: string, databaseUrl: string, root?: string) => ({
    ...callboard(name, { ...where, databaseUrl }, root),
    seeded: made.seeded,
  });
  const ours = entrant('Callboard', made.url);
  if (options.beside === undefined) return [ours] as const;
  const theirs = entrant('other checkout', await databases.copy(made.url), options.beside);
  await createSchema(made.url);
  return [ours, theirs] as const;
}

// A checkout refuses the schema of a newer one, and this one may need columns that the older one does
// not have, so the other checkout creates the schema and the workspace.
async function seeded(
  databases: Databases,
  given: Pick<Options, 'actions'> & Partial<Pick<Options, 'beside' | 'fromSource'>>,
): Promise<{ readonly url: string; readonly seeded: Seeded }> {
  const { actions, beside, fromSource = false } = given;
  const url = await databases.make();
  await (beside === undefined ? createSchema(url) : createBy(programOf(beside, fromSource), url));
  const began = performance.now();
  const made = await seed(url, actions);
  console.error(`${actions} actions in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return { url, seeded: made };
}

async function createBy(program: readonly string[], url: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATABASE_URL: url };
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [...program, ...args], { env });
  await run('migrate');
  const created = run('setup', '--workspace', 'Theatre', '--email', 'owner@example.com');
  created.child.stdin?.end(`${randomBytes(16).toString('hex')}\n`);
  await created;
}

function factsOf({ database, seconds, connections }: Options) {
  return { ...surroundings(), database, seconds, connections };
}
