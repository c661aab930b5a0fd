import { pino } from 'pino';
import { keepHouse } from '../src/cli/housekeeping';
import { DAY, shift } from '../src/platform/time';
import { makeWorkspace } from './support/app';
import { describeOnEachDatabase } from './support/dialects';

describeOnEachDatabase('Housekeeping', (database) => {
  test('removes answers past their time, the oldest 1,000 at once, and no other', async () => {
    const { owner } = await makeWorkspace(database(), 'Stage');
    const { knex } = database();
    const now = new Date().toISOString();
    const record = (client_request_id: string, expires_at: string) => ({
      workspace_id: owner.workspaceId,
      actor_id: owner.id,
      operation_id: 'createAction',
      client_request_id,
      request_hash: 'x',
      created_at: now,
      expires_at,
    });
    const expired = Array.from({ length: 1_050 }, (_, index) =>
      record(`old ${index}`, shift(now, -DAY + index)),
    );
    await knex.batchInsert('idempotency_records', expired, 100);
    await knex('idempotency_records').insert(record('live', shift(now, DAY)));
    const left = (): Promise<string[]> =>
      knex('idempotency_records').orderBy('expires_at').pluck('client_request_id');
    const clean = (): Promise<void> =>
      keepHouse(database(), { eventDays: 90 }, pino({ level: 'silent' }))();

    await clean();
    const [oldest, ...others] = await left();
    expect(oldest).toBe('old 1000');
    expect(others).toHaveLength(50);
    await clean();
    expect(await left()).toEqual(['live']);
    await clean();
    expect(await left()).toEqual(['live']);
  });

  test('what it cannot do goes to the log', async () => {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => lines.push(line) });
    await database().knex.schema.renameTable('idempotency_records', 'idempotency_gone');
    await keepHouse(database(), { eventDays: 90 }, log)();
    await database().knex.schema.renameTable('idempotency_gone', 'idempotency_records');
    expect(lines.join('')).toContain('Housekeeping failed');
  });
});
