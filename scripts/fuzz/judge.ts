import { admitsBody, admitsParameters } from './admits';
import type { OperationFacts } from '../../src/platform/operation';
import { allOperationIds, factsOf } from '../requests/operations';
import { shapeOf, type Shape } from './contract';
import type { Draft } from './draft';
import { isStorable } from './storable';
import type { Wire } from './wire';

/** The response that the contract requires for a request. */
export interface Judgement {
  /**
   * Whether a path of the contract matches. Of other requests only the form of the response is
   * known.
   */
  readonly isRouted: boolean;
  /** The statuses for its faults; empty when the request is admitted. */
  readonly statuses: readonly number[];
  /** Whether the fault is reported before authentication. */
  readonly isEarly: boolean;
  /** Other permitted statuses. */
  readonly alsoPossible: readonly number[];
}

// Also those of other protocols, of which the fuzzer sends none.
const routes = allOperationIds.map(factsOf);

const largestBody = 2 * 1024 * 1024;
const largestBodyWithoutCredential = 16 * 1024;
const maxParameters = 500;
// Node.js limits the path, the query and all headers together to 16 KiB.
const safeHeaders = 12_000;

/**
 * Judges a request by the schemas of the contract and by the rules for all requests in its
 * introduction.
 */
export function judge(draft: Draft, wire: Wire): Judgement {
  const shape = shapeOf(draft.operation);
  const [path = '', search = ''] = wire.target.split(/\?(.*)/s, 2);
  const accept = draft.headers['Accept'];
  const negotiates = accept !== undefined || draft.headers['Accept-Encoding'] !== undefined;
  const alsoPossible = negotiates ? [406] : [];
  const refused = (...statuses: number[]): Judgement => ({
    isRouted: true,
    statuses,
    isEarly: true,
    alsoPossible,
  });
  if (wire.target.length + headerBytes(draft) > safeHeaders)
    return { ...refused(), isRouted: false };
  if (search.split('&').length > maxParameters) return refused(400);
  if (!isDecodable(path) || !isDecodable(search)) return refused(400);
  if (matchesOtherOperation(draft, shape, path)) return { ...refused(), isRouted: false };
  // HEAD is answered like GET, except that of a stream.
  if (draft.method === 'HEAD' && shape.method === 'get') return { ...refused(), isRouted: false };
  if (draft.method.toLowerCase() !== shape.method) return refused(405);
  const statuses = [
    ...(isParameterFault(draft, shape, search) ? [400] : []),
    ...bodyFaults(wire, shape),
    ...(accept === 'image/png' ? [406] : []),
  ];
  return { isRouted: true, statuses, isEarly: false, alsoPossible };
}

function headerBytes({ headers }: Draft): number {
  return Object.entries(headers).flat().join('').length;
}

/** Whether a text is ASCII and has only whole percent-encodings, as parts of a URI do. */
export function isDecodable(text: string): boolean {
  // RFC 3986, section 2: a URI is ASCII.
  if (!/^[\u0021-\u007e]*$/.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

// An empty id, an id with a slash, and an id that is a fixed segment lead to another path.
function matchesOtherOperation(draft: Draft, shape: Shape, path: string): boolean {
  const method = draft.method === 'HEAD' ? 'get' : draft.method.toLowerCase();
  if (method !== shape.method) {
    // A concrete path takes precedence over a templated one.
    const exact = routes.filter((other) => other.path === path);
    const there = exact.length > 0 ? exact : routes.filter((other) => isPathOf(other, path));
    return there.some((other) => other.method === method);
  }
  return (
    Object.values(draft.path).some((segment) => !/^[^/?#]+$/.test(segment)) ||
    (path !== shape.path && routes.some((other) => other.path === path))
  );
}

function isPathOf({ path: template }: OperationFacts, path: string): boolean {
  const segments = path.split('/');
  const wanted = template.split('/');
  return (
    wanted.length === segments.length &&
    wanted.every((one, index) => one.startsWith('{') || one === segments[index])
  );
}

function isParameterFault(draft: Draft, shape: Shape, search: string): boolean {
  const path = Object.fromEntries(
    Object.entries(draft.path).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  const values = Array.from(query, ([name, all]): [string, string | string[]] => [
    name,
    all.length === 1 ? (all[0] ?? '') : all,
  ]);
  const known = new Set(shape.parameters.map(({ name }) => name));
  return (
    !isStorable(path) ||
    values.some(([name, value]) => !known.has(name) || !isStorable(value)) ||
    !admitsParameters(shape, 'path', path) ||
    !admitsParameters(shape, 'query', Object.fromEntries(values)) ||
    !admitsParameters(shape, 'header', draft.headers)
  );
}

function bodyFaults({ method, headers, body = Buffer.alloc(0) }: Wire, shape: Shape): number[] {
  // The content of a GET request has no meaning (RFC 9110, section 9.3.1).
  if (method === 'GET') return [];
  if (body.length === 0) return shape.bodyRequired ? [400] : [];
  const type = headers['Content-Type'] ?? '';
  const isJson =
    method === 'PATCH'
      ? /^\s*application\/(merge-patch\+)?json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(type)
      : /^\s*application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(type);
  const largest = shape.security.length > 0 ? largestBody : largestBodyWithoutCredential;
  const isCoded = headers['Content-Encoding'] !== undefined;
  return [
    ...(isJson ? [] : [415]),
    ...(isCoded ? [400, 415] : []),
    ...(body.length > largest ? [413] : []),
    ...(isBodyFault(body, shape) ? [400] : []),
  ];
}

function isBodyFault(bytes: Buffer, shape: Shape): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return hasDuplicateNames(text, value) || !isStorable(value) || !admitsBody(shape, value);
  } catch {
    return true;
  }
}

// The text has a colon for each member; the parsed value has only the last member of each name.
function hasDuplicateNames(text: string, value: unknown): boolean {
  const colons = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
  return colons > membersOf(value);
}

function membersOf(value: unknown): number {
  let members = 0;
  let level = [value];
  while (level.length > 0) {
    const objects = level.filter((each) => typeof each === 'object' && each !== null);
    members += objects.reduce(
      (sum, each) => sum + (Array.isArray(each) ? 0 : Object.keys(each).length),
      0,
    );
    level = objects.flatMap((each): unknown[] => Object.values(each));
  }
  return members;
}
