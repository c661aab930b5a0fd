/** A wrong argument, option or input: the message goes to standard error; exit code 2. */
export class UsageError extends Error {}

/** The person ended the command at a prompt: the message goes to standard error; exit code 130. */
export class Interruption extends Error {}

/** Any other expected failure: the message goes to standard error; exit code 1. */
export class CommandError extends Error {}

/** A pooler is in front of Postgres, and the program is set up for another one, or for none. */
export class PoolerError extends CommandError {
  constructor(
    readonly seen: string,
    readonly advice: string,
    readonly variable: 'DATABASE_POOLER' | 'DATABASE_MIGRATE_URL',
  ) {
    super(`${seen} ${variable}: ${advice}`);
  }
}
