import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { UsageError } from '../failure';
import { print, promptOutput, tell } from '../printer';

/** Adds `callboard workspace` and its subcommand. */
export function addWorkspaces(program: Command): void {
  program
    .command('workspace')
    .description('manage workspaces; callboard setup creates one')
    .command('delete')
    .description('delete a workspace with everything in it, also while servers run')
    .argument('<workspace>', 'its id, or its name if no other workspace has it')
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
