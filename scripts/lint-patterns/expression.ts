import { check } from 'recheck';

/** A regular expression and its position. */
export interface Expression {
  /** A JSON pointer into the contract, or a file and a line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

// The check of a large expression takes seconds, longer on a busy machine.
const timeoutMs = 120_000;

/** Sentences about expressions that do not match in linear time, or that recheck cannot judge. */
export async function faultsOf(expressions: readonly Expression[]): Promise<string[]> {
  const places = new Map<string, Expression & { readonly places: string[] }>();
  for (const expression of expressions) {
    const key = `/${expression.source}/${expression.flags}`;
    const known = places.get(key) ?? { ...expression, places: [] };
    known.places.push(expression.place);
    places.set(key, known);
  }
  const faults: string[] = [];
  // One at a time, because recheck uses all processors for each.
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
