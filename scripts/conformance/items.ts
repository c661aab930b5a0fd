/** The kinds of documented items. */
export type ItemKind = 'response' | 'scheme' | 'parameter' | 'header' | 'value' | 'field' | 'role';

/**
 * An item that the contract documents and that a test can see, such as a status of an operation.
 */
export interface DocumentedItem {
  readonly kind: ItemKind;
  /** The operation, response or property (`Event.kind`) that documents it. */
  readonly subject: string;
  /** The item, such as `409 BLOCKED` or `query/role`. */
  readonly item: string;
}

/** An item that a test saw; `test` is its file, a space, and its name. */
export interface SeenItem extends DocumentedItem {
  readonly test: string;
}

/** A documented item and the first test that saw it, by file and name; undefined where none did. */
export interface MatchedItem extends DocumentedItem {
  readonly test: string | undefined;
  /** The known reason why no test can see it. */
  readonly reason: string | undefined;
}

/** The key of an item. */
export function keyOf({ kind, subject, item }: DocumentedItem): string {
  return `${kind} ${subject} ${item}`;
}

/**
 * Finds the test that saw each documented item. `unseen` contains, by key, the reason why no test
 * can see an item. Throws an Error when a test saw an undocumented item, and one that names all
 * unnecessary reasons: their items are undocumented, or were seen.
 */
export function matchItems(
  documented: readonly DocumentedItem[],
  seen: readonly SeenItem[],
  unseen: Readonly<Record<string, string>> = {},
): MatchedItem[] {
  const known = new Set(documented.map(keyOf));
  const tests = new Map<string, string>();
  for (const item of seen) {
    const key = keyOf(item);
    if (!known.has(key)) throw new Error(`${key} is not documented. It was seen by ${item.test}`);
    const first = tests.get(key);
    if (first === undefined || item.test < first) tests.set(key, item.test);
  }
  const unnecessary = Object.keys(unseen).flatMap((key) => {
    if (!known.has(key)) return [`${key} is not documented: remove it from unseen.ts`];
    const test = tests.get(key);
    return test === undefined ? [] : [`${test} saw ${key}: remove it from unseen.ts`];
  });
  if (unnecessary.length > 0) throw new Error(unnecessary.join('\n'));
  return documented.map((item) => ({
    ...item,
    test: tests.get(keyOf(item)),
    reason: unseen[keyOf(item)],
  }));
}

/** The documented items that no test saw, and that have no reason for it. */
export function gapsOf(matched: readonly MatchedItem[]): MatchedItem[] {
  return matched.filter(({ test, reason }) => test === undefined && reason === undefined);
}

const sentences: Readonly<Record<ItemKind, (subject: string, item: string) => string>> = {
  response: (subject, item) => `The contract documents ${subject} ${item}, and no test saw it.`,
  scheme: (subject, item) =>
    `The contract lets ${subject} be called by ${item}, and no test saw such a call pass authorization. ` +
    'Test a call that succeeds or is 404, 409, 410, 412, 422 or 428, or remove the scheme.',
  parameter: (subject, item) =>
    `The contract documents the parameter ${item} of ${subject}, and no test saw it change a response. ` +
    'Add to test/support/filter-workspace.ts a record that it excludes and one that it includes, or remove it.',
  header: (subject, item) =>
    `The contract documents the header ${item} of ${subject}, and no test saw it sent. ` +
    'Test a response that has it, or remove it.',
  field: (subject, item) =>
    `The contract lets ${subject} have the field ${item}, and no test saw a response with it. ` +
    `Test one, remove the field, or add to scripts/conformance/unseen.ts: 'field ${subject} ${item}': 'the reason',`,
  role: (subject, item) =>
    `x-news-roles says that ${subject} concerns the ${item}, and no test read such news. ` +
    'Add a case to test/agents/news.test.ts, or remove the role.',
  value: (subject, item) =>
    `The contract lets ${subject} be ${item}, and no test saw a response with it. ` +
    `Test one, remove the value, or add to scripts/conformance/unseen.ts: 'value ${subject} ${item}': 'the reason',`,
};

/** A sentence that describes a gap and how to close it. */
export function describeGap({ kind, subject, item }: DocumentedItem): string {
  return sentences[kind](subject, item);
}
