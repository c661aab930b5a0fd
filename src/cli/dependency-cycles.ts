import { findCycles, findWorkspacesWithBlockers } from '../features/actions';
import type { Database } from '../platform/db/connect';
import { createReader, type Reader } from '../platform/db/reader';

/** A sentence for each cycle of actions that wait for each other in a workspace. */
export async function describeCycles(reader: Reader, workspaceId: string): Promise<string[]> {
  const cycles = await findCycles(reader, workspaceId);
  if (cycles === undefined) {
    return [`The workspace ${workspaceId} has too many blockers to search them for cycles.`];
  }
  return cycles.map(
    (path) =>
      `Actions of the workspace ${workspaceId} wait for each other: ${path.join(' → ')}. Remove one of these blockers, or change the order of their project.`,
  );
}

/** `describeCycles` of all workspaces. */
export async function describeAllCycles(database: Database): Promise<string[]> {
  const reader = createReader(database);
  const lines: string[] = [];
  for (const workspaceId of await findWorkspacesWithBlockers(reader)) {
    lines.push(...(await describeCycles(reader, workspaceId)));
  }
  return lines;
}
