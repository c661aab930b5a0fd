import { asList, asObject, below, follow, stepsOf, valueAt } from '../generate/json';
import { securityOf } from '../generate/operation-facts';
import { operationsOf, type FoundOperation } from '../generate/operations';
import { allHeaders, contentOf } from './headers';

/** Whether a response component is one of those that `minimalResponses` gives. */
export function isMinimalResponse(name: string): boolean {
  return name.startsWith('Minimal');
}

/**
 * The name of the response component for the 204 of an operation, which `Prefer: return=minimal`
 * asks for. Undefined if the operation ignores the preference: a read, an operation without
 * authentication, one that returns no single record, and one whose response has a part that cannot
 * be read again, such as a secret.
 */
export function minimalResponse(document: unknown, found: FoundOperation): string | undefined {
  const headers = headersOf(document, found);
  if (headers === undefined) return undefined;
  const has = (name: string) => Object.hasOwn(headers, name);
  if (has('Claim-Generation')) return 'MinimalClaim';
  if (has('Location')) return has('ETag') ? 'MinimalCreation' : 'MinimalCreationUnversioned';
  return has('Idempotent-Replayed') ? 'MinimalPost' : 'Minimal';
}

/** The response components that `minimalResponse` names. */
export function minimalResponses(document: unknown): Map<string, unknown> {
  const components = new Map<string, unknown>();
  for (const found of operationsOf(document)) {
    const name = minimalResponse(document, found);
    if (name === undefined) continue;
    const headers = headersOf(document, found);
    const response = { description: descriptionOf(headers), headers };
    const known = components.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response)) {
      const operation = String(found.operation['operationId']);
      throw new Error(`${operation}: its 204 has other headers than ${name}; name another one.`);
    }
    components.set(name, response);
  }
  return components;
}

function descriptionOf(headers: Record<string, unknown> = {}): string {
  const isRepeatable = Object.hasOwn(headers, 'Idempotent-Replayed');
  const retried = isRepeatable ? ', or for a retry of a response that is not stored whole' : '';
  return `Success. Sent for \`return=minimal\` instead of a body${retried}.`;
}

function headersOf(document: unknown, found: FoundOperation): Record<string, unknown> | undefined {
  const { method, operation } = found;
  if (method === 'get' || securityOf(document, found).length === 0) return undefined;
  if (asList(operation['x-replay-omits']).length > 0) return undefined;
  const statuses = Object.keys(asObject(operation['responses'])).filter(
    (status) => status.startsWith('2') && Object.keys(contentOf(operation, status)).length > 0,
  );
  const headers = statuses.map((status) => allHeaders(document, found, status));
  const isReadable = (names: Record<string, unknown>) =>
    ('Location' in names || 'ETag' in names) && !('Set-Cookie' in names);
  if (headers.length === 0 || !headers.every(isReadable)) return undefined;
  const {
    ETag,
    Location,
    'Idempotent-Replayed': replayed,
    ...others
  } = Object.fromEntries(headers.flatMap(Object.entries));
  const leading = { Location, ETag, 'Idempotent-Replayed': replayed };
  return {
    ...Object.fromEntries(Object.entries(leading).filter(([, header]) => header !== undefined)),
    ...Object.fromEntries(
      statuses.flatMap((status) => headersFromBody(document, found, status)).map(referTo),
    ),
    'Preference-Applied': { $ref: '#/components/headers/PreferenceApplied' },
    ...others,
  };
}

function referTo(name: string): [string, { readonly $ref: string }] {
  return [name, { $ref: `#/components/headers/${name}` }];
}

/** The header components with an `x-body-pointer` to a value of that response body. */
function headersFromBody(document: unknown, { pointer }: FoundOperation, status: string): string[] {
  const schema = below(pointer, 'responses', status, 'content', 'application/json', 'schema');
  const components = asObject(valueAt(document, '#/components/headers'));
  return Object.keys(components).filter((name) => {
    const { 'x-body-pointer': at } = asObject(components[name]);
    return typeof at === 'string' && hasValue(document, schema, stepsOf(at));
  });
}

function hasValue(document: unknown, schema: string, steps: readonly string[]): boolean {
  const [step, ...others] = steps;
  if (step === undefined) return true;
  const at = below(follow(document, schema).pointer, 'properties', step);
  return valueAt(document, at) !== undefined && hasValue(document, at, others);
}
