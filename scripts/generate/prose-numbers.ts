/** A number in a text. */
export interface ProseNumber {
  /** The number as written, with its unit: `2 MiB`. */
  readonly text: string;
  /** Bytes or seconds where a unit says so, otherwise the number itself. */
  readonly value: number;
}

const words: ReadonlyMap<string, number> = new Map([
  ...'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 2] as const),
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['ninety', 90],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);

const units: ReadonlyMap<string, number> = new Map([
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
]);

// Not a part of a name, a path, a date or a version, and not the number of a standard.
const number = new RegExp(
  String.raw`(?<![\w/.:,-]|\b(?:RFC|ISO|OpenAPI) )` +
    String.raw`(\d{1,3}(?:,\d{3})+|\d+|(?:${[...words.keys()].join('|')})\b)(?![\w/]|[.:-]\w)` +
    String.raw`(?:\s(${[...units.keys()].join('|')})s?\b)?`,
  'gi',
);
const limiting = /\b(?:at most|at least|up to|beyond|first|last|than|within)\s$/i;

/**
 * The numbers above 1 in a description outside of code (`...`). HTTP statuses do not count, unless
 * a phrase such as "at most" makes them limits.
 */
export function numbersIn(text: string, statuses: ReadonlySet<string>): ProseNumber[] {
  const prose = text.replaceAll(/`[^`]*`/g, '`').replaceAll(/\s+/g, ' ');
  return [...prose.matchAll(number)].flatMap((found) => {
    const [whole, digits = '', unit] = found;
    const count = words.get(digits.toLowerCase()) ?? Number(digits.replaceAll(',', ''));
    const value = count * factorOf(unit);
    if (value <= 1) return [];
    const isStatus = unit === undefined && statuses.has(digits);
    if (isStatus && !limiting.test(prose.slice(0, found.index))) return [];
    return [{ text: whole, value }];
  });
}

function factorOf(unit = ''): number {
  return units.get(unit) ?? units.get(unit.toLowerCase()) ?? 1;
}
