import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, parse } from 'yaml';
import { completeContract } from '../../scripts/contract-complete/complete';
import { countLines } from '../../scripts/contract-complete/count';
import {
  keyOf,
  mapAt,
  parseContract,
  printContract,
  width,
} from '../../scripts/contract-complete/layout';
import { operationFacts } from '../../generated/handlers';
import { asList, asObject, below, valueAt } from '../../scripts/generate/json';

const contract = readFileSync(join(__dirname, '..', '..', 'contract', 'openapi.yaml'), 'utf8');

/** The contract with a few of its paths, which is faster to parse. */
const small = withPaths(['/v1/actions/batch-get', '/v1/actions/{id}/notes', '/v1/session', '/docs']);

function withPaths(included: readonly string[]): string {
  const document = parseContract(contract);
  const paths = isMap(document.contents) ? mapAt(document.contents, 'paths') : undefined;
  if (paths !== undefined) {
    paths.items = paths.items.filter((pair) => included.includes(keyOf(pair)));
  }
  return completeContract(printContract(document));
}

/** The small contract with a part of its text replaced, completed. */
function completed(part: string, replacement: string): string {
  expect(small).toContain(part);
  return completeContract(small.replace(part, () => replacement));
}

/** A part of the operation in the completed text. */
function inOperation(text: string, path: string, method: string, ...steps: string[]): unknown {
  return valueAt(parse(text), below('#', 'paths', path, method, ...steps));
}

const simpleOperation = `  /v1/actions/{id}/example:
    post:
      operationId: exampleAction
      tags: [actions]
      summary: Put an action off
      description: Hides the action from every queue until then. The reason becomes a note.
      parameters:
        - $ref: '#/components/parameters/ActionId'
        - $ref: '#/components/parameters/IfMatch'
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/ActionRelease' }
            examples:
              monday:
                summary: Until Monday
                value: { reason: The dictionary comes on Monday. }
      x-own-error-codes: [FORBIDDEN, ALREADY_TERMINAL]
      responses:
        '200':
          description: The action.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Action' }
`;

