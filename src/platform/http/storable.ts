import { problem, type Problem } from '../problems';

const maxDepth = 100;

/**
 * Refuses what JSON can say and a database text cannot hold: NUL characters (PostgreSQL manual, 8.3), lone surrogates (no
 * UTF-8 form) and nesting beyond 100 levels. `where` is `body`, `query` or `path`. Walks without recursion, so that depth is no danger.
 */
export function checkStorable(where: string, value: unknown): void {
  const rest: { path: string; value: unknown; depth: number }[] = [{ path: where, value, depth: 0 }];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    if (typeof at.value === 'string') checkText(at.path, at.value);
    if (typeof at.value !== 'object' || at.value === null) continue;
    if (at.depth >= maxDepth) {
      throw refuse(at.path, `${where} is nested more than ${maxDepth} levels deep.`);
    }
    for (const [key, child] of Object.entries(at.value)) {
      const path = `${at.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      checkText(path, key);
      rest.push({ path, value: child, depth: at.depth + 1 });
    }
  }
}

function checkText(path: string, text: string): void {
  if (text.includes('\0')) throw refuse(path, 'Text must not contain NUL characters.');
  if (!text.isWellFormed()) throw refuse(path, 'Text must be well-formed Unicode.');
}

function refuse(path: string, message: string): Problem {
  const shown = path.length > 500 ? `${path.slice(0, 500)}…` : path;
  return problem('VALIDATION_FAILED', message, {
    issues: [{ path: shown.toWellFormed().replaceAll('\0', '\uFFFD'), code: 'VALIDATION_FAILED', message }],
  });
}
