import { findAgentsByName } from '../../features/agents';
import type { Reader } from '../../platform/db/reader';
import { CommandError } from '../failure';
import { idOfNamed, withoutClosed } from '../workspaces/choose-workspace';

const MAX_WORKSPACES_SHOWN = 100;

/**
 * The agent with this name, in the workspace of this id or name or in all that are open. Throws a
 * CommandError if there is none, or if several workspaces have one.
 */
export async function chooseAgent(reader: Reader, name: string, workspace: string | undefined) {
  const workspaceId = workspace === undefined ? undefined : await idOfNamed(reader, workspace);
  const found = await findAgentsByName(reader, { name, workspaceId }, MAX_WORKSPACES_SHOWN);
  const agents = await withoutClosed(reader, found);
  const [agent, another] = agents;
  if (agent === undefined) {
    const where = workspaceId === undefined ? '' : ` in the workspace ${workspaceId}`;
    throw new CommandError(`There is no agent called ${name}${where}, or it is revoked.`);
  }
  if (another !== undefined) {
    const ids = agents.map(({ workspace_id: id }) => id).join(', ');
    throw new CommandError(
      `Several workspaces have an agent called ${name}: choose one with --workspace ID: ${ids}.`,
    );
  }
  return agent;
}
