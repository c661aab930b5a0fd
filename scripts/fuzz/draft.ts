import fc from 'fast-check';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import type { OperationId } from '../../src/platform/operation';
import { credentialNames, type CredentialName } from './credentials';
import { parametersIn, type Shape } from './contract';
import { chosen } from './break';
import { examplesOf } from './examples';
import { valuesOf } from './from-schema';
import { Pooled, prefixOf, type Pool } from './pool';
import { kindOf } from './references';
import { wanted } from './wanted';

/** The parts of a request with placeholders (`Pooled`). */
export interface Plan {
  readonly by: CredentialName;
  readonly path: JsonRecord;
  /**
   * The choice among the records in the state that the operation needs; undefined for any record.
   */
  readonly aim: number | undefined;
  readonly query: JsonRecord;
  readonly header: JsonRecord;
  /** Undefined when no body is sent. */
  readonly body: unknown;
}

/** A complete request, still in parts that can be broken. */
export interface Draft {
  readonly operation: OperationId;
  readonly by: CredentialName;
  readonly method: string;
  /** Percent-encoded, by the name of the parameter. */
  readonly path: Readonly<Record<string, string>>;
  /** Percent-encoded names and values. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON, and the bytes that are sent if they are something else. */
  readonly body?: unknown;
  readonly bytes?: Buffer;
}

const tags = fc.oneof(
  { weight: 6, arbitrary: fc.constant(new Pooled('tag', 0)) },
  { weight: 2, arbitrary: fc.constantFrom('*', '"1"', '"0"', 'W/"1"', '"1", "2"', ',', '"', '1') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map(visible) },
  { weight: 1, arbitrary: fc.constantFrom(1, 1000).map((length) => 'x'.repeat(length)) },
);

const preferences = fc.constantFrom(
  'return=minimal',
  'Return = "minimal"; x, wait=1',
  'return=representation, return=minimal',
  'x="return=minimal',
  '=;,"',
);

// HTTP strips whitespace at the ends of a header value.
function visible(text: string): string {
  return text.trim() === '' ? 'x' : text.trim();
}

/** Requests that the contract admits, with any credential. */
export function plansFor(shape: Shape): fc.Arbitrary<Plan> {
  return fc.record({
    by: callers(shape),
    path: required(shape, 'path'),
    aim: fc.option(fc.nat(1000), { freq: 5, nil: undefined }),
    query: fc
      .tuple(required(shape, 'query'), optional(shape, 'query'))
      .map(([all, some]) => ({ ...all, ...some })),
    header: headers(shape),
    body: shape.body === undefined ? fc.constant(undefined) : bodies(shape),
  });
}

function callers({ security }: Shape): fc.Arbitrary<CredentialName> {
  const proper: CredentialName[] = [
    ...(security.includes('sessionCookie') ? (['owner', 'owner', 'member'] as const) : []),
    ...(security.includes('bearerToken') ? (['worker', 'worker', 'sysadmin'] as const) : []),
  ];
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom<CredentialName>(
        ...(proper.length > 0 ? proper : (['none'] as const)),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...credentialNames) },
  );
}

function required(shape: Shape, location: 'path' | 'query'): fc.Arbitrary<JsonRecord> {
  return recordOf(
    shape,
    parametersIn(shape, location).filter((one) => one.required),
  );
}

function optional(shape: Shape, location: 'query'): fc.Arbitrary<JsonRecord> {
  const parameters = parametersIn(shape, location).filter((one) => !one.required);
  const all = recordOf(shape, parameters);
  const names = parameters.map(({ name }) => name);
  return fc
    .tuple(all, fc.shuffledSubarray(names, { maxLength: Math.min(3, names.length) }))
    .map(([values, chosen]) => Object.fromEntries(chosen.map((name) => [name, values[name]])));
}

function recordOf(shape: Shape, parameters: Shape['parameters']): fc.Arbitrary<JsonRecord> {
  return fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, valuesOf(shape, schema, name)])),
  );
}

function headers(shape: Shape): fc.Arbitrary<JsonRecord> {
  const names = parametersIn(shape, 'header').map(({ name }) => name);
  return fc
    .tuple(
      fc.record(
        Object.fromEntries(names.map((name) => [name, name === 'Prefer' ? preferences : tags])),
      ),
      fc.subarray(names),
    )
    .map(([values, chosen]) => Object.fromEntries(chosen.map((name) => [name, values[name]])));
}

function bodies(shape: Shape): fc.Arbitrary<unknown> {
  const made = valuesOf(shape, shape.body?.schema);
  const examples = examplesOf(shape);
  const values = examples === undefined ? made : fc.oneof(made, examples);
  return shape.bodyRequired
    ? values
    : fc.oneof({ weight: 5, arbitrary: values }, { weight: 1, arbitrary: fc.constant(undefined) });
}

/** The request of a plan with values from the pool; `me` is the sending actor, if there is one. */
export function draftOf(shape: Shape, plan: Plan, pool: Pool, me = ''): Draft {
  const path: Record<string, string> = {};
  const aimed = aimedPath(shape, plan, pool, me);
  for (const { name } of parametersIn(shape, 'path')) {
    path[name] = encodeURIComponent(String(aimed[name] ?? pool.fill(plan.path[name])));
  }
  const id = decodeURIComponent(path['id'] ?? '');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(plan.header)) {
    headers[name] = value instanceof Pooled ? pool.tagOf(id) : String(value);
  }
  return {
    operation: shape.id,
    by: plan.by,
    method: shape.method.toUpperCase(),
    path,
    query: Object.entries(plan.query).flatMap(([name, value]) =>
      [pool.fill(value)]
        .flat()
        .map((one): [string, string] => [name, encodeURIComponent(String(one))]),
    ),
    headers,
    ...(plan.body !== undefined && { body: pool.fill(plan.body) }),
  };
}

// The id of a record in the state that the operation needs. Other ids in the path are taken from
// the lists of that record.
function aimedPath(shape: Shape, { aim }: Plan, pool: Pool, me: string): JsonRecord {
  const isRequired = wanted[shape.id];
  if (aim === undefined || isRequired === undefined) return {};
  const kind = kindOf(shape, 'id');
  const record = chosen(
    pool.recordsLike(kind, (one) => isRequired(one, me)),
    aim,
  );
  if (record === undefined) return {};
  const listed = Object.values(record)
    .filter((value) => Array.isArray(value))
    .flat();
  const path: JsonRecord = {};
  for (const { name } of parametersIn(shape, 'path')) {
    const others = listed.filter((id) => prefixOf(String(id)) === kindOf(shape, name));
    path[name] = name === 'id' ? record['id'] : chosen(others, aim);
  }
  return path;
}

/** The fields of the body if it is an object. */
export function fieldsOf({ body }: Draft): JsonRecord | undefined {
  return isRecord(body) ? body : undefined;
}
