import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { asLine } from '../../platform/control-characters';
import { findClosed } from '../../shared/closed-workspaces-store';
import { withDatabase } from '../database';
import { CommandError } from '../failure';
import { startProgress } from '../printer';
import { checkSchema, chooseNamed } from './choose-workspace';
import { countKinds, type Deletable } from './deletion-store';
import { deleteWorkspace } from './deletion';

/** What the command asks before it deletes anything. */
export interface DeleteQuestions {
  /** Says what will be deleted. */
  readonly tell: (...lines: readonly string[]) => void;
  /** Returns the name that the operator gives. */
  readonly askName: () => Promise<string>;
}

/**
 * `callboard workspace delete`: deletes a workspace with everything in it, once the operator has
 * given its exact name. Repeats a deletion that was interrupted. Returns the line of a summary.
 */
export async function deleteWorkspaceCommand(
  config: Config,
  named: string,
  { tell, askName }: DeleteQuestions,
): Promise<string> {
  const work = async (database: Database): Promise<string> => {
    await checkSchema(database);
    const { id, name } = await chooseNamed(database, named);
    tell(...(await describeDeletion(database, { id, name })));
    if (asShown(await askName()) !== asShown(name)) {
      throw new CommandError(
        `This is not the name of the workspace ${id}, which is ${name}. Nothing was deleted.`,
      );
    }
    const progress = startProgress();
    let rows = 0;
    await deleteWorkspace(database, id, {
      onRows(count) {
        rows += count;
        progress.report(
          (seconds) => `Deleting: ${rows} rows, ${Math.round(rows / seconds)} per second`,
        );
      },
    });
    return `Deleted the workspace ${name} (${id}): ${rows} rows in ${progress.end()}.`;
  };
  // The operator may take long to give the name.
  return withDatabase(config, work, { takesLong: true });
}

// The operator types the name that the terminal shows, where control characters are spaces.
function asShown(name: string): string {
  return asLine(name).replaceAll(/\s+/g, ' ').trim();
}

async function describeDeletion(
  database: Database,
  { id, name }: Deletable,
): Promise<readonly string[]> {
  const reader = createReader(database);
  const counts = await countKinds(reader, id);
  const all = counts.length === 0 ? 'nothing else' : counts.join(', ');
  const closed = await findClosed(reader, id);
  if (closed?.state === 'moved') {
    return [
      `This deletes the rows of the workspace ${name} (${id}), which has moved to ${closed.address}: ${all}.`,
      'It is served there. Its tokens and sessions still get the new address here.',
    ];
  }
  if (closed?.state === 'deleting') {
    return [`The deletion of the workspace ${name} (${id}) has begun. It still has ${all}.`];
  }
  return [
    `This deletes the workspace ${name} (${id}) with everything in it: ${all}.`,
    'All its people and agents lose their access at once. Only an export or a backup brings it back:',
    `  callboard export FILE --workspace ${id}`,
  ];
}
