import { isRecord } from '../../src/platform/json';
import { errorTable } from '../generate/error-table';
import { asList, asObject, below, valueAt } from '../generate/json';
import { type FoundOperation, operationsOf, protocolOf } from '../generate/operations';
import { type DocumentedItem, keyOf } from './items';
import {
  optionalHeaders,
  documentedResponse,
  protocolError,
  schemaPointer,
  schemesOf,
  statusesOf,
} from './lookup';
import { enumeratedValues } from './values';

/** The schema of an error's `details`, by code. */
export const detailsByCode = '#/components/schemas/DetailsByCode';

/**
 * All documented items that a test can see, in the contract's order: the responses of each
 * operation (each status; an error once per code), its security schemes and parameters; the
 * optional headers of responses; the enumerated values, the nulls and the optional fields of
 * responses and messages; and the roles of news.
 */
export function documentedItems(document: unknown): DocumentedItem[] {
  const operations = operationsOf(document);
  const values = enumeratedValues(document);
  const responses = operations.flatMap((found) =>
    statusesOf(found).map((status) => documentedResponse(document, found, status)),
  );
  return distinct([
    ...operations.flatMap((found) => ofOperation(document, found)),
    ...responses.flatMap((response) => optionalHeaders(document, response)),
    ...responses.flatMap((response) => {
      const schema = schemaPointer(document, response);
      return schema === undefined ? [] : values.documented(schema, response.name);
    }),
    ...values.documented(detailsByCode, 'DetailsByCode'),
    ...messageSchemas(document).flatMap((schema) => values.documented(schema, 'Message')),
    ...newsRoles(document),
  ]);
}

/** The schemas of the messages to webhooks. */
function messageSchemas(document: unknown): string[] {
  return Object.keys(asObject(valueAt(document, '#/webhooks'))).map(messageSchema);
}

/** The schema of the messages of a type. */
export function messageSchema(type: string): string {
  const steps = ['post', 'requestBody', 'content', 'application/json', 'schema'];
  return below('#/webhooks', type, ...steps);
}

const rolesOfKinds = '#/components/schemas/EventKind/x-news-roles';

/** The kinds of events that are news, each with its roles. */
function newsRoles(document: unknown): DocumentedItem[] {
  return Object.entries(asObject(valueAt(document, rolesOfKinds))).flatMap(([kind, roles]) =>
    asList(roles).map((role) => newsItem(kind, role)),
  );
}

/** The items of a response that are news, with their roles. */
export function newsSeen(document: unknown, body: unknown): DocumentedItem[] {
  const items = asList(asObject(body)['items']);
  if (!items.some((item) => isRecord(item) && 'role' in item)) return [];
  const roles = asObject(valueAt(document, rolesOfKinds));
  return items
    .map(asObject)
    .filter(({ kind, role }) => asList(roles[String(kind)]).includes(role))
    .map(({ kind, role }) => newsItem(String(kind), role));
}

function newsItem(kind: string, role: unknown): DocumentedItem {
  return { kind: 'role', subject: kind, item: String(role) };
}

function ofOperation(document: unknown, found: FoundOperation): DocumentedItem[] {
  const subject = String(found.operation['operationId']);
  const schemes = schemesOf(document, found);
  return [
    ...responsesOf(document, found).map((item) => ({ kind: 'response', subject, item }) as const),
    ...schemes.map((item) => ({ kind: 'scheme', subject, item }) as const),
    ...found.parameters.map(({ value }) => parameterItem(subject, value)),
  ];
}

/** A parameter of an operation as an item. */
export function parameterItem(
  subject: string,
  parameter: Readonly<Record<string, unknown>>,
): DocumentedItem {
  const item = `${String(parameter['in'])}/${String(parameter['name'])}`;
  return { kind: 'parameter', subject, item };
}

function responsesOf(document: unknown, found: FoundOperation): string[] {
  const { operation } = found;
  const statuses = new Map(errorTable(document).map(({ code, status }) => [code, status]));
  const own = (status: number) => (hasOwnErrors(document, found, status) ? [protocolError] : []);
  const codes = asList(operation['x-error-codes']).map(String);
  return Object.keys(asObject(operation['responses']))
    .map(Number)
    .toSorted((a, b) => a - b)
    .flatMap((status) => {
      if (status < 400) return [String(status)];
      const ofStatus = codes.filter((code) => statuses.get(code) === String(status));
      return [...ofStatus, ...own(status)].map((code) => `${status} ${code}`);
    });
}

/** Whether an operation has errors of its own protocol with this status. */
function hasOwnErrors(document: unknown, found: FoundOperation, status: number): boolean {
  if (protocolOf(found) === null) return false;
  const response = documentedResponse(document, found, String(status));
  const content = Object.entries(asObject(valueAt(document, below(response.pointer, 'content'))));
  return content.some(
    ([type, media]) =>
      type !== 'application/json' ||
      asObject(asObject(media)['schema'])['$ref'] !== '#/components/schemas/Error',
  );
}

function distinct(items: readonly DocumentedItem[]): DocumentedItem[] {
  return [...new Map(items.map((each) => [keyOf(each), each])).values()];
}
