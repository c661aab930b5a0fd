import { knex } from 'knex';
import { checkStatement } from './crossing-statements';

type Query = (this: unknown, connection: unknown, statement: unknown) => unknown;

const isChecking = Symbol.for('callboard.checksStatements');

// The modules of Knex serve all test files of a worker.
if (!Object.hasOwn(knex.Client.prototype, isChecking)) {
  const query: Query = Reflect.get(knex.Client.prototype, 'query');
  Object.assign(knex.Client.prototype, {
    [isChecking]: true,
    query(this: unknown, connection: unknown, statement: unknown) {
      checkStatement(statement, expect.getState().testPath ?? '');
      return query.call(this, connection, statement);
    },
  });
}

// Jest remembers the name of the last test: clear it, so hooks between tests are not attributed to
// it.
afterEach(() => {
  expect.setState({ currentTestName: '' });
});
