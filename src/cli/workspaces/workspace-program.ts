import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { UsageError } from '../failure';
import { print, promptOutput, tell } from '../printer';

const itsIdOrName = 'its id, or its name if no other workspace has it';

/** Adds `callboard workspace` and its subcommands. */
export function addWorkspaces(program: Command): void {
  const group = program
    .command('workspace')
    .description('manage workspaces; callboard setup creates one');
  group
    .command('freeze')
    .description('stop all changes of a workspace before it moves; reads go on')
    .argument('<workspace>', itsIdOrName)
    .action(async (workspace: string) => {
      const config = loadConfig();
      const { freezeCommand } = await import('./move-commands.js');
      print(await freezeCommand(config, workspace));
    });
  group
    .command('unfreeze')
    .description('take a freeze back')
    .argument('<workspace>', itsIdOrName)
    .action(async (workspace: string) => {
      const config = loadConfig();
      const { unfreezeCommand } = await import('./move-commands.js');
      print(await unfreezeCommand(config, workspace));
    });
  group
    .command('delete')
    .description('delete a workspace with everything in it, also while servers run')
    .argument('<workspace>', itsIdOrName)
    .option('--confirm <name>', 'its exact name, instead of a prompt')
    .action(remove);
}

async function remove(workspace: string, { confirm }: { confirm?: string }): Promise<void> {
  if (confirm === undefined && !process.stdin.isTTY) {
    throw new UsageError('Confirm the deletion with --confirm and the exact name.');
  }
  const config = loadConfig();
  const { deleteWorkspaceCommand } = await import('./delete-command.js');
  const askName = async (): Promise<string> => {
    const { read } = await import('read');
    return read({ prompt: 'Its name, to delete it: ', output: promptOutput() });
  };
  print(
    await deleteWorkspaceCommand(config, workspace, {
      tell,
      askName: confirm === undefined ? askName : () => Promise.resolve(confirm),
    }),
  );
}
