import { Problem } from '../platform/problems';
import { CommandError, UsageError } from './failure';

/**
 * Converts the problem of an operation into the error of a command, whose options are the fields of
 * the body: `body/expires_at` becomes `--expires-at`. Returns any other error unchanged.
 */
export function toCommandError(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const message = error.message.replaceAll(
    /\bbody\/([a-z_]+)(?:\/\d+)?/g,
    (_whole, field: string) => `--${field.replaceAll('_', '-')}`,
  );
  return error.status === 400 ? new UsageError(message) : new CommandError(message);
}
