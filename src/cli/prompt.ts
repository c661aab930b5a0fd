import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { countCharacters } from '../platform/text-length';
import { CommandError, Interruption, UsageError } from './failure';
import { promptOutput } from './printer';

/**
 * Asks the person at the terminal for a line, which is not echoed if it is secret. Throws an
 * Interruption for Ctrl-C, and a CommandError if the input ends before the line (Ctrl-D).
 */
export async function ask(prompt: string, { isSecret = false } = {}): Promise<string> {
  const terminal = promptOutput();
  let isMuted = false;
  const muted = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) terminal.write(chunk);
      done();
    },
  });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? muted : terminal,
    terminal: true,
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new Interruption('Interrupted. Nothing was changed.')));
      lines.once('close', () =>
        reject(
          new CommandError('The input ended before the prompt was answered. Nothing was changed.'),
        ),
      );
      lines.setPrompt(`${prompt} `);
      lines.prompt();
      isMuted = true;
    });
  } catch (error) {
    // The cursor is still behind the prompt.
    if (!isSecret) terminal.write('\n');
    throw error;
  } finally {
    lines.close();
    if (isSecret) terminal.write('\n');
  }
}

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
