import { protocolOf, type FoundOperation } from '../generate/operations';
import { exampleName, type ExampleResponses } from './example-responses';
import { changeEntry, cutEntry, joinBlock, type Block, type Entry } from './blocks';
import { allErrorCodes } from './error-codes';
import { writeEntry } from './flow';
import { allHeaders, ownHeaders } from './headers';
import { minimalResponse, preferLine } from './minimal';
import { asList, asObject, valueAt } from '../generate/json';
import { isSuccess, requirementsOf } from '../generate/operation-facts';

/** Facts about the whole contract that are needed to complete an operation. */
export interface ContractFacts {
  readonly document: unknown;
  /** The status of each error code. */
  readonly statuses: ReadonlyMap<string, string>;
  /** The response component of each error status. */
  readonly errorResponses: ReadonlyMap<string, string>;
  readonly responses: ExampleResponses;
}

/**
 * The lines of an operation, from its method on, with its error codes, error responses, standard
 * headers, example responses, the `Prefer` parameter with its 204, and the second media type of a
 * PATCH filled in. Other lines do not change.
 */
export function completeOperation(
  lines: readonly string[],
  found: FoundOperation,
  facts: ContractFacts,
): string[] {
  const codes = allErrorCodes(facts.document, found);
  const minimal = minimalResponse(facts.document, found);
  const withSecurity = completeSecurity(cutEntry(lines, 6), found, facts);
  const withParameters = completeParameters(withSecurity, minimal !== undefined);
  const block = changeEntry(withParameters, 'requestBody', (given) => completeBody(given, found));
  const { above, entries } = changeEntry(block, 'responses', (given) =>
    completeResponses(given, codes, found, facts, minimal),
  );
  const written = entries.filter(({ key }) => key !== 'x-error-codes');
  return [...joinBlock({ above, entries: written }), ...writeEntry('x-error-codes', codes, 6)];
}

// A requirement without scopes gets the one that the method needs.
function completeSecurity(block: Block, found: FoundOperation, { document }: ContractFacts): Block {
  const requirements = requirementsOf(document, found);
  if (requirements.length === 0) return block;
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
  const security = { key: 'security', lines: writeEntry('security', withScopes, 6) };
  return placeEntry(block, security, placesAfterSecurity);
}

/** Replaces the entry, or adds it before the first one of `places`. */
function placeEntry({ above, entries }: Block, entry: Entry, places: ReadonlySet<string>): Block {
  const isOther = ({ key }: Entry) => key !== entry.key;
  const at = entries.findIndex(({ key }) => key === entry.key || places.has(key));
  return {
    above,
    entries: [...entries.slice(0, at), entry, ...entries.slice(at).filter(isOther)],
  };
}

function completeParameters({ above, entries }: Block, takesPrefer: boolean): Block {
  const given = entries.find(({ key }) => key === 'parameters')?.lines ?? ['      parameters:'];
  const own = given.filter((line) => line !== preferLine);
  const lines = takesPrefer ? [...own, preferLine] : own;
  return lines.length > 1
    ? placeEntry({ above, entries }, { key: 'parameters', lines }, placesAfterParameters)
    : { above, entries: entries.filter(({ key }) => key !== 'parameters') };
}

const placesAfterParameters = new Set(['requestBody', 'x-own-error-codes', 'responses']);
const placesAfterSecurity = new Set([...placesAfterParameters, 'parameters']);

/** The media type of a PATCH beside JSON, with the same schema. */
export const mergePatch = 'application/merge-patch+json';

function completeBody(lines: readonly string[], { method, operation }: FoundOperation): string[] {
  if (method !== 'patch') return [...lines];
  const content = asObject(asObject(operation['requestBody'])['content']);
  const { schema } = asObject(content['application/json']);
  const write = (given: readonly string[]) => {
    const { above, entries } = cutEntry(given, 10);
    const written = entries.filter(({ key }) => key !== mergePatch);
    return [...joinBlock({ above, entries: written }), ...writeEntry(mergePatch, { schema }, 10)];
  };
  return joinBlock(changeEntry(cutEntry(lines, 8), 'content', write));
}

