/** A regular expression and its position. */
export interface Expression {
  /** A JSON pointer into the contract, or a file and a line. */
  readonly position: string;
  readonly source: string;
  readonly flags: string;
}

/** The function `check` of recheck, which is a package apart: see `recheck.ts`. */
export type Check = (
  source: string,
  flags: string,
  options: { readonly timeout: number },
) => Promise<
  | { readonly status: 'safe' }
  | { readonly status: 'vulnerable'; readonly complexity: { readonly summary: string } }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } }
>;

// The check of a large expression takes seconds, longer on a busy machine.
const timeoutMs = 120_000;

/** Sentences about expressions that do not match in linear time, or that recheck cannot judge. */
export async function faultsOf(
  check: Check,
  expressions: readonly Expression[],
): Promise<string[]> {
  const positions = new Map<string, Expression & { readonly positions: string[] }>();
  for (const expression of expressions) {
    const key = `/${expression.source}/${expression.flags}`;
    const known = positions.get(key) ?? { ...expression, positions: [] };
    known.positions.push(expression.position);
    positions.set(key, known);
  }
  const faults: string[] = [];
  // One at a time, because recheck uses all processors for each.
  for (const [key, { source, flags, positions: found }] of positions) {
    const judged = await check(source, flags, { timeout: timeoutMs });
    if (judged.status === 'safe') continue;
    const reason =
      judged.status === 'vulnerable'
        ? judged.complexity.summary
        : `recheck cannot judge it (${judged.error.kind})`;
    faults.push(...found.map((position) => `${position}: ${key} is not linear: ${reason}.`));
  }
  return faults;
}