describe('npm run contract:complete', () => {
  test('changes nothing in the committed contract', () => {
    expect(completeContract(contract)).toBe(contract);
  });

  test('finds the contract within its limits of lines and columns', () => {
    const { byHand, filled, whole, longest } = countLines(contract);
    expect(byHand + filled).toBe(whole);
    const operations = Object.keys(operationFacts).length;
    expect(byHand / operations).toBeLessThanOrEqual(72.7);
    expect(whole / operations).toBeLessThanOrEqual(149.5);
    expect(longest).toBeLessThanOrEqual(width);
  });

  test('completes a simple operation of at most thirty lines', () => {
    const text = completeContract(
      small.replace('\nwebhooks:\n', `\n${simpleOperation}webhooks:\n`),
    );
    expect(countLines(text).byHand - countLines(small).byHand).toBe(
      simpleOperation.trimEnd().split('\n').length,
    );
    expect(simpleOperation.split('\n').length).toBeLessThanOrEqual(30);
    const operation = (...steps: string[]) =>
      inOperation(text, '/v1/actions/{id}/example', 'post', ...steps);
    expect(Object.keys(Object(operation('responses', '200', 'headers')))).toEqual([
      'ETag',
      'Idempotent-Replayed',
      'RateLimit',
      'RateLimit-Policy',
      'X-Request-Id',
    ]);
    expect(Object.keys(Object(operation('responses'))).join(' ')).toBe(
      '200 204 400 401 403 404 406 409 412 413 415 429 500 503',
    );
    expect(operation('responses', '204')).toEqual({ $ref: '#/components/responses/MinimalPost' });
    expect(operation('parameters')).toContainEqual({ $ref: '#/components/parameters/Prefer' });
    const codes = operation('x-error-codes');
    expect(Array.isArray(codes) ? codes.join(' ') : codes).toBe(
      'MALFORMED_JSON UNKNOWN_FIELD UNKNOWN_PARAMETER VALIDATION_FAILED UNAUTHENTICATED ' +
        'AGENT_NOT_ACTIVE CAP_EXCEEDED CSRF_FAILED FORBIDDEN INSUFFICIENT_SCOPE NOT_FOUND ' +
        'NOT_ACCEPTABLE ALREADY_TERMINAL IDEMPOTENCY_KEY_REUSED REQUEST_IN_PROGRESS STALE_VERSION ' +
        'PAYLOAD_TOO_LARGE UNSUPPORTED_MEDIA_TYPE RATE_LIMITED INTERNAL UNAVAILABLE',
    );
    // It is among the paths of its tag.
    expect(text.indexOf('/example:')).toBeLessThan(text.indexOf('  # ==== notes ===='));
    expect(completeContract(text)).toBe(text);
  });

  test('removes a code that is no longer written, with the response that only it needed', () => {
    const text = completed('x-own-error-codes: [ TOO_MANY_IDS ]', 'x-own-error-codes: []');
    const read = (...steps: string[]) => inOperation(text, '/v1/actions/batch-get', 'get', ...steps);
    expect(read('x-error-codes')).not.toContain('TOO_MANY_IDS');
    expect(read('responses', '422')).toBeUndefined();
  });

  test.each([
    [
      'returns a secret',
      '      x-own-error-codes: [FORB',
      '      x-replay-omits: [/id]\n      x-own-error-codes: [FORB',
    ],
    ['returns no single record', "Action' }\n", "ActionClaimNextResult' }\n"],
    ['is public', '      parameters:\n', '      security: []\n      parameters:\n'],
  ])('gives an operation that %s no 204', (_what, part, replacement) => {
    const changed = simpleOperation
      .replace("        - $ref: '#/components/parameters/IfMatch'\n", '')
      .replace(part, replacement);
    expect(changed).not.toBe(simpleOperation);
    const text = completeContract(small.replace('\nwebhooks:\n', `\n${changed}webhooks:\n`));
    const path = '/v1/actions/{id}/example';
    expect(inOperation(text, path, 'post', 'responses', '204')).toBeUndefined();
    expect(JSON.stringify(inOperation(text, path, 'post', 'parameters'))).not.toContain('Prefer');
  });

  test('adds a new code to every list of codes', () => {
    const added = small.replace("  '404':\n", "  '404':\n    GONE_FISHING: Nobody is here.\n");
    const text = completeContract(
      added.replace('x-own-error-codes: [ TOO_MANY_IDS ]', 'x-own-error-codes: [GONE_FISHING]'),
    );
    const codes = valueAt(parse(text), '#/components/schemas/ErrorCode/enum');
    expect(codes).toContain('GONE_FISHING');
    const read = (...steps: string[]) => inOperation(text, '/v1/actions/batch-get', 'get', ...steps);
    expect(read('x-error-codes')).toContain('GONE_FISHING');
    expect(read('responses', '404')).toEqual({ $ref: '#/components/responses/NotFound' });
  });

  test('reports what to write where it cannot derive something', () => {
    const part = 'x-own-error-codes: [ TOO_MANY_IDS ]';
    expect(() => completed(part, 'x-own-error-codes: [NEW_CODE]')).toThrow(
      'batchGetActions: NEW_CODE has no status and message in x-errors.',
    );
    expect(() =>
      completed("  '404':\n", "  '418':\n    TEAPOT: It is one.\n  '404':\n"),
    ).not.toThrow();
    const pot = small.replace("  '404':\n", "  '418':\n    TEAPOT: It is one.\n  '404':\n");
    expect(() => completeContract(pot.replace(part, 'x-own-error-codes: [TEAPOT]'))).toThrow(
      'No component of responses is for 418: add one with an example of such an error.',
    );
  });

  test('does not change comments, descriptions, and the headers of an operation', () => {
    const text = completed(
      '  /v1/session:\n',
      '  # How people come by a credential.\n  /v1/session:\n',
    );
    expect(text).toContain('  # How people come by a credential.\n  /v1/session:\n');
    expect(inOperation(text, '/v1/session', 'post', 'responses', '201', 'headers')).toHaveProperty(
      'Set-Cookie',
    );
    expect(inOperation(text, '/docs', 'get', 'responses', '304', 'headers')).toHaveProperty(
      'Content-Security-Policy',
    );
  });

  test('groups every path and every schema under the heading of its tag', () => {
    const lines = contract.split('\n');
    const headings = lines.filter((line) => /^ {2}# ==== /.test(line));
    const tags = asList(asObject(parse(contract))['tags']).map((tag) => asObject(tag)['name']);
    expect(headings.map((line) => line.split(' ').at(-2))).toEqual(tags);
    const text = completed(
      '\n    Domain:\n',
      '\n    Unused: { type: string, description: Used by nothing. }\n    Domain:\n',
    );
    expect(text.indexOf('    Unused: ')).toBeGreaterThan(text.indexOf('    # ==== shared ===='));
  });
});
