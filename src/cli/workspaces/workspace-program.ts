import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { UsageError } from '../failure';
import { print, tell } from '../printer';
import { ask } from '../prompt';
import { given } from '../text-options';
import type { MoveOptions } from './workspaces';

const itsIdOrName = 'its id, or its name if no other workspace has it';

/** Adds `callboard workspace` and its subcommands. */
export function addWorkspaces(program: Command): void {
  const group = program
    .command('workspace')
    .description('manage workspaces; callboard setup creates one');
  group
    .command('move')
    .description('move a workspace to the installation of TARGET_DATABASE_URL while both serve')
    .argument('<workspace>', itsIdOrName, given('The name of the workspace'))
    .option('--to <url>', 'the public URL of the other installation')
    .option('--unchecked', 'do not check first that this URL leads to a server of this version')
    .option('--back', 'take a move back that is not complete')
    .action(async (workspace: string, options: MoveOptions) => {
      const config = loadConfig();
      const { moveCommand } = await import('./workspaces.js');
      print(await moveCommand(config, workspace, options, tell));
    });
  addStep(group, 'freeze', 'stop all changes of a workspace before it moves; reads go on');
  addStep(group, 'unfreeze', 'take a freeze back');
  group
    .command('moved')
    .description('send the requests of a frozen workspace to its new address')
    .argument('<workspace>', itsIdOrName, given('The name of the workspace'))
    .requiredOption('--to <url>', 'the public URL of the other installation')
    .option('--freeze <time>', 'the freeze of the copy, as callboard import has printed it')
    .action(async (workspace: string, options: { to: string; freeze?: string }) => {
      const config = loadConfig();
      const { movedCommand } = await import('./workspaces.js');
      print(await movedCommand(config, workspace, options));
    });
  group
    .command('activate')
    .description('serve a workspace that has arrived from another installation')
    .argument('<workspace>', itsIdOrName, given('The name of the workspace'))
    .requiredOption('--freeze <time>', 'the freeze, as callboard workspace moved has printed it')
    .action(async (workspace: string, options: { freeze: string }) => {
      const config = loadConfig();
      const { activateCommand } = await import('./workspaces.js');
      print(await activateCommand(config, workspace, options));
    });
  group
    .command('delete')
    .description('delete a workspace with everything in it, also while servers run')
    .argument('<workspace>', itsIdOrName, given('The name of the workspace'))
    .option('--confirm <name>', 'its exact name, instead of a prompt')
    .action(remove);
}

function addStep(group: Command, name: 'freeze' | 'unfreeze', description: string): void {
  group
    .command(name)
    .description(description)
    .argument('<workspace>', itsIdOrName, given('The name of the workspace'))
    .action(async (workspace: string) => {
      const config = loadConfig();
      const commands = await import('./workspaces.js');
      print(await commands[`${name}Command`](config, workspace));
    });
}

async function remove(workspace: string, { confirm }: { confirm?: string }): Promise<void> {
  if (confirm === undefined && !process.stdin.isTTY) {
    throw new UsageError('Confirm the deletion with --confirm and the exact name.');
  }
  const config = loadConfig();
  const { deleteWorkspaceCommand } = await import('./workspaces.js');
  const askName = (): Promise<string> => ask('Its name, to delete it:');
  print(
    await deleteWorkspaceCommand(config, workspace, {
      tell,
      askName: confirm === undefined ? askName : () => Promise.resolve(confirm),
    }),
  );
}
