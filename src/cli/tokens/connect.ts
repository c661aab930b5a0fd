import { clientsFor } from '../../features/agents';
import type { Config } from '../../platform/config';
import { createReader } from '../../platform/db/reader';
import { serverSettings } from '../../shared/server-settings';
import { ensureSchema, withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';
import { chooseAgent } from './choose-agent';

/** The options of `callboard connect`. */
export interface ConnectOptions {
  readonly agent: string;
  readonly workspace?: string;
  readonly client?: string;
}

/**
 * `callboard connect`: returns the lines to paste into each client, or into one, to work as an agent.
 * Throws a CommandError without such an agent, or if the address of the server is unknown.
 */
export async function connectCommand(
  config: Config,
  options: ConnectOptions,
): Promise<readonly string[]> {
  const { mcpUrl } = serverSettings(config);
  if (mcpUrl === null) {
    throw new CommandError('Set PUBLIC_URL to the address at which clients reach this server.');
  }
  const all = clientsFor(mcpUrl);
  const chosen = all.filter(
    ({ client }) => options.client === undefined || client === options.client,
  );
  if (chosen.length === 0) {
    const names = all.map(({ client }) => client).join(', ');
    throw new UsageError(`--client must be one of ${names}.`);
  }
  await withDatabase(config, async (database) => {
    await ensureSchema(database);
    return chooseAgent(createReader(database), options.agent, options.workspace);
  });
  const name = `'${options.agent.replaceAll("'", String.raw`'\''`)}'`;
  return [
    'A token, for the clients that send one:',
    '',
    `  export CALLBOARD_TOKEN="$(callboard token create --agent ${name})"`,
    ...chosen.flatMap(({ title, place, text }) => [
      '',
      `${title}: ${place}`,
      '',
      ...text.split('\n').map((line) => `  ${line}`),
    ]),
  ];
}
