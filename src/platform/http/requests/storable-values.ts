import { limits } from '../../../../generated/limits';
import { invalidValue, type Problem } from '../../problems';

/** The maximum nesting depth of arrays and objects in a body. */
export const maxJsonDepth: number = limits.body_levels;

/**
 * Throws 400 for values that the databases cannot store: NUL characters (PostgreSQL manual, 8.3),
 * lone surrogates, numbers too large for a double, and nesting beyond 100 levels. `where` is
 * `body`, `query` or `path`. It uses no recursion, so deep nesting cannot overflow the stack.
 */
export function checkStorableValues(where: string, value: unknown): void {
  if (!hasStorableValues(value)) throwFirstFault(where, value);
}

// Builds no paths: for half a million values that would block the event loop for a second.
function hasStorableValues(root: unknown): boolean {
  let level: object[] = [];
  if (!isStorableValue(root, level)) return false;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxJsonDepth) return false;
    const next: object[] = [];
    for (const value of level) if (!hasStorableParts(value, next)) return false;
    level = next;
  }
  return true;
}

function hasStorableParts(value: object, objects: object[]): boolean {
  if (Array.isArray(value)) return value.every((item) => isStorableValue(item, objects));
  // For 100,000 keys this takes half the time of Object.entries.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (!isStorableText(key) || !isStorableValue(Reflect.get(value, key), objects)) return false;
  }
  return true;
}

// Adds objects to `objects`; their parts are checked with the next level.
function isStorableValue(value: unknown, objects: object[]): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'object' && value !== null) objects.push(value);
  return typeof value !== 'string' || isStorableText(value);
}

/** Whether both databases can store the text: it has no NUL character and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function throwFirstFault(where: string, value: unknown): void {
  const rest: { path: string; value: unknown; depth: number }[] = [
    { path: where, value, depth: 0 },
  ];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node.value === 'string') checkText(node.path, node.value);
    if (typeof node.value === 'number' && !Number.isFinite(node.value)) {
      throw invalidPart(node.path, 'This number is too large.');
    }
    if (typeof node.value !== 'object' || node.value === null) continue;
    if (node.depth >= maxJsonDepth) {
      throw tooDeep(where, node.path);
    }
    for (const [key, child] of Object.entries(node.value)) {
      const path = `${node.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      checkText(path, key);
      rest.push({ path, value: child, depth: node.depth + 1 });
    }
  }
}

/** 400 for more than `maxJsonDepth` levels; `path` is the first value that is too deep. */
export function tooDeep(where: string, path: string): Problem {
  return invalidPart(path, `${where} is nested more than ${maxJsonDepth} levels deep.`);
}

function checkText(path: string, text: string): void {
  if (text.includes('\0')) throw invalidPart(path, 'Text must not contain NUL characters.');
  if (!text.isWellFormed()) throw invalidPart(path, 'Text must be well-formed Unicode.');
}

/** 400 for a part of a request; a long path is shortened. */
export function invalidPart(path: string, message: string): Problem {
  const shown = path.length > 500 ? `${path.slice(0, 500)}…` : path;
  return invalidValue(shown.toWellFormed().replaceAll('\0', '\uFFFD'), message);
}
