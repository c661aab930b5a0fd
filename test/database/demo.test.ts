import { pino } from 'pino';
import { createDemo } from '../../src/demo';
import { describeOnEachDatabase } from '../support/dialects';

const day = 24 * 60 * 60 * 1000;

interface EventRow {
  readonly created_at: string;
  readonly kind: string;
  readonly subject_title: string | null;
  readonly summary: string;
}

describeOnEachDatabase('The sample workspace', (database) => {
  test('has the same history whenever it is created', async () => {
    const settings = {
      workingSeconds: 900,
      stalledSeconds: 86_400,
      storedBytes: null,
      mcpUrl: null,
      consoleUrl: null,
    };
    await createDemo(database(), settings, pino({ level: 'silent' }));
    const { knex } = database();
    const workspace = await knex('workspaces').where({ name: 'City Theatre' }).first();
    const created = new Date(workspace.created_at).getTime();
    const rows: EventRow[] = await knex('events')
      .where({ workspace_id: workspace.id })
      .orderBy('created_at')
      .orderBy('position')
      .select('created_at', 'kind', 'subject_title', 'summary');
    const history = rows.map(({ created_at, kind, subject_title, summary }) => {
      const days = (new Date(created_at).getTime() - created) / day;
      return `${days.toFixed(2)} ${kind} ${subject_title ?? ''}: ${summary}`;
    });
    expect(history).toMatchSnapshot();
  });
});
