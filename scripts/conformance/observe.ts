import { isRecord } from '../../src/platform/json';
import {
  errorCodeOf,
  type SentResponse,
} from '../../src/platform/http/responses/response-validator';
import { asObject, valueAt } from '../generate/json';
import type { FoundOperation } from '../generate/operations';
import { errorDetails } from './documented';
import type { DocumentedItem } from './items';
import { operationsById, optionalHeaders, responsePlace, schemaPointer, schemesOf } from './places';
import { enumeratedValues } from './values';

/** What a request sent to be let in; names of headers in lower case. */
export type HeadersSent = Readonly<Record<string, unknown>>;

/** The documented things that a request and its answer, which keeps to the contract, show. */
export type Observer = (
  operation: string | undefined,
  answer: SentResponse,
  sent: HeadersSent,
) => DocumentedItem[];

const errorSchema = '#/components/schemas/Error';

// Only what comes after the gate answers with these: the gate itself with 401 or 403, and what
// comes before it with 400, 406, 413, 415, 429 or 5xx.
const pastTheGate = new Set([404, 409, 410, 412, 422, 428]);

/** What the contract says of an operation's answers with one status. */
interface Expected {
  readonly headers: readonly DocumentedItem[];
  readonly schemes: readonly string[];
  readonly valuesOf: (body: unknown) => DocumentedItem[];
}

/** The observer of a contract. Without an operation, it sees the values of an error only. */
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
    const place = responsePlace(document, found, String(status));
    const schema = schemaPointer(document, place);
    const made: Expected = {
      headers: optionalHeaders(document, place),
      schemes: schemesOf(document, found),
      valuesOf: (body) => (schema === undefined ? [] : values.seen(schema, place.name, body)),
    };
    expected.set(key, made);
    return made;
  };

  const detailsSeen = (answer: SentResponse, body: unknown): DocumentedItem[] => {
    const code = errorCodeOf(answer);
    if (code === '' || !isRecord(body)) return [];
    return values.seen(errorDetails, 'ErrorDetails', { [code]: body['details'] });
  };

  return (operation, answer, sent) => {
    const body = jsonOf(answer);
    const found = operation === undefined ? undefined : operations.get(operation);
    if (operation === undefined || found === undefined) {
      return [...values.seen(errorSchema, 'Error', body), ...detailsSeen(answer, body)];
    }
    const { headers, schemes, valuesOf } = expect(found, answer.status);
    const scheme = schemeOf(sent);
    const isPast = answer.status < 400 || pastTheGate.has(answer.status);
    const item = `${answer.status} ${errorCodeOf(answer)}`.trimEnd();
    return [
      { kind: 'answer', subject: operation, item },
      ...schemes
        .filter((name) => isPast && name === scheme)
        .map((name) => ({ kind: 'scheme', subject: operation, item: name }) as const),
      ...headers.filter(({ item: name }) => name.toLowerCase() in answer.headers),
      ...valuesOf(body),
      ...detailsSeen(answer, body),
    ];
  };

  // As the gate does: an Authorization header decides alone.
  function schemeOf(sent: HeadersSent): string | undefined {
    if ('authorization' in sent) return schemeNames.get('http');
    return 'cookie' in sent ? schemeNames.get('apiKey') : undefined;
  }
}

function jsonOf({ headers, text }: SentResponse): unknown {
  if (!String(headers['content-type']).startsWith('application/json')) return undefined;
  return JSON.parse(text);
}
