/** A mistake of whoever typed the command: one clear sentence and exit code 2. */
export class UsageError extends Error {}

/** A state of the world that stops the command: one clear sentence and exit code 1. */
export class CommandError extends Error {}
