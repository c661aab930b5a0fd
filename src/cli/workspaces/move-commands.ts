import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { withDatabase } from '../database';
import { checkSchema, chooseNamed } from './choose-workspace';
import { freezeWorkspace, unfreezeWorkspace } from './freeze';

/** `callboard workspace freeze`: stops all changes of a workspace. Returns the line of a summary. */
export function freezeCommand(config: Config, named: string): Promise<string> {
  return onWorkspace(config, named, async (database, { id, name }) => {
    const began = performance.now();
    await freezeWorkspace(database, id);
    return `Froze the workspace ${name} (${id}) in ${secondsSince(began)}. Its writes are refused until it moves, or until callboard workspace unfreeze.`;
  });
}

/** `callboard workspace unfreeze`: takes a freeze back. Returns the line of a summary. */
export function unfreezeCommand(config: Config, named: string): Promise<string> {
  return onWorkspace(config, named, async (database, { id, name }) => {
    await unfreezeWorkspace(database, id);
    return `The workspace ${name} (${id}) takes writes again.`;
  });
}

type Named = Awaited<ReturnType<typeof chooseNamed>>;

function onWorkspace(
  config: Config,
  named: string,
  work: (database: Database, workspace: Named) => Promise<string>,
): Promise<string> {
  return withDatabase(
    config,
    async (database) => {
      await checkSchema(database);
      return work(database, await chooseNamed(database, named));
    },
    { takesLong: true },
  );
}

function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
