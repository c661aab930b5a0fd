/** A field's name in words; undefined if it is none of a request. */
export function labelOf(name: string): string | undefined {
  if (!/^[a-z][a-z_]{0,40}$/.test(name)) return undefined;
  const words = name.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a value is a text, a number, a truth value or nothing. */
export function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** A value as a person reads it; undefined if it is nested too deeply. */
export function textOf(value: unknown): string | undefined {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return jsonOf(value);
}

const maxIndented = 40;

function jsonOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value);
    // Spaces before each line would make a deeply nested value megabytes long.
    return depthOf(text) > maxIndented ? text : JSON.stringify(value, null, 2);
  } catch {
    return undefined;
  }
}

/** How deeply JSON is nested; more when its texts have brackets. */
function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  for (const character of json) {
    if (character === '[' || character === '{') most = Math.max(most, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return most;
}
