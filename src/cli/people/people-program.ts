import type { Command } from 'commander';
import { loadConfig } from '../../platform/config';
import { print, printJson } from '../printer';
import { given } from '../text-options';

interface PersonOptions {
  readonly user: string;
  readonly workspace?: string;
  readonly json?: boolean;
}

/** Adds `callboard person` and its subcommands, which load their code on demand. */
export function addPeople(program: Command): void {
  const person = program.command('person').description('manage people');
  const user = ['--user <id-or-address>', 'the person', given('--user')] as const;
  const workspace = [
    '--workspace <id-or-name>',
    'the workspace; needed if the database has several',
    given('--workspace'),
  ] as const;
  person
    .command('erase')
    .description('replace the name and the address of a deactivated person everywhere, for good')
    .requiredOption(...user)
    .option(...workspace)
    .option('--json', 'print the result as JSON')
    .action(async (options: PersonOptions) => {
      const config = loadConfig();
      const { eraseCommand } = await import('./people.js');
      const erased = await eraseCommand(config, options);
      if (options.json === true) printJson(erased);
      else {
        print(
          `The person ${erased.user_id} is called ${erased.name} now, everywhere in the workspace.`,
          'Texts that people and agents wrote, network addresses in the audit, archives, exports and backups stay as they are.',
        );
      }
    });
  person
    .command('sign-in-link')
    .description('print a link by which an owner signs in once, within 15 minutes')
    .requiredOption(...user)
    .option(...workspace)
    .option('--json', 'print the result as JSON')
    .action(async (options: PersonOptions) => {
      const config = loadConfig();
      const { signInLinkCommand, signInLinkHint } = await import('./people.js');
      const made = await signInLinkCommand(config, options);
      if (options.json === true) printJson(made);
      else print(...signInLinkHint(made));
    });
}
