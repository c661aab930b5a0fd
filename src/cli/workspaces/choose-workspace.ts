import { findWorkspace, findWorkspaceIds } from '../../features/auth';
import type { Reader } from '../../platform/db/reader';
import { isClosed } from '../../shared/closed-workspaces';
import { CommandError } from '../failure';

const maxIdsShown = 100;

/** Throws a CommandError if the workspace is being deleted. */
export async function checkNotClosed(reader: Reader, workspaceId: string): Promise<void> {
  if (!(await isClosed(reader, workspaceId))) return;
  throw new CommandError(
    `The workspace ${workspaceId} is being deleted. To go on: callboard workspace delete ${workspaceId}`,
  );
}

/**
 * The workspace of `--workspace`, or the only one. Throws a CommandError with the ids if there are
 * several and none is named, or if there is none of that id.
 */
export async function chooseWorkspace(
  reader: Reader,
  requested: string | undefined,
): Promise<string> {
  if (requested !== undefined && (await findWorkspace(reader, requested)) !== undefined) {
    await checkNotClosed(reader, requested);
    return requested;
  }
  const ids = await findWorkspaceIds(reader, '', maxIdsShown + 1);
  const [first, second] = ids;
  if (first === undefined) throw new CommandError('There is no workspace in this database.');
  if (requested === undefined && second === undefined) return first;
  const problem =
    requested === undefined
      ? 'There are several workspaces. Choose one with --workspace ID'
      : `There is no workspace ${requested}, but`;
  const more = ids.length > maxIdsShown ? ' and more' : '';
  throw new CommandError(`${problem}: ${ids.slice(0, maxIdsShown).join(', ')}${more}.`);
}