function completeResponses(
  lines: readonly string[],
  codes: readonly string[],
  found: FoundOperation,
  facts: ContractFacts,
  minimal: string | undefined,
): string[] {
  const { above, entries } = cutEntry(lines, 8);
  const isMinimal = ({ lines: [line = ''] }: Entry) => line.startsWith("        '204': { $ref: ");
  const successes = entries.filter((entry) => isSuccess(entry.key) && !isMinimal(entry));
  const isOwnError = ({ key, lines: [line = ''] }: Entry) =>
    protocolOf(found) !== null && !isSuccess(key) && !line.includes('{ $ref: ');
  const ownErrors = entries.filter(isOwnError);
  const written = new Set(ownErrors.map(({ key }) => key));
  const statuses = codes.map((code) => statusOf(code, found, facts));
  const errors = new Set(statuses.filter((status) => !written.has(status)));
  return [
    ...above,
    ...[...successes, ...ownErrors].flatMap((entry) => completeSuccess(entry, found, facts)),
    ...(minimal === undefined
      ? []
      : writeEntry('204', { $ref: `#/components/responses/${minimal}` }, 8)),
    ...writeNotModified(found, facts),
    ...[...errors].flatMap((status) => writeErrorResponse(status, facts)),
  ];
}

function completeSuccess(
  { key: status, lines }: Entry,
  found: FoundOperation,
  facts: ContractFacts,
): string[] {
  const { above, entries } = cutEntry(lines, 10);
  if (entries.length === 0) {
    const operation = String(found.operation['operationId']);
    throw new Error(`${operation}: write its ${status} as a block, one key a line.`);
  }
  const headers = writeEntry('headers', allHeaders(facts.document, found, status), 10);
  const written = entries
    .filter(({ key }) => key !== 'headers')
    .map((entry) =>
      entry.key === 'content'
        ? { key: entry.key, lines: completeContent(entry.lines, status, found, facts) }
        : entry,
    );
  const content = written.filter(({ key }) => key === 'content');
  const others = written.filter(({ key }) => key !== 'content');
  return [
    ...joinBlock({ above, entries: others }),
    ...headers,
    ...joinBlock({ above: [], entries: content }),
  ];
}

function completeContent(
  lines: readonly string[],
  status: string,
  found: FoundOperation,
  facts: ContractFacts,
): readonly string[] {
  const id = String(found.operation['operationId']);
  const responses = facts.responses.get(id) ?? [];
  const at = responses.findIndex((response) => response.status === status);
  if (at === -1) return lines;
  const example = { $ref: `#/components/examples/${exampleName(id, responses, at)}` };
  const name = responses[at]?.request ?? 'example';
  return joinBlock(
    changeEntry(cutEntry(lines, 12), 'application/json', (given) => {
      const { above, entries } = cutEntry(given, 14);
      const written = entries.filter(({ key }) => key !== 'examples');
      return [
        ...joinBlock({ above, entries: written }),
        ...writeEntry('examples', { [name]: example }, 14),
      ];
    }),
  );
}

const notModified = '#/components/responses/NotModified';

// A 304 repeats headers that are not standard, because a cache updates them from it.
function writeNotModified(found: FoundOperation, { document }: ContractFacts): string[] {
  if (!found.parameters.some(({ value }) => value['name'] === 'If-None-Match')) return [];
  const ok = asObject(asObject(found.operation['responses'])['200']);
  const all = allHeaders(document, found, '200');
  if (ownHeaders(ok).length === 0 && !Object.hasOwn(all, 'Vary')) {
    return writeEntry('304', { $ref: notModified }, 8);
  }
  return [
    "        '304':",
    ...writeEntry('description', asObject(valueAt(document, notModified))['description'], 10),
    ...writeEntry('headers', all, 10),
  ];
}

function writeErrorResponse(status: string, { errorResponses }: ContractFacts): string[] {
  const name = errorResponses.get(status);
  if (name === undefined) {
    throw new Error(
      `No component of responses is for ${status}: add one with an example of such an error.`,
    );
  }
  return writeEntry(status, { $ref: `#/components/responses/${name}` }, 8);
}

function statusOf(code: string, found: FoundOperation, { statuses }: ContractFacts): string {
  const status = statuses.get(code);
  if (status !== undefined) return status;
  const operation = String(found.operation['operationId']);
  throw new Error(`${operation}: ${code} has no status and message in x-errors.`);
}
