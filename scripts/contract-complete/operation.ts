import { isMap, isSeq, Pair, Scalar, YAMLSeq, type Document, type YAMLMap } from 'yaml';
import { asList, asObject, valueAt } from '../generate/json';
import { isSuccess, requirementsOf } from '../generate/operation-facts';
import { protocolOf, type FoundOperation } from '../generate/operations';
import { allErrorCodes, pageOfError } from './error-codes';
import { exampleName, type ExampleResponses } from './example-responses';
import { allHeaders, ownHeaders } from './headers';
import { keyOf, mapAt, nodeOf, place } from './layout';
import { minimalResponse } from './minimal';

/** Facts about the whole contract that are needed to complete an operation. */
export interface ContractFacts {
  readonly yaml: Document;
  /** The contract as it was before. */
  readonly document: unknown;
  /** The status of each error code. */
  readonly statuses: ReadonlyMap<string, string>;
  /** The response component of each error status. */
  readonly errorResponses: ReadonlyMap<string, string>;
  readonly responses: ExampleResponses;
}

const followers = {
  security: ['parameters', 'requestBody', 'x-own-error-codes', 'responses'],
  parameters: ['requestBody', 'x-own-error-codes', 'responses'],
  headers: ['content'],
};

/**
 * Fills in the scope in `security`, the error codes, error responses, standard headers, example
 * responses, the `Prefer` parameter with its 204, and the second media type of a PATCH.
 */
export function completeOperation(
  operation: YAMLMap,
  found: FoundOperation,
  facts: ContractFacts,
): void {
  const codes = allErrorCodes(facts.document, found);
  const minimal = minimalResponse(facts.document, found);
  completeSecurity(operation, found, facts);
  completeParameters(operation, facts, minimal !== undefined);
  completeBody(operation, found, facts);
  completeResponses(operation, codes, found, facts, minimal);
  operation.delete('x-error-codes');
  place(operation, 'x-error-codes', nodeOf(facts.yaml, codes));
}

// A requirement without scopes gets the one that the method needs.
function completeSecurity(operation: YAMLMap, found: FoundOperation, facts: ContractFacts): void {
  const { document, yaml } = facts;
  const requirements = requirementsOf(document, found);
  if (requirements.length === 0) return;
  const schemes = asObject(valueAt(document, '#/components/securitySchemes'));
  const scope = found.method === 'get' ? 'read' : 'write';
  const withScopes = requirements.map((requirement) =>
    Object.fromEntries(
      Object.entries(requirement).map(([name, scopes]) => {
        const isToken = asObject(schemes[name])['type'] !== 'apiKey';
        return [name, isToken && asList(scopes).length === 0 ? [scope] : scopes];
      }),
    ),
  );
  place(operation, 'security', nodeOf(yaml, withScopes), followers.security);
}

/** The reference to the `Prefer` parameter. */
export const prefer = '#/components/parameters/Prefer';

function completeParameters(
  operation: YAMLMap,
  { yaml }: ContractFacts,
  takesPrefer: boolean,
): void {
  const given = operation.get('parameters');
  const parameters = isSeq(given) ? given : new YAMLSeq();
  const own = parameters.items.filter((item) => !isMap(item) || item.get('$ref') !== prefer);
  parameters.items = takesPrefer ? [...own, nodeOf(yaml, { $ref: prefer })] : own;
  if (parameters.items.length === 0) operation.delete('parameters');
  else place(operation, 'parameters', parameters, followers.parameters);
}

/** The media type of a PATCH beside JSON, with the same schema. */
export const mergePatch = 'application/merge-patch+json';

function completeBody(
  operation: YAMLMap,
  { method, operation: value }: FoundOperation,
  { yaml }: ContractFacts,
): void {
  if (method !== 'patch') return;
  const content = asObject(asObject(value['requestBody'])['content']);
  const { schema } = asObject(content['application/json']);
  mapAt(operation, 'requestBody', 'content')?.set(mergePatch, nodeOf(yaml, { schema }));
}

function completeResponses(
  operation: YAMLMap,
  codes: readonly string[],
  found: FoundOperation,
  facts: ContractFacts,
  minimal: string | undefined,
): void {
  const responses = mapAt(operation, 'responses');
  if (responses === undefined) return;
  const isReference = ({ value }: Pair) => isMap(value) && value.has('$ref');
  const written = responses.items.filter(
    (entry) => !isReference(entry) && (isSuccess(keyOf(entry)) || isOwnError(keyOf(entry), found)),
  );
  for (const each of written) {
    if (isMap(each.value)) completeSuccess(each.value, keyOf(each), found, facts);
  }
  const { yaml } = facts;
  const entry = (status: string, value: unknown) =>
    new Pair(new Scalar(status), nodeOf(yaml, value));
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const known = new Set(written.map(keyOf));
  const statuses = codes.map((code) => statusOf(code, found, facts));
  const errors = [...new Set(statuses)].filter((status) => !known.has(status));
  responses.items = [
    ...written,
    ...(minimal === undefined ? [] : [entry('204', response(minimal))]),
    ...notModifiedOf(found, facts).map((value) => entry('304', value)),
    ...errors.map((status) => entry(status, response(errorResponse(status, found, facts)))),
  ];
}

// Another protocol has errors of its own.
function isOwnError(status: string, found: FoundOperation): boolean {
  return protocolOf(found) !== null && status !== '304';
}

function completeSuccess(
  response: YAMLMap,
  status: string,
  found: FoundOperation,
  facts: ContractFacts,
): void {
  const { yaml, document } = facts;
  place(response, 'headers', nodeOf(yaml, allHeaders(document, found, status)), followers.headers);
  const id = String(found.operation['operationId']);
  const responses = facts.responses.get(id) ?? [];
  const at = responses.findIndex((each) => each.status === status);
  if (at === -1) return;
  const example = { $ref: `#/components/examples/${exampleName(id, responses, at)}` };
  const examples = nodeOf(yaml, { [responses[at]?.request ?? 'example']: example });
  const json = mapAt(response, 'content', 'application/json');
  if (json !== undefined) place(json, 'examples', examples);
}

const notModified = '#/components/responses/NotModified';

// A 304 repeats headers that are not standard, because a cache updates them from it.
function notModifiedOf(found: FoundOperation, { document }: ContractFacts): readonly unknown[] {
  if (!found.parameters.some(({ value }) => value['name'] === 'If-None-Match')) return [];
  const ok = asObject(asObject(found.operation['responses'])['200']);
  const headers = allHeaders(document, found, '200');
  if (ownHeaders(ok).length === 0 && !Object.hasOwn(headers, 'Vary'))
    return [{ $ref: notModified }];
  const { description } = asObject(valueAt(document, notModified));
  return [{ description, headers }];
}

function errorResponse(
  status: string,
  found: FoundOperation,
  { errorResponses }: ContractFacts,
): string {
  if (protocolOf(found) === 'page') return pageOfError;
  const name = errorResponses.get(status);
  if (name !== undefined) return name;
  throw new Error(
    `No component of responses is for ${status}: add one with an example of such an error.`,
  );
}

function statusOf(code: string, found: FoundOperation, { statuses }: ContractFacts): string {
  const status = statuses.get(code);
  if (status !== undefined) return status;
  const operation = String(found.operation['operationId']);
  throw new Error(`${operation}: ${code} has no status and message in x-errors.`);
}
