import { createWorkspace } from '../../../src/features/auth';
import { connect, type Database } from '../../../src/platform/db/connect';
import { migrate } from '../../../src/platform/db/schema/schema';
import type { UserActor } from '../../../src/platform/operation';
import { openSession } from '../../../test/support/session';
import { eventsOf, makeQuestions, noteOn } from './about-actions';
import { makeActions, type Cast } from './actions';
import type { Bulk, Row } from './bulk';
import { inBulk } from './in-bulk';
import { seedPeople, type Callers } from './people';
import { seedPlaces } from './places';
import { sizesOf } from './proportions';
import { sceneOf } from './scene';
import { searchEntryOf } from './search-entry';

/** An action under the live claim of an agent. */
export interface HeldAction {
  readonly id: string;
  readonly token: string;
}

/** What the benchmark asks a seeded workspace about. */
export interface Seeded {
  readonly workspaceId: string;
  readonly callers: Callers;
  /** Actions from the whole range, 20,000 at most. */
  readonly actionIds: readonly string[];
  readonly held: readonly HeldAction[];
  readonly projectIds: readonly string[];
}

const mostIds = 20_000;
const batch = 1000;
const tables = ['actions', 'search_entries', 'notes', 'events'] as const;

/**
 * Migrates the empty database of that URL and fills it with one workspace of so many actions. Times
 * are relative to now.
 */
export async function seed(url: string, actions: number): Promise<Seeded> {
  const owner = await withConnection(url, begin);
  const scene = sceneOf(owner);
  const sizes = sizesOf(actions);
  const found: (Seeded & { readonly last: number })[] = [];
  await inBulk(url, async (bulk) => {
    const people = await seedPeople(bulk, scene);
    const places = await seedPlaces(bulk, scene, people, sizes);
    const cast = { scene, people, places, sizes };
    const filled = await fill(bulk, cast, Math.max(1, Math.floor(actions / mostIds)));
    await bulk.insert('agent_requests', makeQuestions(cast));
    const { callers } = people;
    const projectIds = places.activeProjects;
    found.push({ workspaceId: owner.workspaceId, callers, projectIds, ...filled });
  });
  const [seeded] = found;
  if (seeded === undefined) throw new Error('Nothing was seeded.');
  await withConnection(url, ({ knex }) =>
    knex('event_positions')
      .where({ workspace_id: owner.workspaceId })
      .update({ last: seeded.last }),
  );
  return seeded;
}

// The workspace with its owner, who is signed in.
async function begin(database: Database): Promise<UserActor> {
  await migrate(database);
  const owner = await createWorkspace(database, {
    workspaceName: 'Theatre',
    email: 'owner@example.com',
    userName: 'Owner',
    passwordHash: 'none',
  });
  if (owner === undefined) throw new Error('The database to seed is not empty.');
  await openSession(database, owner);
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

async function fill(bulk: Bulk, cast: Cast, everyNth: number) {
  const tokens = new Map(cast.people.agents.map(({ actorId, token }) => [actorId, token]));
  const actionIds: string[] = [];
  const held: HeldAction[] = [];
  // The workspace itself was the first event.
  let position = 1;
  let number = 0;
  let rows = noRows();
  const store = async (): Promise<void> => {
    for (const table of tables) await bulk.insert(table, rows[table]);
    rows = noRows();
  };
  for (const made of makeActions(cast)) {
    const { row } = made;
    const events = eventsOf(cast, made, position + 1);
    position += events.length;
    rows.actions.push(row);
    rows.search_entries.push(searchEntryOf(row));
    rows.notes.push(...noteOn(made));
    rows.events.push(...events);
    if (number % everyNth === 0) actionIds.push(String(row.id));
    const token = tokens.get(String(row.claimed_by_actor_id));
    if (token !== undefined) held.push({ id: String(row.id), token });
    number += 1;
    if (rows.actions.length >= batch) await store();
  }
  await store();
  return { actionIds, held, last: position };
}

function noRows(): Record<(typeof tables)[number], Row[]> {
  return { actions: [], search_entries: [], notes: [], events: [] };
}
