import type { UserActor } from '../../../platform/operation';
import { findUser, findWorkspace } from '../../auth';
import { findChoosableAgents, type ChoosableAgent } from '../../agents';
import type { Reader } from '../../../platform/db/reader';

/** What the page of consent offers. */
export interface Choices {
  readonly workspaceName: string;
  /** The address of the person. */
  readonly email: string;
  /** The agents that are not revoked, by name, at most 200. */
  readonly agents: readonly ChoosableAgent[];
}

/** Reads the workspace's name and agents, and the person's address. */
export async function findChoices(
  reader: Reader,
  { workspaceId, userId }: UserActor,
): Promise<Choices> {
  const workspace = await findWorkspace(reader, workspaceId);
  const agents = await findChoosableAgents(reader, workspaceId);
  const user = await findUser(reader, { workspaceId, userId });
  return { email: user?.email ?? '', workspaceName: workspace?.name ?? '', agents };
}
