const inTime =
  /\b(newest|oldest|latest|earliest|soonest|last|most recently)\b(?: (\w+))?(?: comes)?(?: \w+)? first\b/i;
const byName = /\b(?:sorted|ordered) by `?(\w+)`?/i;

/** The order that a description promises, as it says it; undefined if it promises none. */
export function orderIn(text: string): string | undefined {
  return (inTime.exec(text) ?? byName.exec(text))?.[0];
}

const descending = new Set(['newest', 'latest', 'last', 'most recently']);

/** The fields of an order in time, by the word that follows its direction. */
const fields: Readonly<Record<string, readonly string[]>> = {
  activity: ['last_activity_at'],
  completion: ['completed_at'],
  replaced: ['replaced_at'],
  seen: ['last_seen_at'],
};

/**
 * The values of `sort`, or of the first field in `x-order`, that keep the promise. A `-` stands for
 * the descending order.
 */
export function ordersOf(promise: string): string[] {
  const [, named] = byName.exec(promise) ?? [];
  if (named !== undefined) return [wordsOfFields[named] ?? named];
  const [, direction = '', noun = ''] = inTime.exec(promise) ?? [];
  const sign = descending.has(direction.toLowerCase()) ? '-' : '';
  const known = fields[noun] ?? times;
  return known.map((field) => `${sign}${field}`);
}

const times = ['created_at', 'request.created_at', 'at', 'number', 'position', 'defer_until'];

const wordsOfFields: Readonly<Record<string, string>> = { due: 'due_at' };
