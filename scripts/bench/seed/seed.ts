import { createWorkspace } from '../../../src/features/auth';
import { connect, type Database } from '../../../src/platform/db/connect';
import { migrate } from '../../../src/platform/db/schema/schema';
import { eventsOf, makeQuestions, noteOn } from './related-records';
import { makeActions, type SeedContext } from './actions';
import type { Bulk, Row } from './bulk';
import { fillInBulk } from './fill-in-bulk';
import { seedPeople, type Callers } from './people';
import { seedContainers } from './containers';
import { sizesOf } from './proportions';
import { createEnvironment, type Owner } from './environment';
import { searchEntryOf } from './search-entry';

/** An action under the live claim of an agent. */
export interface ClaimedAction {
  readonly id: string;
  readonly token: string;
}

/** The records of a seeded workspace that the benchmark uses. */
export interface Seeded {
  readonly workspaceId: string;
  readonly callers: Callers;
  /** A sample of all actions, 20,000 at most. */
  readonly actionIds: readonly string[];
  readonly claimed: readonly ClaimedAction[];
  readonly projectIds: readonly string[];
}

const maxIds = 20_000;
const batch = 1000;
const tables = ['actions', 'search_entries', 'notes', 'events'] as const;

/** Creates the schema in an empty database, or migrates an older one. */
export async function createSchema(url: string): Promise<void> {
  await withConnection(url, migrate);
}

/**
 * Fills a database that has a schema, and no rows but those of a new workspace, with `actions`
 * actions. Creates the workspace if there is none. Times are relative to now.
 */
export async function seed(url: string, actions: number): Promise<Seeded> {
  const owner = await withConnection(url, findOrCreateOwner);
  // The schema of an older checkout may have no keys.
  const isNumbered = await withConnection(url, ({ knex }) =>
    knex.schema.hasColumn('actions', 'number'),
  );
  const environment = createEnvironment(owner);
  const sizes = sizesOf(actions);
  const found: (Seeded & { readonly last: number; readonly numbers: number })[] = [];
  await fillInBulk(url, async (bulk) => {
    const people = await seedPeople(bulk, environment);
    const containers = await seedContainers(bulk, environment, people, sizes);
    const context = { environment, people, containers, sizes };
    const everyNth = Math.max(1, Math.floor(actions / maxIds));
    const filled = await fill(bulk, context, { everyNth, isNumbered });
    await bulk.insert('agent_requests', makeQuestions(context));
    const { callers } = people;
    const projectIds = containers.activeProjects;
    found.push({ workspaceId: owner.workspaceId, callers, projectIds, ...filled });
  });
  const [seeded] = found;
  if (seeded === undefined) throw new Error('Nothing was seeded.');
  const { last, numbers } = seeded;
  await withConnection(url, ({ knex }) =>
    knex('event_positions')
      .where({ workspace_id: owner.workspaceId })
      .update({ last, ...(isNumbered && { last_number: numbers }) }),
  );
  return seeded;
}

// By columns that every version has, because the schema may be that of an older checkout.
async function findOrCreateOwner(database: Database): Promise<Owner> {
  const found = await database
    .knex('users')
    .where({ role: 'owner' })
    .first<{ actor_id: string; workspace_id: string } | undefined>('actor_id', 'workspace_id');
  return found === undefined
    ? createOwner(database)
    : { id: found.actor_id, workspaceId: found.workspace_id };
}

async function createOwner(database: Database): Promise<Owner> {
  const owner = await createWorkspace(database, {
    workspaceName: 'Theatre',
    email: 'owner@example.com',
    userName: 'Owner',
    passwordHash: 'none',
  });
  if (owner === undefined) throw new Error('The workspace exists.');
  return owner;
}

async function withConnection<T>(
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = connect(url, { poolSize: 1, durable: false });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function fill(
  bulk: Bulk,
  context: SeedContext,
  { everyNth, isNumbered }: { readonly everyNth: number; readonly isNumbered: boolean },
) {
  const tokens = new Map(context.people.agents.map(({ actorId, token }) => [actorId, token]));
  const actionIds: string[] = [];
  const claimed: ClaimedAction[] = [];
  // The first event is the creation of the workspace.
  let position = 1;
  let number = 0;
  let rows = noRows();
  const store = async (): Promise<void> => {
    for (const table of tables) await bulk.insert(table, rows[table]);
    rows = noRows();
  };
  for (const action of makeActions(context)) {
    const { row } = action;
    const events = eventsOf(context, action, position + 1);
    position += events.length;
    rows.actions.push(isNumbered ? { ...row, number: number + 1 } : row);
    rows.search_entries.push(searchEntryOf(row));
    rows.notes.push(...noteOn(action));
    rows.events.push(...events);
    if (number % everyNth === 0) actionIds.push(String(row.id));
    const token = tokens.get(String(row.claimed_by_actor_id));
    if (token !== undefined) claimed.push({ id: String(row.id), token });
    number += 1;
    if (rows.actions.length >= batch) await store();
  }
  await store();
  return { actionIds, claimed, last: position, numbers: number };
}

function noRows(): Record<(typeof tables)[number], Row[]> {
  return { actions: [], search_entries: [], notes: [], events: [] };
}
