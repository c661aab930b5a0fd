import type { Profiler } from 'node:inspector';

/** The files that run a function for one request or one gesture. */
export interface Way {
  readonly name: string;
  /** The highest number of files that a reader should have to open. */
  readonly aim: number;
  readonly files: readonly string[];
}

/** A function that ran, as the place of its first character in the script. */
export interface RunFunction {
  readonly start: number;
}

/**
 * The functions of a script that ran, without the script's own top level. `text` is its source. The
 * getters by which a compiled module exports its names (`name: () => name`) do not count.
 */
export function ranFunctions(
  { functions }: Pick<Profiler.ScriptCoverage, 'functions'>,
  text: string,
): RunFunction[] {
  return functions.flatMap(({ functionName, ranges: [whole] }) => {
    if (whole === undefined || whole.count === 0) return [];
    const { startOffset: start, endOffset: end } = whole;
    const isTopLevel = functionName === '' && start <= 0 && end >= text.trimEnd().length;
    const isExport = text.slice(start, end).replaceAll(/\s/g, '') === `()=>${functionName}`;
    return isTopLevel || isExport ? [] : [{ start }];
  });
}
