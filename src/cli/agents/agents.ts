import { addAgent } from '../../features/agents';
import { readContract } from '../../features/service';
import type { Config } from '../../platform/config';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { checkBody, prepareRoutes } from '../../platform/http/routing/router';
import { ensureSchema, withDatabase } from '../database';
import { toCommandError } from '../text-options';
import { chooseWorkspace, operatorContext } from '../workspaces/choose-workspace';

/** The options of `callboard agent create`. */
export interface AgentOptions {
  readonly workspace: string | undefined;
  /** The request body of createAgent. */
  readonly body: { readonly name: string } & Readonly<Record<string, unknown>>;
}

/** The created agent. */
export interface CreatedAgent {
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string;
}

/**
 * `callboard agent create`: creates an agent with the rules of the operation createAgent. Throws a
 * UsageError or a CommandError.
 */
export async function createAgentCommand(
  config: Config,
  { workspace, body }: AgentOptions,
): Promise<CreatedAgent> {
  return withDatabase(config, async (database) => {
    await ensureSchema(database);
    const workspaceId = await chooseWorkspace(createReader(database), workspace);
    const routes = await prepareRoutes(JSON.parse(readContract().json.bytes.toString('utf8')));
    try {
      checkBody(routes, 'createAgent', '/v1/agents', body);
      const id = await transact(database, async (transaction) =>
        addAgent(await operatorContext(transaction, workspaceId), body),
      );
      return { id, name: body.name, workspace_id: workspaceId };
    } catch (error) {
      throw toCommandError(error);
    }
  });
}
