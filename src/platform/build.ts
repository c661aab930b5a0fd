// scripts/build/bundle.ts replaces it in a built program.
declare const BUILT_FROM: string | undefined;

/** The commit that the program was built from, or why it is not known. */
export const commit: string =
  typeof BUILT_FROM === 'undefined' ? 'unknown (run from sources)' : BUILT_FROM;
