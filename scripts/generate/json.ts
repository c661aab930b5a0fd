import { asObject, isRecord, type JsonRecord } from '../../src/platform/json';

export { asList, asObject } from '../../src/platform/json';

/** A JSON pointer (RFC 6901) below another: `#/paths` and `/v1/me` give `#/paths/~1v1~1me`. */
export function below(pointer: string, ...steps: readonly (string | number)[]): string {
  return [pointer, ...steps.map(escapeStep)].join('/');
}

/** The steps of a JSON pointer in a URI fragment (RFC 6901, section 6); `#` alone has none. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer of the document, or undefined. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/**
 * The value at a pointer and its position after resolving references (`$ref`); at most eight in a
 * row.
 */
export function follow(document: unknown, pointer: string): { pointer: string; value: JsonRecord } {
  let at = pointer;
  for (let hops = 0; hops < 8; hops += 1) {
    const { $ref: ref } = asObject(valueAt(document, at));
    if (typeof ref !== 'string') break;
    at = ref;
  }
  return { pointer: at, value: asObject(valueAt(document, at)) };
}

function escapeStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
