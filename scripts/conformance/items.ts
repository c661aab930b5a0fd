/** What kind of thing the contract documents. */
export type ItemKind = 'answer' | 'scheme' | 'parameter' | 'header' | 'value';

/**
 * One thing that the contract documents and that a test can see, such as a status of an operation.
 */
export interface DocumentedItem {
  readonly kind: ItemKind;
  /** Where it is documented: an operation, a response, or a property of a schema (`Event.kind`). */
  readonly subject: string;
  /** What is documented there, such as `409 BLOCKED` or `query/role`. */
  readonly item: string;
}

/** A documented thing that a test saw: its file, a space, and its name. */
export interface SeenItem extends DocumentedItem {
  readonly test: string;
}

/**
 * A documented thing and the first test, by its file and name, that saw it; undefined where none
 * did.
 */
export interface HeldItem extends DocumentedItem {
  readonly test: string | undefined;
  /** Why no test can see it, where that is known. */
  readonly reason: string | undefined;
}

/** What identifies a documented thing among all of them. */
export function keyOf({ kind, subject, item }: DocumentedItem): string {
  return `${kind} ${subject} ${item}`;
}

/**
 * Which test saw each documented thing. `unseen` gives, by key, the reason why no test can see a
 * thing. Throws an Error when a test saw what is not documented, and for a reason that is not
 * needed: its thing is not documented, or was seen.
 */
export function holdItems(
  documented: readonly DocumentedItem[],
  seen: readonly SeenItem[],
  unseen: Readonly<Record<string, string>> = {},
): HeldItem[] {
  const known = new Set(documented.map(keyOf));
  const tests = new Map<string, string>();
  for (const item of seen) {
    const key = keyOf(item);
    if (!known.has(key)) throw new Error(`${key} is not documented. It was seen by ${item.test}`);
    const first = tests.get(key);
    if (first === undefined || item.test < first) tests.set(key, item.test);
  }
  for (const key of Object.keys(unseen)) {
    if (!known.has(key)) throw new Error(`${key} is not documented: remove it from unseen.ts`);
    const test = tests.get(key);
    if (test !== undefined) throw new Error(`${test} saw ${key}: remove it from unseen.ts`);
  }
  return documented.map((item) => ({
    ...item,
    test: tests.get(keyOf(item)),
    reason: unseen[keyOf(item)],
  }));
}

/** What is documented, was seen by no test, and has no reason for that. */
export function gapsOf(held: readonly HeldItem[]): HeldItem[] {
  return held.filter(({ test, reason }) => test === undefined && reason === undefined);
}

const sentences: Readonly<Record<ItemKind, (subject: string, item: string) => string>> = {
  answer: (subject, item) => `The contract documents ${subject} ${item}, and no test saw it.`,
  scheme: (subject, item) =>
    `The contract lets ${subject} be called by ${item}, and no test saw such a call get past the gate. ` +
    'Test a call that succeeds or is 404, 409, 410, 412, 422 or 428, or remove the scheme.',
  parameter: (subject, item) =>
    `The contract documents the parameter ${item} of ${subject}, and no test saw it change an answer. ` +
    'Give test/parameters.test.ts a value that does, or remove the parameter.',
  header: (subject, item) =>
    `The contract documents the header ${item} of ${subject}, and no test saw it sent. ` +
    'Test an answer that has it, or remove it.',
  value: (subject, item) =>
    `The contract lets ${subject} be ${item}, and no test saw an answer with it. ` +
    'Test one, remove the value, or say in scripts/conformance/unseen.ts why none can be seen.',
};

/** A gap as a sentence that says how to close it. */
export function describeGap({ kind, subject, item }: DocumentedItem): string {
  return sentences[kind](subject, item);
}
