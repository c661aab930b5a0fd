import type { UserActor } from '../../../platform/operation';
import { findUser, findWorkspace } from '../../auth';
import { findChoosableAgents, type ChoosableAgent } from '../../agents';
import type { Reader } from '../../../platform/db/reader';
import { findFreeName } from '../../../shared/actors';

/** What the page of consent offers. */
export interface Choices {
  readonly workspaceName: string;
  /** The address of the person. */
  readonly email: string;
  /** The agents that are not revoked, by name, at most 200. */
  readonly agents: readonly ChoosableAgent[];
  /** The client's name, with a number if an agent or a person has it. */
  readonly newAgentName: string;
}

/** Reads the workspace's name and agents, the person's address, and a name for a new agent. */
export async function findChoices(
  reader: Reader,
  { workspaceId, userId }: UserActor,
  clientName: string,
): Promise<Choices> {
  const workspace = await findWorkspace(reader, workspaceId);
  const agents = await findChoosableAgents(reader, workspaceId);
  const user = await findUser(reader, { workspaceId, userId });
  const newAgentName = await findFreeName(reader, workspaceId, clientName);
  return { email: user?.email ?? '', workspaceName: workspace?.name ?? '', agents, newAgentName };
}
