const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A unit of durations. */
export type Unit = (typeof units)[number][0];

/** The units to choose from. */
export const unitNames = units.map(([unit]) => ({ value: unit, name: `${unit}s` }));

/** The largest unit in which a duration is a whole number, with the number. */
export function split(seconds: number): { readonly count: number; readonly unit: Unit } {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return { count: seconds / size, unit };
}

/** The seconds of a number of units. */
export function secondsOf(count: number, unit: Unit): number {
  const [, size] = units.find(([name]) => name === unit) ?? ['second', 1];
  return count * size;
}

/** How often something happens, such as `every 2 hours`. */
export function everyText(seconds: number): string {
  const { count, unit } = split(seconds);
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}
