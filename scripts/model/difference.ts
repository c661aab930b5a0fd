import { isRecord } from '../../src/platform/json';

/** A time on the model's clock in seconds; a server time matches within a tolerance. */
export class About {
  constructor(readonly seconds: number) {}
}

/** Any value but null. */
export const presence = Symbol('presence');

const slack = 90;

/** The differences from the expected values, one line per field. Unexpected fields are ignored. */
export function differences(
  expected: unknown,
  seen: unknown,
  secondsOf: (timestamp: string) => number,
  at: string,
): string[] {
  if (expected === presence) {
    return seen === null || seen === undefined ? [`${at} should be there`] : [];
  }
  if (expected instanceof About) {
    const got = typeof seen === 'string' ? secondsOf(seen) : Number.NaN;
    return Math.abs(got - expected.seconds) < slack
      ? []
      : [`${at} should be at about ${expected.seconds} s, and is ${shown(seen)} (${got} s)`];
  }
  if (isRecord(expected) && isRecord(seen)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, seen[name], secondsOf, `${at}.${name}`),
    );
  }
  return isSameJson(expected, seen)
    ? []
    : [`${at} should be ${shown(expected)}, and is ${shown(seen)}`];
}

/** Whether two values are equal as JSON, regardless of the order of fields. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSameJson(item, other[at]));
  }
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameJson(one[name], other[name]));
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'absent';
}
