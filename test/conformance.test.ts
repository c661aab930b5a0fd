import { documentedAnswers, holdAnswers, type SeenAnswer } from '../scripts/conformance/answers';
import type { AnswerShown } from '../src/platform/http/answer-check';
import { answerFault } from './support/answer-check';

const contract = {
  'x-error-statuses': { '401': ['UNAUTHENTICATED'], '409': ['NAME_TAKEN', 'BLOCKED'] },
  paths: {
    '/things': {
      get: { operationId: 'listThings', responses: { '200': {} } },
      post: {
        operationId: 'createThing',
        responses: { '201': {}, '409': {}, '401': {} },
        'x-error-codes': ['NAME_TAKEN', 'UNAUTHENTICATED', 'BLOCKED'],
      },
    },
  },
};

describe('the documented answers', () => {
  const documented = documentedAnswers(contract);

  test('are each status, of errors with each code', () => {
    expect(documented.map((answer) => Object.values(answer).join(' ').trim())).toEqual([
      'listThings 200',
      'createThing 201',
      'createThing 401 UNAUTHENTICATED',
      'createThing 409 NAME_TAKEN',
      'createThing 409 BLOCKED',
    ]);
  });

  test('are held against what tests saw; a gap has no test', () => {
    const seen: SeenAnswer[] = [
      { operation: 'listThings', status: 200, code: '', test: 'test/b.test.ts lists' },
      { operation: 'listThings', status: 200, code: '', test: 'test/a.test.ts lists' },
      { operation: 'createThing', status: 409, code: 'BLOCKED', test: 'test/b.test.ts blocks' },
    ];
    expect(holdAnswers(documented, seen).map(({ test }) => test)).toEqual([
      'test/a.test.ts lists',
      undefined,
      undefined,
      undefined,
      'test/b.test.ts blocks',
    ]);
  });

  test('are all that a test may see', () => {
    const seen = { operation: 'listThings', status: 409, code: 'BLOCKED', test: 'test/b.test.ts' };
    expect(() => holdAnswers(documented, [seen])).toThrow('listThings 409 BLOCKED');
  });
});

describe('the check of an answer', () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'x',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  const healthy: AnswerShown = { status: 200, headers, text: '{"status":"ok"}' };
  const problem = (code: string, details: object = {}) =>
    JSON.stringify({ code, message: 'x', issues: [], details });

  const fault = (change: Partial<AnswerShown>) =>
    answerFault('getHealth', { ...healthy, ...change });

  test('passes what is documented', () => {
    expect(fault({})).toBeUndefined();
    const text = problem('NOT_ACCEPTABLE', { produces: ['application/json'] });
    expect(fault({ status: 406, text })).toBeUndefined();
  });

  test.each<[string, Partial<AnswerShown>, string]>([
    ['a status', { status: 202 }, 'status'],
    ['a field', { text: '{"status":"ok","more":1}' }, 'unevaluated'],
    ['a value', { text: '{"status":"fine"}' }, 'status must be'],
    ['a body that is no JSON', { text: '{' }, 'must be object'],
    ['a media type', { headers: { ...headers, 'content-type': 'text/html' } }, 'text/html'],
    ['a header', { headers: { ...headers, 'x-more': '1' } }, 'x-more'],
    ['a cookie, taking none', { headers: { ...headers, 'set-cookie': 'a=b' } }, 'set-cookie'],
    ['another cache', { headers: { ...headers, 'cache-control': 'public' } }, 'Cache-Control'],
    ['a code', { status: 400, text: problem('MALFORMED_JSON') }, 'not among its codes'],
    ['a code of another status', { status: 400, text: problem('NOT_ACCEPTABLE') }, 'is no 400'],
  ])('refuses %s that the contract does not name', (_what, change, why) => {
    expect(fault(change)).toContain(why);
  });

  test('lets a session be renewed, not by an error', () => {
    const { 'content-type': _none, ...bare } = headers;
    const renewed = { ...bare, 'set-cookie': 'a=b' };
    const gone: AnswerShown = { status: 204, headers: renewed, text: '' };
    expect(answerFault('deleteLink', gone)).toBeUndefined();
    const refused = { ...headers, 'set-cookie': 'a=b', 'www-authenticate': 'Bearer' };
    const text = problem('UNAUTHENTICATED');
    expect(answerFault('deleteLink', { status: 401, headers: refused, text })).toContain(
      'set-cookie',
    );
  });

  test('admits of no operation what the introduction describes, and nothing else', () => {
    const notFound = { ...healthy, status: 404, text: problem('NOT_FOUND') };
    expect(answerFault(undefined, notFound)).toBeUndefined();
    expect(answerFault(undefined, healthy)).toBeDefined();
    expect(
      answerFault(undefined, { ...healthy, status: 403, text: problem('FORBIDDEN') }),
    ).toBeDefined();
  });
});
