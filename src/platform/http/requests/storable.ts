import { limits } from '../../../../generated/limits';
import { invalidValue, type Problem } from '../../problems';

/** The largest number of levels of a body: arrays and objects within each other. */
export const maxDepth: number = limits.body_levels;

/**
 * Refuses what JSON can say and a database text cannot hold: NUL characters (PostgreSQL manual, 8.3), lone surrogates (no
 * UTF-8 form), numbers too large for a double (they would come back as null) and nesting beyond 100 levels. `where` is `body`,
 * `query` or `path`. Walks without recursion, so that depth is no danger.
 */
export function checkStorable(where: string, value: unknown): void {
  if (!isStorable(value)) refuseFirstFault(where, value);
}

// Without paths: making them for half a million values would hold up everybody for a second.
function isStorable(root: unknown): boolean {
  let level: object[] = [];
  if (!isStorableValue(root, level)) return false;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) return false;
    const next: object[] = [];
    for (const value of level) if (!hasStorableParts(value, next)) return false;
    level = next;
  }
  return true;
}

function hasStorableParts(value: object, objects: object[]): boolean {
  if (Array.isArray(value)) return value.every((item) => isStorableValue(item, objects));
  // Takes half the time of Object.entries for 100,000 keys.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (!isText(key) || !isStorableValue(Reflect.get(value, key), objects)) return false;
  }
  return true;
}

// Adds an object to `objects`, because its parts are checked with the next level.
function isStorableValue(value: unknown, objects: object[]): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'object' && value !== null) objects.push(value);
  return typeof value !== 'string' || isText(value);
}

/** Whether both databases can hold the text: no NUL character, no lone surrogate. */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function refuseFirstFault(where: string, value: unknown): void {
  const rest: { path: string; value: unknown; depth: number }[] = [
    { path: where, value, depth: 0 },
  ];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    if (typeof at.value === 'string') checkText(at.path, at.value);
    if (typeof at.value === 'number' && !Number.isFinite(at.value)) {
      throw refuse(at.path, 'This number is too large.');
    }
    if (typeof at.value !== 'object' || at.value === null) continue;
    if (at.depth >= maxDepth) {
      throw tooDeep(where, at.path);
    }
    for (const [key, child] of Object.entries(at.value)) {
      const path = `${at.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      checkText(path, key);
      rest.push({ path, value: child, depth: at.depth + 1 });
    }
  }
}

/** 400 for more than `maxDepth` levels; `path` is where they are too many. */
export function tooDeep(where: string, path: string): Problem {
  return refuse(path, `${where} is nested more than ${maxDepth} levels deep.`);
}

function checkText(path: string, text: string): void {
  if (text.includes('\0')) throw refuse(path, 'Text must not contain NUL characters.');
  if (!text.isWellFormed()) throw refuse(path, 'Text must be well-formed Unicode.');
}

/** 400 for a part of a request, whose path is shown as far as it can be. */
export function refuse(path: string, message: string): Problem {
  const shown = path.length > 500 ? `${path.slice(0, 500)}…` : path;
  return invalidValue(shown.toWellFormed().replaceAll('\0', '\uFFFD'), message);
}
