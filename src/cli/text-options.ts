import { asLine } from '../platform/control-characters';
import { isInvisible } from '../platform/name-key';
import { countCharacters } from '../platform/text-length';
import { UsageError, CommandError } from './failure';
import { Problem } from '../platform/problems';

/**
 * The parser of an option that names something new: by the rule of the contract's `VisibleTitle`,
 * and without characters that a terminal does not show, because nobody could type the name again.
 */
export function newName(option: string) {
  return (value: string): string => {
    const text = value.trim();
    if (isInvisible(text) || countCharacters(text) > 500) {
      throw new UsageError(`${option} must have 1 to 500 characters, one of them visible.`);
    }
    return withoutControls(option, text);
  };
}

/** The parser of an option or an argument that selects something, such as a file or an id. */
export function given(option: string) {
  return (value: string): string => {
    if (value.trim() !== '') return value;
    throw new UsageError(`${option} is empty.`);
  };
}

/** The parser of `--email`. */
export function emailAddress(value: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(value) && countCharacters(value) <= 320) {
    return withoutControls('--email', value);
  }
  throw new UsageError('--email must be an address such as ada@example.com.');
}

function withoutControls(option: string, text: string): string {
  if (asLine(text) === text) return text;
  throw new UsageError(`${option} must be one line without control characters.`);
}

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
