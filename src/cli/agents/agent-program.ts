import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { print, printJson } from '../printer';
import { given, newName } from '../text-options';

interface CreateOptions {
  readonly name: string;
  readonly workspace?: string;
  readonly accessMode?: string;
  readonly capabilities?: string;
  readonly requiresProposals?: boolean;
  readonly json?: boolean;
}

/** Adds `callboard agent` and its subcommand. */
export function addAgents(program: Command): void {
  program
    .command('agent')
    .description('manage agents')
    .command('create')
    .description('create an agent; callboard token create then makes its token')
    .requiredOption('--name <name>', 'unique among the agents of the workspace', newName('--name'))
    .option(
      '--workspace <id-or-name>',
      'needed if the database has several workspaces',
      given('--workspace'),
    )
    .option('--access-mode <mode>', 'worker or sysadmin (default: worker)')
    .option('--capabilities <list>', 'what the agent can do, separated by commas')
    .option('--requires-proposals', 'whether it needs approval for gated operations')
    .option('--json', 'print the agent as JSON')
    .action(create);
}

async function create(options: CreateOptions): Promise<void> {
  const { name, workspace, accessMode, capabilities, requiresProposals, json } = options;
  const config = loadConfig();
  const { createAgentCommand } = await import('./agents.js');
  const created = await createAgentCommand(config, {
    workspace,
    body: {
      name,
      ...(accessMode !== undefined && { access_mode: accessMode }),
      ...(capabilities !== undefined && {
        capabilities: capabilities.split(',').map((one) => one.trim()),
      }),
      ...(requiresProposals === true && { requires_proposals: true }),
    },
  });
  if (json === true) printJson(created);
  else
    print(`The agent ${created.name} (${created.id}) is in the workspace ${created.workspace_id}.`);
}
