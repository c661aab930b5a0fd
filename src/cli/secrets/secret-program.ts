import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { print } from '../printer';

/** Adds `callboard secrets` and its subcommand, which loads its code on demand. */
export function addSecrets(program: Command): void {
  program
    .command('secrets')
    .description('manage the encryption of stored secrets')
    .command('rotate')
    .description(
      'encrypt the secrets of all webhooks with the first key of SECRETS_KEY_FILE, also while servers run',
    )
    .action(async () => {
      const config = loadConfig();
      const { rotateCommand } = await import('./rotate.js');
      print(...(await rotateCommand(config)));
    });
}
