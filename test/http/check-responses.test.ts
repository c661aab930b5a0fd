import { startApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { ask } from '../support/ask';
import { aWorkspace } from '../../scripts/requests/given';

describeOnEachDatabase('serve --check-responses', (database) => {
  test('logs a response that violates the contract, without its values, and sends it', async () => {
    const app = await startApp(database(), {}, { checkResponses: true });
    try {
      const given = await aWorkspace(app, database());
      const domain = await given.person.ok('createDomain', { body: { name: 'Stage' } });
      await given.person.fails('getDomain', { path: { id: 'dom_none' } }, 404, 'NOT_FOUND');
      await ask(app).get('/nowhere');
      const violations = () =>
        app.logs.map((line) => JSON.parse(line)).filter(({ fault }) => fault);
      expect(violations()).toEqual([]);

      // As another program might store it.
      await database().knex('domains').where({ id: domain.id }).update({ name: '' });
      const headers = { Cookie: `__Host-callboard_session=${given.owner.cookie}` };
      const response = await fetch(`${app.url}/v1/domains/${domain.id}`, { headers });
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { id: domain.id, name: '' },
      ]);
      const [violation, ...others] = violations();
      expect(others).toEqual([]);
      expect(violation).toMatchObject({
        level: 50,
        msg: 'A response violates the contract',
        operation: 'getDomain',
        status: 200,
        fault: 'data/name must NOT have fewer than 1 characters.',
      });
      expect(violation.request_id).toBe(response.headers.get('x-request-id'));
    } finally {
      await app.close();
    }
  });
});
