import { parseArgs } from 'node:util';

/** The options of a run. */
export interface Options {
  readonly folder: string;
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
  /** The longest time for the tests of one change; a change that they do not notice survives. */
  readonly minutes: number;
  /** Only list the changes. */
  readonly list: boolean;
  /** Try the survivors of the last run with the same sample again. */
  readonly again: boolean;
}

const help = `npm run mutate -- [options] [FOLDER]

Changes one line of src at a time, in a copy of the package, runs the tests that execute it, and reports
the changes that no test noticed. FOLDER is a folder or file below src, such as features/actions.

  --sample N    the number of changes (60)
  --seed N      the seed of the random choice (1)
  --workers N   the number of concurrent test files (2)
  --minutes N   the longest time for the tests of one change, which then survives (30)
  --again       try the survivors of the last run with this sample again, after tests were added
  --list        only print the changes`;

/**
 * Parses the command line. Returns undefined after printing the help. Throws an Error of one
 * sentence.
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '30' },
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
    minutes: wholeNumber('minutes', values.minutes),
    again: values.again,
    list: values.list,
  };
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} is a whole number.`);
  return number;
}
