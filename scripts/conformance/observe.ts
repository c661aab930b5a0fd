import {
  bodyOf,
  errorCodeOf,
  isEnvelope,
  type SentResponse,
} from '../../src/platform/http/responses/response-validator';
import { isRecord } from '../../src/platform/json';
import { asObject, valueAt } from '../generate/json';
import { protocolOf, type FoundOperation } from '../generate/operations';
import { detailsByCode, newsSeen } from './documented';
import type { DocumentedItem } from './items';
import {
  operationsById,
  optionalHeaders,
  documentedResponse,
  protocolError,
  schemaPointer,
  schemesOf,
} from './lookup';
import { enumeratedValues } from './values';

/** The headers of a request; names in lower case. */
export type HeadersSent = Readonly<Record<string, unknown>>;

/**
 * The documented items that a request and its valid response show: the same objects for every
 * response.
 */
export type Observer = (
  operation: string | undefined,
  response: SentResponse,
  sent: HeadersSent,
) => DocumentedItem[];

const errorSchema = '#/components/schemas/Error';

// These statuses come from the operation itself. Authorization responds with 401 or 403, and the
// checks before it with 400, 406, 413, 415, 429 or 5xx.
const operationStatuses = new Set([404, 409, 410, 412, 422, 428]);

/** The contract's description of an operation's responses with one status. */
interface Expected {
  /** Itself, by the code of an error. */
  readonly responses: Map<string, DocumentedItem>;
  /** The optional headers, by their names in lower case. */
  readonly headers: readonly (readonly [string, DocumentedItem])[];
  readonly schemes: ReadonlyMap<string, DocumentedItem>;
  readonly valuesOf: (body: unknown) => DocumentedItem[];
}

/** Makes the observer of a contract. Without an operation, it only sees the values of an error. */
export function createObserver(document: unknown): Observer {
  const operations = operationsById(document);
  const values = enumeratedValues(document);
  const expected = new Map<string, Expected>();
  const schemeNames = new Map(
    Object.entries(asObject(valueAt(document, '#/components/securitySchemes'))).map(
      ([name, scheme]) => [asObject(scheme)['type'], name],
    ),
  );

  const expect = (found: FoundOperation, status: number): Expected => {
    const key = `${found.pointer} ${status}`;
    const known = expected.get(key);
    if (known !== undefined) return known;
    const response = documentedResponse(document, found, String(status));
    const schema = schemaPointer(document, response);
    const subject = String(found.operation['operationId']);
    const made: Expected = {
      responses: new Map(),
      headers: optionalHeaders(document, response).map((header) => [
        header.item.toLowerCase(),
        header,
      ]),
      schemes: new Map(
        schemesOf(document, found).map((item) => [item, { kind: 'scheme', subject, item }]),
      ),
      valuesOf: (body) => (schema === undefined ? [] : values.seen(schema, response.name, body)),
    };
    expected.set(key, made);
    return made;
  };

  const detailsSeen = (response: SentResponse, body: unknown): DocumentedItem[] => {
    const code = errorCodeOf(response);
    if (code === '' || !isRecord(body) || !isEnvelope(response)) return [];
    return values.seen(detailsByCode, 'DetailsByCode', { [code]: body['details'] });
  };

  return (operation, response, sent) => {
    const body = bodyOf(response);
    const found = operation === undefined ? undefined : operations.get(operation);
    if (operation === undefined || found === undefined) {
      return [...values.seen(errorSchema, 'Error', body), ...detailsSeen(response, body)];
    }
    const { responses, headers, schemes, valuesOf } = expect(found, response.status);
    const isFromOperation = response.status < 400 || operationStatuses.has(response.status);
    const isOwn = response.status >= 400 && protocolOf(found) !== null && !isEnvelope(response);
    const code = isOwn ? protocolError : errorCodeOf(response);
    const item = responses.get(code) ?? {
      kind: 'response',
      subject: operation,
      item: `${response.status} ${code}`.trimEnd(),
    };
    responses.set(code, item);
    const scheme = isFromOperation ? schemes.get(schemeOf(sent) ?? '') : undefined;
    return [
      item,
      ...(scheme === undefined ? [] : [scheme]),
      ...headers.filter(([name]) => name in response.headers).map(([, header]) => header),
      ...valuesOf(body),
      ...detailsSeen(response, body),
      ...newsSeen(document, body),
    ];
  };

  // Like authentication: an Authorization header takes precedence. Access tokens of OAuth look like
  // agents' tokens, so the test that calls with one records the scheme.
  function schemeOf(sent: HeadersSent): string | undefined {
    if ('authorization' in sent) return schemeNames.get('http');
    return 'cookie' in sent ? schemeNames.get('apiKey') : undefined;
  }
}
