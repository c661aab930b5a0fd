import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { limits } from '../../generated/limits';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { nth } from '../support/mixed-workspace';
import { measureBeside } from '../../scripts/bench/measure';
import { operations } from '../../scripts/bench/operations';
import { toMarkdown } from '../../scripts/bench/report';
import type { InputWork } from '../support/input-work-process';
import { typescript } from '../support/program';
import { nextNumber } from '../support/rows';

/** The longest texts: of four bytes a character, and one that JSON escapes. */
const longest = '𝄞'.repeat(65_536);

const escaped = '\u0001'.repeat(65_536);

const title = '𝄞'.repeat(500);

const choices = JSON.stringify(Array.from({ length: 10 }, (_, n) => `${n}${'𝄞'.repeat(199)}`));

const requirements = JSON.stringify(Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(200, 'x')));

const soon = '2026-11-01T00:00:00.000Z';

describeOnEachDatabase('In a workspace with the longest records', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let action: string;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const ids = await createRecordOfEachKind(given, 'long');
    action = ids.action;
    const { knex } = database();
    const { workspaceId: workspace_id } = given;

    /** Gives the row these values, and copies it. */
    async function copy(table: string, id: string, count: number, own: (n: number) => object) {
      const row = await knex(table).where({ workspace_id, id }).first();
      const rows = Array.from({ length: count }, (_, n) => ({
        ...row,
        id: nth(id.slice(0, 3), n),
        ...(table === 'actions' && { number: nextNumber() }),
        ...own(n),
      }));
      await knex.batchInsert(table, rows, 10);
    }
    const set = (table: string, values: object) =>
      knex(table).where({ workspace_id }).update(values);

    await set('notes', { body: longest });
    await set('agent_requests', { question: escaped, on_answer: longest, choices });
    await knex('agent_requests')
      .where({ workspace_id, id: ids.proposal })
      .update({ question: title, on_answer: '', choices: null, description: longest });
    await set('orders', { summary: longest, name: title });
    await set('projects', { title, description: longest });
    await set('domains', { description: longest });
    await set('documents', { content: JSON.stringify('x'.repeat(1_048_574)) });
    await set('actions', { title, details: longest, requirements, due_at: soon });
    await set('events', { subject_title: title, summary: title });

    await copy('agent_requests', ids.question, 100, () => ({}));
    await copy('orders', ids.order, 30, () => ({}));
    await copy('notes', ids.note, 30, () => ({}));
    await copy('domains', ids.domain, 30, (n) => ({ name: `${n}`.padEnd(500, 'x') }));
    await copy('projects', ids.project, 99, () => ({ description: null }));
    await copy('documents', ids.document, 5, () => ({}));
    await copy('links', ids.link, 5, (n) => ({ document_id: nth('doc', n) }));
    await copy('actions', ids.action, 1000, (n) => ({
      details: null,
      project_id: nth('prj', n % 99),
      domain_id: nth('dom', n % 30),
    }));
    await copy('actions', ids.action, 100, (n) => ({
      id: nth('act', 5000 + n),
      details: null,
      project_id: null,
      assigned_actor_id: null,
      requirements: '[]',
    }));
    await copy('actions', ids.action, 60, (n) => ({
      id: nth('act', 6000 + n),
      status: 'done',
      review_state: 'pending',
      completed_at: soon,
    }));
    await copy('actions', ids.action, 60, (n) => ({
      id: nth('act', 7000 + n),
      last_activity_at: soon,
    }));
    await copy('agent_requests', ids.proposal, 60, () => ({}));
    for (const n of [0, 1]) {
      const body = { response: longest, response_comment: longest };
      await given.person.ok('respondQuestion', { path: { id: nth('qst', n) }, body });
    }
  });
  afterAll(() => app.close());

  const views: Readonly<Record<string, () => Promise<object>>> = {
    getCommandView: () => given.person.ok('getCommandView'),
    'getCommandView with every list': () =>
      given.person.ok('getCommandView', {
        query: {
          include: [
            ...(['requests', 'projects', 'standalone_actions', 'agents', 'orders'] as const),
            ...(['reviews', 'proposals', 'stalled'] as const),
          ],
        },
      }),
    getTasksView: () => given.person.ok('getTasksView', { query: { slice: 'all' } }),
    'getAgentOverview with full': () =>
      given.person.ok('getAgentOverview', { path: { id: given.agent.id }, query: { full: true } }),
    getActionContext: () => given.person.ok('getActionContext', { path: { id: action } }),
  };

  test.each(Object.entries(views))(
    '%s has at most 256 KiB, or one row of a list',
    async (_, read) => {
      const view = await read();
      expect(bytesWithoutOnlyRows(view)).toBeLessThanOrEqual(limits.view_bytes);
      // Every list has something to show.
      for (const list of Object.values<unknown>({ ...view })) {
        if (Array.isArray(list)) expect(list.length).toBeGreaterThan(0);
      }
    },
  );

  test.each([32_768, 65_536, 262_144])('with max_bytes %i a context has no more', async (bytes) => {
    const query = { max_bytes: bytes };
    const context = await given.person.ok('getActionContext', { path: { id: action }, query });
    expect(Buffer.byteLength(JSON.stringify(context))).toBeLessThanOrEqual(bytes);
    expect(context.truncated.texts).toContain('action/details');
    expect(context.action.details).toBe(longest.slice(0, context.action.details?.length));
    expect(context.notes.length + context.truncated.notes).toBe(31);
    expect(context.open_questions.length + context.truncated.open_questions).toBe(99);
  });

  test.each([4096, 16_384])('with max_bytes %i an overview has no more', async (bytes) => {
    const { my_work: work, ...view } = await given.person.ok('getAgentOverview', {
      path: { id: given.agent.id },
      query: { max_bytes: bytes, full: true },
    });
    // The working action is never omitted.
    const shown = { ...view, my_work: { ...work, working: null } };
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(bytes);
    expect(view.truncated.my_open_questions).toBeGreaterThan(0);
  });

  test('getAgentOverview has at most 8 KiB, or one row of a list', async () => {
    const view = await given.person.ok('getAgentOverview', { path: { id: given.agent.id } });
    expect(
      bytesWithoutOnlyRows({ ...view, my_work: { ...view.my_work, working: null } }),
    ).toBeLessThanOrEqual(limits.overview_bytes);
    expect(view.my_open_questions).toHaveLength(1);
  });
});

