import type { Reader } from '../../platform/db/reader';
import { compiledStatement } from '../../platform/db/statements/compiled';

const timeZoneOf = compiledStatement<'workspaceId'>((db, given) =>
  db('workspaces')
    .where({ id: given('workspaceId') })
    .select('time_zone'),
);

/** The time zone of a workspace. */
export async function findTimeZone(reader: Reader, workspaceId: string): Promise<string> {
  const row = await reader.first<{ time_zone: string }>(timeZoneOf({ workspaceId }));
  return row?.time_zone ?? 'UTC';
}
