import { read } from 'read';
import { text } from 'node:stream/consumers';
import { countCharacters } from '../../platform/text';
import { UsageError } from '../failure';

const MIN_LENGTH = 10;

/**
 * A new password: asked for twice on a terminal, else the first line of standard input. Never an argument, since
 * arguments are visible to every process of the machine.
 */
export async function readNewPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await ask() : await firstLine();
  const length = countCharacters(password);
  if (length < MIN_LENGTH) {
    throw new UsageError(`The password must have at least ${MIN_LENGTH} characters.`);
  }
  if (length > 1024) throw new UsageError('The password must have at most 1024 characters.');
  return password;
}

async function ask(): Promise<string> {
  const silent = { silent: true, output: process.stderr };
  const first = await read({ ...silent, prompt: 'Password: ' });
  const second = await read({ ...silent, prompt: 'Once more: ' });
  if (first !== second) throw new UsageError('The two passwords differ.');
  return first;
}

async function firstLine(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  if (line === '') throw new UsageError('Give the password on standard input.');
  return line;
}
