import { addAgent, makeWorkspace, type AgentWithToken, type Person, type TestApp } from './app';
import { client, type ApiClient } from './client';
import type { TestDatabase } from './dialects';

/** A workspace with its owner and a worker, and how each of them calls. */
export interface GivenWorkspace extends AgentWithToken {
  readonly workspaceId: string;
  readonly owner: Person;
  /** The owner, by cookie. */
  readonly person: ApiClient;
  /** The worker, by token. */
  readonly worker: ApiClient;
}

let made = 0;

/** Makes a workspace with an owner and a worker who may read and write. */
export async function aWorkspace(
  app: TestApp,
  database: TestDatabase,
  name = `Workspace ${(made += 1)}`,
): Promise<GivenWorkspace> {
  const owner = await makeWorkspace(database, name);
  const { agent, token } = await addAgent(app, owner);
  return {
    workspaceId: owner.owner.workspaceId,
    owner,
    person: client(app, { cookie: owner.cookie }),
    agent,
    token,
    worker: client(app, { bearer: token }),
  };
}

/** Two workspaces that know nothing of each other. */
export async function twoWorkspaces(
  app: TestApp,
  database: TestDatabase,
): Promise<{ readonly ours: GivenWorkspace; readonly theirs: GivenWorkspace }> {
  const [ours, theirs] = await Promise.all([aWorkspace(app, database), aWorkspace(app, database)]);
  return { ours, theirs };
}
