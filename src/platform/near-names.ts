import { distance } from 'fastest-levenshtein';

/** The most names that a message lists. */
const maxListed = 20;
/** The most names that a message suggests. */
const maxSuggested = 3;
/** A longer name is compared with none, because the costs grow with its length. */
const maxCompared = 64;
/** The largest difference of a name that a message suggests. */
const near = 0.45;
/** How much nearer a name is whose first word is alike. */
const sameStart = 0.1;
/** How much less alike than the nearest name another suggestion may be. */
const margin = 0.15;

/** A known name with its difference from a given one: 1 for a name that is not near. */
interface Compared {
  readonly name: string;
  readonly difference: number;
}

/**
 * What to send instead of an unknown name: the nearest known ones, and a list of at most 20.
 * `place` is written before a suggested name, such as `body/`.
 */
export function adviceFor(given: string, known: readonly string[], place = ''): string {
  if (known.length === 0) return 'No name is known here.';
  const sorted = nearestFirst(given, known);
  const [first] = sorted;
  const most = Math.min(near, (first?.difference ?? 1) + margin);
  const suggested = sorted
    .filter(({ difference }) => difference <= most)
    .slice(0, maxSuggested)
    .map(({ name }) => `${place}${name}`);
  const question = suggested.length === 0 ? '' : `Did you mean ${suggested.join(' or ')}? `;
  return `${question}Known: ${listOf(sorted.map(({ name }) => name))}.`;
}

/** The first 20 names, and how many others there are. */
function listOf(names: readonly string[]): string {
  const more = names.length - maxListed;
  return `${names.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The known names: those that are near the given one, the nearest first, and then the others. */
function nearestFirst(given: string, known: readonly string[]): Compared[] {
  const isComparable = given.length <= maxCompared;
  return known
    .map((name) => {
      const difference = isComparable ? differenceOf(given, name) : 1;
      return { name, difference: difference <= near ? difference : 1 };
    })
    .toSorted((a, b) => a.difference - b.difference);
}

function differenceOf(given: string, name: string): number {
  const [a, b] = [wordsOf(given), wordsOf(name)];
  const common = a.filter((word) => b.some((other) => isAlike(word, other))).length;
  const ofWords = 1 - (2 * Math.min(common, b.length)) / (a.length + b.length);
  const starts = isAlike(a[0] ?? '', b[0] ?? '') ? sameStart : 0;
  return Math.min(ofWords, editsOf(a.join('_'), b.join('_'))) - starts;
}

/** The words of `assigned_to`, `assignedTo` and `assigned-to`. */
function wordsOf(name: string): string[] {
  const separated = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  return separated.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function isAlike(word: string, other: string): boolean {
  return word.startsWith(other) || other.startsWith(word) || editsOf(word, other) <= 1 / 4;
}

/** The share of characters to insert, delete or replace (Levenshtein). */
function editsOf(a: string, b: string): number {
  return distance(a, b) / Math.max(1, a.length, b.length);
}
