import { parseArgs } from 'node:util';

/** What a run is told. */
export interface Options {
  readonly folder: string;
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
  /** Only list the changes. */
  readonly list: boolean;
  /** Try those again that survived the last run with the same sample. */
  readonly again: boolean;
}

const help = `npm run mutate -- [options] [FOLDER]

Changes one line of src at a time, in a copy of the package, runs the tests that execute it, and tells
which changes no test noticed. FOLDER is one of src (src), such as features/actions or platform/http, or a file.

  --sample N    so many changes (60)
  --seed N      which ones (1)
  --workers N   test files at a time (2)
  --again       instead: those that survived the last run with this sample, after tests were added
  --list        instead: print the changes`;

/**
 * Reads the command line. Answers undefined when it asked for help, which is printed. Throws an
 * Error of one sentence.
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
      again: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return undefined;
  }
  return {
    folder: positionals[0] ?? 'src',
    sample: wholeNumber('sample', values.sample),
    seed: wholeNumber('seed', values.seed),
    workers: wholeNumber('workers', values.workers),
    again: values.again,
    list: values.list,
  };
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} is a whole number.`);
  return number;
}
