import { text } from 'node:stream/consumers';
import { countCharacters } from '../../platform/text-length';
import { UsageError } from '../failure';
import { ask } from '../prompt';

const MIN_LENGTH = 10;

/**
 * Reads a new password: from two prompts on a terminal, otherwise from the first line of standard
 * input. It is never an argument, because other processes can read arguments.
 */
export async function readNewPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await promptTwice() : await firstLine();
  const length = countCharacters(password);
  if (length < MIN_LENGTH) {
    throw new UsageError(`The password must have at least ${MIN_LENGTH} characters.`);
  }
  if (length > 1024) throw new UsageError('The password must have at most 1024 characters.');
  return password;
}

/** Reads a password to sign in with: from a prompt, otherwise from the first line of input. */
export function readPassword(): Promise<string> {
  return process.stdin.isTTY ? ask('Password:', { isSecret: true }) : firstLine();
}

async function promptTwice(): Promise<string> {
  const first = await ask('Password:', { isSecret: true });
  const second = await ask('Repeat the password:', { isSecret: true });
  if (first !== second) throw new UsageError('The two passwords differ.');
  return first;
}

async function firstLine(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  if (line === '') throw new UsageError('Standard input must contain the password.');
  return line;
}
