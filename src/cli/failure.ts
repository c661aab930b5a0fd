/** A wrong argument, option or input: the message goes to standard error; exit code 2. */
export class UsageError extends Error {}

/** The person ended the command at a prompt: the message goes to standard error; exit code 130. */
export class Interruption extends Error {}

/** Any other expected failure: the message goes to standard error; exit code 1. */
export class CommandError extends Error {}
