import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../generated/openapi.json';
import { walk } from '../../scripts/generate/walk';
import { validationProblem } from '../../src/platform/http/requests/validation-problem';
import { isRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace } from '../../scripts/requests/given';

const patterns = new Set<string>();
const ofRequests = new Set<string>();
const formats = new Set<string>();
walk(document, {
  subschema: (schema, pointer) => {
    if (!isRecord(schema)) return;
    const { pattern, format } = schema;
    if (typeof pattern === 'string') {
      patterns.add(pattern);
      if (!pointer.includes('/headers/')) ofRequests.add(pattern);
    }
    if (typeof format === 'string') formats.add(format);
  },
});

function messagesFor(schema: object, value: unknown): string[] {
  const validate = addFormats(new Ajv2020({ strict: false, allErrors: true })).compile({
    properties: { requestBody: { properties: { field: schema } } },
  });
  validate({ requestBody: { field: value } });
  return validationProblem(validate.errors ?? [], []).issues.map(({ message }) => message);
}

describe('The message for a value that does not match', () => {
  // A space before a line break matches no pattern of the contract.
  const wrong = ' \n ';

  test.each([...patterns])('the pattern %s does not show it', (pattern) => {
    const [message = ''] = messagesFor({ type: 'string', pattern }, wrong);
    expect(message).toMatch(/^body\/field (must be|does not have) /);
    expect(message).not.toContain(pattern);
    expect(message).not.toMatch(/[\\^$]|must match/);
  });

  test.each([...ofRequests])('the pattern %s says what to send', (pattern) => {
    const [message] = messagesFor({ type: 'string', pattern }, wrong);
    // Add the words to src/platform/http/requests/validation-problem.ts.
    expect(message).toMatch(/^body\/field must be an? .+|the .+/);
    expect(message).not.toContain('the form that the contract describes');
  });

  test.each([...formats])('the format %s says what to send', (format) => {
    for (const message of messagesFor({ type: 'string', format }, wrong)) {
      expect(message).not.toContain('the form that the contract describes');
    }
  });
});

describe('The issues of a wrong value', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test('name the form that is wanted, once', async () => {
    const { person } = await aWorkspace(app, database);
    for (const due_at of ['tomorrow', '2026-02-30T10:00:00Z', '0999-01-01T00:00:00Z']) {
      const input = { body: { title: 'x', due_at } };
      const { message, issues } = await person.fails(
        'createAction',
        input,
        400,
        'VALIDATION_FAILED',
      );
      expect(message).toMatch(
        /^body\/due_at must be an ISO 8601 date-time .* 2026-12-01T17:00:00Z/,
      );
      expect(issues).toEqual([{ path: 'body/due_at', code: 'VALIDATION_FAILED', message }]);
    }
  });
});
