import type { TestApp } from '../servers/app';
import type { TestDatabase } from '../databases/test-database';
import { aWorkspace } from '../requests/given';
import { client } from '../requests/client';
import { findDrift } from '../requests/stored-bytes';

/**
 * Tries a workspace that stores as many bytes as it may: creating is refused, deleting succeeds.
 * Then compares all counters with the tables. Returns the fault.
 */
export async function tryFullWorkspace({
  app,
  full,
  database,
}: {
  readonly app: TestApp;
  readonly full: TestApp;
  readonly database: TestDatabase;
}): Promise<string | undefined> {
  const { person, owner } = await aWorkspace(app, database);
  const action = await person.ok('createAction', { body: { title: 'Linked' } });
  const link = { url: 'https://a.example', action_id: action.id };
  const { id } = await person.ok('createLink', { body: link });
  const limited = client(full, { cookie: owner.cookie });
  await limited.fails('createLink', { body: link }, 403, 'CAP_EXCEEDED');
  await limited.ok('deleteLink', { path: { id } });
  await limited.ok('dropAction', { path: { id: action.id } });
  const drifts = await findDrift(database);
  return drifts.length === 0
    ? undefined
    : `The counters of stored bytes differ from the tables: ${JSON.stringify(drifts)}`;
}
