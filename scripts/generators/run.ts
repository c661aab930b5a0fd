import { spawnSync } from 'node:child_process';

/** How a program ended, and all that it printed. */
export interface Ended {
  readonly failed: boolean;
  readonly said: string;
}

/** Where a program runs, and what it finds in its environment beside ours. */
export interface Surroundings {
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, variables }: Surroundings,
): Ended {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DO_NOT_TRACK: '1', ...variables },
  });
  return { failed: status !== 0, said: `${stdout}${stderr}${error?.message ?? ''}` };
}
