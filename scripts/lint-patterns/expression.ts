import { check } from 'recheck';

/** A regular expression and where it is written. */
export interface Expression {
  /** For a person: a JSON pointer into the contract, or a file and a line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

// The check of a large expression takes seconds, and more of them on a busy machine.
const timeoutMs = 120_000;

/**
 * The sentences about expressions that do not match in linear time, or that recheck cannot judge.
 */
export async function faultsOf(expressions: readonly Expression[]): Promise<string[]> {
  const places = new Map<string, Expression & { readonly places: string[] }>();
  for (const expression of expressions) {
    const key = `/${expression.source}/${expression.flags}`;
    const known = places.get(key) ?? { ...expression, places: [] };
    known.places.push(expression.place);
    places.set(key, known);
  }
  const faults: string[] = [];
  // One by one, because recheck uses all processors for each.
  for (const [key, { source, flags, places: found }] of places) {
    const judged = await check(source, flags, { timeout: timeoutMs });
    if (judged.status === 'safe') continue;
    const reason =
      judged.status === 'vulnerable'
        ? judged.complexity.summary
        : `recheck cannot judge it (${judged.error.kind})`;
    faults.push(...found.map((place) => `${place}: ${key} is not linear: ${reason}.`));
  }
  return faults;
}
