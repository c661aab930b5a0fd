import { tell } from './printer';

/** What is left of work that is done in steps. */
export const goesOn = 'Repeat the command: it goes on where it was.';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does some work. A signal meanwhile prints the sentence, which says what is left, and ends the
 * process as it would without this. `cleanUp` is called before.
 */
export async function tellIfInterrupted<T>(
  sentence: string,
  work: () => Promise<T>,
  cleanUp: () => void = () => undefined,
): Promise<T> {
  const stop = (signal: NodeJS.Signals): void => {
    cleanUp();
    tell(`Interrupted. ${sentence}`);
    for (const each of signals) process.off(each, stop);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