/** The bytes of a view without the rows that are alone in a list at its top. */
function bytesWithoutOnlyRows(view: object): number {
  const rows = Object.values(view).flatMap((list: unknown) =>
    Array.isArray(list) && list.length === 1 ? list : [],
  );
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  return bytes(view) - rows.reduce((sum: number, row: unknown) => sum + bytes(row), 0);
}

describe('the benchmark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('measures every operation of both servers', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const report = await measureBeside(
      {
        actions: 200,
        database: 'sqlite',
        rounds: 1,
        seconds: 0.01,
        connections: 2,
        starts: 1,
        operations: [],
        flat: false,
        fewer: 10_000,
        beside: dirname(dirname(__dirname)),
        profile: false,
        streams: false,
        webhooks: false,
        tools: false,
        fromSource: true,
        out: undefined,
      },
      folder,
    );
    log.mockRestore();
    expect(report.findings.map(({ operation }) => operation)).toEqual(
      operations.map(({ name }) => name),
    );
    for (const { rounds } of report.findings) {
      expect(rounds).toHaveLength(1);
      for (const measured of rounds.flat()) expect(measured.count).toBeGreaterThanOrEqual(2);
    }
    const text = toMarkdown(report);
    for (const { name } of operations) expect(text).toContain(`\`${name}\``);
  }, 240_000);
});

const run = promisify(execFile);

const script = join(__dirname, '..', 'support', 'input-work-process.ts');

/** Linear work doubles; the margin is for a busy machine. Quadratic work is four times as much. */
const mostForDouble = 3.2;

test('the work to read a request is linear in each part of it', async () => {
  const { stdout } = await run(process.execPath, [...typescript, script]);
  const measured: InputWork[] = JSON.parse(stdout);
  expect(measured.length).toBeGreaterThan(30);
  expect(measured.filter(({ ratio }) => ratio > mostForDouble)).toEqual([]);
}, 240_000);
