import { findWorkspace, findWorkspaceIds } from '../../features/auth';
import type { Reader } from '../../platform/db/reader';
import { CommandError } from '../failure';

const maxIdsShown = 100;

/**
 * The workspace of `--workspace`, or the only one. Throws a CommandError with the ids if there are
 * several and none is named, or if there is none of that id.
 */
export async function chooseWorkspace(
  reader: Reader,
  requested: string | undefined,
): Promise<string> {
  if (requested !== undefined && (await findWorkspace(reader, requested)) !== undefined)
    return requested;
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
