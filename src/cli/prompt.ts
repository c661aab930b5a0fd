import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError, Interruption } from './failure';
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
