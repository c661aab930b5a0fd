import { hashPassword } from '../../src/features/auth';
import type { Database } from '../../src/platform/db/connect';
import { transact, type Transaction } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { hashSecret } from '../../src/shared/tokens';
import { transferTables } from '../../src/cli/transfer/table-store';
import { testCost } from '../servers/password-cost';

type Row = Readonly<Record<string, unknown>>;

/** The time of the requests in the contract's examples: their "now". */
const exampleNow = '2026-11-21T09:40:00.000Z';

/** The credentials of the people and the agent of the examples. */
export const credentials = {
  /** Ada, who owns the workspace. */
  cookie: 'ada-of-the-examples',
  /** Scribe, a worker. */
  bearer: `cb_${'0123456789ab'.repeat(2)}_${'0123456789abcdef'.repeat(4)}`,
} as const;

// Deliveries and grants are not exported, but have an example.
const tables = [
  ...transferTables,
  ...['webhook_deliveries', 'oauth_grants', 'oauth_tickets'].map((name) => ({ name, late: [] })),
];

/** The actors of people. */
export const people = { owner: exampleId('atr', 1) } as const;

const exampleWebhookSecret = `whsec_${'A'.repeat(43)}=`;

const password = 'correct horse battery staple';

/** The owner's sign-in. */
export const ownerSignIn = { email: 'ada@example.com', password } as const;

let hashed: Promise<string> | undefined;

/** The workspace of the examples. */
export const exampleWorkspace = exampleId('wsp', 0);

/** The ids of all records of the example workspace. */
export const exampleIds: ReadonlySet<unknown> = new Set(
  Object.values(exampleRows('', 0)).flatMap((rows) => rows.map(({ id }) => id)),
);

/** The epoch in the cursors of the examples. */
const exampleEpoch = '1.0123456789';

/**
 * Replaces everything in the database with the example workspace. Shifts all its times so that the
 * examples' "now" is the current time, and returns that shift in milliseconds.
 */
export async function resetExampleWorkspace(database: Database): Promise<number> {
  hashed ??= hashPassword(password, testCost);
  const passwordHash = await hashed;
  const moved = Date.now() - Date.parse(exampleNow);
  const rows = exampleRows(passwordHash, moved);
  await transact(database, clear);
  await transact(database, async (transaction) => {
    await transaction.write((db) => db('database_epoch').update({ epoch: exampleEpoch }));
    for (const { name, late } of tables) {
      const early = (rows[name] ?? []).map((row) => without(row, late));
      if (name === 'event_positions') await mergePositions(transaction, early);
      else if (early.length > 0) await insertRows(transaction, name, early);
    }
    for (const { name, late } of transferTables) {
      for (const row of rows[name] ?? []) {
        const given = late.filter((column) => row[column] !== undefined);
        if (given.length === 0) continue;
        const values = Object.fromEntries(given.map((column) => [column, row[column]]));
        await transaction.write((db) => db(name).where({ id: row['id'] }).update(values));
      }
    }
  });
  return moved;
}

// Triggers have made the row already.
async function mergePositions(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    await transaction.write((db) =>
      db('event_positions').insert(row).onConflict('workspace_id').merge(),
    );
  }
}

async function clear(transaction: Transaction): Promise<void> {
  await transaction.write((db) => db('sign_in_attempts').delete());
  for (const { name, late } of transferTables) {
    if (late.length === 0) continue;
    const nothing = Object.fromEntries(late.map((column) => [column, null]));
    await transaction.write((db) => db(name).update(nothing));
  }
  for (const { name } of tables.toReversed()) {
    await transaction.write((db) => db(name).delete());
  }
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

function exampleRows(
  passwordHash: string,
  moved: number,
): Readonly<Record<string, readonly Row[]>> {
  const on = (day: number, time: string): string => {
    const shown = `2026-11-${String(day).padStart(2, '0')}T${time}:00.000Z`;
    return new Date(Date.parse(shown) + moved).toISOString();
  };
  const today = (time: string): string => on(21, time);
  const printing = new Date(Date.parse('2026-12-01T17:00:00.000Z') + moved).toISOString();

  const workspace = exampleWorkspace;
  const [system, ada, scribe, cleo, dan, prompter] = [0, 1, 2, 18, 19, 20].map((number) =>
    exampleId('atr', number),
  );
  const agent = exampleId('agt', 2);
  const [season, template] = [exampleId('prj', 4), exampleId('prj', 5)];
  const frontOfHouse = exampleId('dom', 5);
  const order = exampleId('ord', 6);
  const style = exampleId('doc', 9);
  const [translate, posters, collected, proofs] = [3, 5, 11, 24].map((number) =>
    exampleId('act', number),
  );

  const own = (id: string, row: Row): Row => ({ workspace_id: workspace, id, ...row });
  const by = (actor: string | undefined, created: string, updated = created): Row => ({
    created_by_actor_id: actor,
    updated_by_actor_id: actor,
    created_at: created,
    updated_at: updated,
  });
  const action = (number: number, title: string, row: Row): Row =>
    own(exampleId('act', number), {
      title,
      is_template: false,
      status: 'ready',
      requires_review: false,
      requirements: '[]',
      repeat_type: 'none',
      review_state: 'none',
      last_activity_at: today('09:00'),
      waits_for_answer: false,
      claim_generation: 0,
      version: 1,
      ...by(ada, today('09:00')),
      ...row,
    });
  const scribes = { assigned_actor_id: scribe, assigned_at: today('09:00'), requires_review: true };
  const note = (number: number, body: string, row: Row): Row =>
    own(exampleId('not', number), {
      kind: 'note',
      body,
      created_by_actor_id: scribe,
      created_at: today('09:30'),
      ...row,
    });
  const event = (number: number, position: number, row: Row): Row =>
    own(exampleId('evt', number), { position, actor_id: scribe, ...row });
  const user = (number: number, name: string, row: Row): Row =>
    own(exampleId('usr', number), {
      actor_id: exampleId('atr', number),
      email: `${name.toLowerCase()}@example.com`,
      role: 'member',
      password_hash: passwordHash,
      created_at: on(1, '09:00'),
      updated_at: on(1, '09:00'),
      version: 1,
      ...row,
    });
  const agentRow = (number: number, row: Row): Row =>
    own(exampleId('agt', number), {
      actor_id: exampleId('atr', number),
      capabilities: '["translation","proofreading"]',
      requires_proposals: false,
      access_mode: 'worker',
      state: 'active',
      last_seen_at: today('09:39'),
      created_by_actor_id: ada,
      created_at: on(1, '09:00'),
      updated_at: on(1, '09:00'),
      ...row,
    });
  const actor = (id: string | undefined, kind: string, name: string): Row =>
    own(String(id), { kind, name, created_at: on(1, '09:00') });
  const revision = (number: number, row: Row): Row =>
    own(exampleId('rev', 11 + number), {
      document_id: style,
      number,
      created_by_actor_id: scribe,
      version: 1,
      ...row,
    });
  const answered = {
    kind: 'question.answered',
    actor_id: ada,
    subject_type: 'question',
    subject_id: exampleId('qst', 32),
    subject_title: 'Which spelling do we use for names of theatres?',
    summary: 'Ada: British',
    created_at: today('09:35'),
  };

  return {
    workspaces: [
      {
        id: workspace,
        name: 'City Theatre',
        plan: 'unlimited',
        time_zone: 'Europe/Lisbon',
        created_at: on(1, '09:00'),
        updated_at: on(1, '09:00'),
      },
    ],
    actors: [
      actor(system, 'system', 'Callboard'),
      actor(ada, 'user', 'Ada'),
      actor(cleo, 'user', 'Cleo'),
      actor(dan, 'user', 'Dan'),
      actor(scribe, 'agent', 'Scribe'),
      actor(prompter, 'agent', 'Prompter'),
    ],
    users: [
      user(1, 'Ada', { role: 'owner' }),
      user(18, 'Cleo', {}),
      user(19, 'Dan', { deactivated_at: on(20, '18:00'), updated_at: on(20, '18:00'), version: 2 }),
    ],
    sessions: [
      own(exampleId('ses', 36), {
        user_id: exampleId('usr', 1),
        id_hash: hashSecret('ada-on-another-device'),
        created_at: on(20, '18:00'),
        expires_at: new Date(Date.parse(on(20, '18:00')) + 30 * 86_400_000).toISOString(),
        last_seen_at: on(20, '18:00'),
      }),
      own(exampleId('ses', 35), {
        user_id: exampleId('usr', 1),
        id_hash: hashSecret(credentials.cookie),
        created_at: today('09:00'),
        expires_at: new Date(Date.parse(today('09:00')) + 30 * 86_400_000).toISOString(),
        last_seen_at: today('09:39'),
      }),
    ],
    invitations: [
      own(exampleId('inv', 12), {
        email: 'bo@example.com',
        name: 'Bo',
        role: 'member',
        secret_hash: hashSecret('cbi_0123456789abcdef'),
        created_by_actor_id: ada,
        created_at: today('09:00'),
        expires_at: on(28, '09:00'),
      }),
    ],
    webhooks: [
      own(exampleId('whk', 32), {
        url: 'https://example.com/callboard',
        kinds: '["question.asked","question.reminder_due"]',
        state: 'enabled',
        secret: exampleWebhookSecret,
        position: 2,
        version: 1,
        ...by(ada, today('09:00')),
      }),
    ],
    oauth_grants: [
      own(exampleId('ogr', 34), {
        agent_id: exampleId('agt', 2),
        user_id: exampleId('usr', 1),
        client_id: 'https://client.example.com/oauth/metadata.json',
        client_name: 'Example client',
        client_host: 'client.example.com',
        redirect_host: 'localhost',
        scopes: '["read","write"]',
        audience: 'https://calls.example.com/mcp',
        refreshes: true,
        created_at: today('09:00'),
        expires_at: on(28, '09:00'),
        redeemed_at: today('09:00'),
        last_token_at: today('09:00'),
      }),
    ],
    webhook_deliveries: [
      own(exampleId('msg', 33), {
        webhook_id: exampleId('whk', 32),
        kind: 'webhook.test',
        body: JSON.stringify({
          type: 'webhook.test',
          timestamp: today('09:10'),
          data: { webhook_id: exampleId('whk', 32) },
        }),
        status: 'delivered',
        attempts: 1,
        last_attempt_at: today('09:10'),
        response_status: 204,
        response_text: '',
        duration_ms: 41,
        created_at: today('09:10'),
        finished_at: today('09:10'),
      }),
    ],
    password_resets: [
      own(exampleId('pwr', 13), {
        user_id: exampleId('usr', 1),
        secret_hash: hashSecret('cbr_0123456789abcdef'),
        created_by_actor_id: system,
        created_at: today('09:00'),
        expires_at: on(22, '09:00'),
      }),
    ],
    agents: [agentRow(2, {}), agentRow(20, { capabilities: '["typesetting"]', state: 'paused' })],
    tokens: [
      own(exampleId('tok', 11), {
        agent_id: agent,
        public_id: credentials.bearer.split('_')[1],
        secret_hash: hashSecret(String(credentials.bearer.split('_')[2])),
        name: 'workshop',
        scopes: '["read","write"]',
        last_used_at: today('09:39'),
        created_by_actor_id: ada,
        created_at: on(1, '09:00'),
      }),
    ],
    domains: [
      own(frontOfHouse, {
        name: 'Front of house',
        description: 'Tickets and everything that the audience meets.',
        ...by(ada, today('09:00')),
      }),
      own(exampleId('dom', 31), { name: 'Festival', ...by(ada, on(1, '10:00')) }),
    ],
    projects: [
      own(season, {
        title: 'Winter season programme',
        description: 'Sixteen pages, printed by the first of December.',
        domain_id: frontOfHouse,
        is_template: false,
        state: 'active',
        work_mode: 'sequential',
        due_at: printing,
        ...by(ada, today('09:00')),
      }),
      own(template, {
        title: 'Season programme',
        description: 'What every season needs.',
        domain_id: frontOfHouse,
        is_template: true,
        state: 'active',
        work_mode: 'sequential',
        ...by(ada, on(1, '10:00')),
      }),
    ],
    documents: [
      own(style, {
        title: 'House style',
        content: '"The new logo goes on every poster and every programme."',
        access_mode: 'shared_read',
        revision_number: 2,
        review_state: 'pending',
        version: 2,
        ...by(scribe, today('09:00'), today('09:30')),
      }),
    ],
    document_revisions: [
      revision(1, {
        content: '"The old logo goes on every poster and every programme."',
        review_state: 'approved',
        reviewed_by_actor_id: ada,
        reviewed_at: today('09:10'),
        created_at: today('09:00'),
        version: 2,
      }),
      revision(2, {
        content: '"The new logo goes on every poster and every programme."',
        reason: 'The old logo is gone.',
        review_state: 'pending',
        created_at: today('09:30'),
      }),
    ],
    orders: [
      own(order, {
        assigned_actor_id: scribe,
        agent_id: agent,
        document_id: style,
        domain_id: frontOfHouse,
        name: 'Keep the programme notes in order',
        summary: 'Once a week.',
        state: 'active',
        requires_proposals: false,
        position: 1,
        checkin_every_seconds: 604_800,
        next_checkin_due_at: on(28, '09:30'),
        latest_checkin_id: exampleId('chk', 7),
        ...by(ada, today('09:00')),
      }),
    ],
    checkins: [
      own(exampleId('chk', 7), {
        order_id: order,
        agent_id: agent,
        kind: 'report',
        summary: 'Three notes corrected and one asked about.',
        created_by_actor_id: scribe,
        created_at: today('09:30'),
      }),
    ],
    actions: [
      action(3, 'Translate the programme notes', {
        details_by_actor_id: scribe,
        ...scribes,
        details: 'All twelve pages, British spelling.',
        project_id: season,
        domain_id: frontOfHouse,
        requirements: '["translation"]',
        due_at: printing,
        position: 1,
        assignee_active_at: today('09:30'),
        last_activity_at: today('09:30'),
        latest_note_id: exampleId('not', 10),
        last_activity_note_id: exampleId('not', 10),
        claimed_by_actor_id: scribe,
        claim_generation: 1,
        claim_expires_at: today('09:45'),
        claim_lease_seconds: 900,
        updated_by_actor_id: scribe,
        updated_at: today('09:30'),
        version: 3,
      }),
      action(5, 'Posters with the new logo', {
        ...scribes,
        details: 'The printer needs the logo by Friday; the old posters still hang in the foyer.',
        status: 'waiting',
        waits_for_answer: true,
        assignee_active_at: today('09:20'),
        last_activity_at: today('09:20'),
        updated_by_actor_id: scribe,
        updated_at: today('09:20'),
        version: 2,
      }),
      action(11, 'Collect the biographies', {
        ...scribes,
        status: 'done',
        result_summary: 'All twelve are here.',
        review_state: 'pending',
        completed_by_actor_id: scribe,
        completed_at: today('09:15'),
        last_activity_at: today('09:15'),
        updated_by_actor_id: scribe,
        updated_at: today('09:15'),
        version: 2,
      }),
      action(21, 'Collect the notes of all departments', {
        is_template: true,
        project_id: template,
        domain_id: frontOfHouse,
        position: 1,
        ...by(ada, on(1, '10:00')),
        last_activity_at: on(1, '10:00'),
      }),
      action(22, 'Ask the choir about the gala', {
        status: 'inbox',
        source_key: 'mail-4711',
        ...by(ada, today('09:05')),
        last_activity_at: today('09:05'),
      }),
      action(24, 'Approve the poster proofs', {
        status: 'waiting',
        delegate_label: 'The printer',
        assigned_actor_id: ada,
        assigned_at: today('09:00'),
      }),
      action(25, 'Set the cast list', {
        assigned_actor_id: prompter,
        assigned_at: on(17, '09:00'),
        requires_review: true,
        ...by(ada, on(17, '09:00')),
        last_activity_at: on(17, '09:00'),
      }),
      action(26, 'Send the posters to the printer', {
        ...scribes,
        defer_until: on(23, '09:00'),
      }),
    ],
    action_blockers: [
      {
        workspace_id: workspace,
        action_id: exampleId('act', 26),
        blocker_id: proofs,
        created_by_actor_id: ada,
        created_at: today('09:00'),
      },
    ],
    agent_requests: [
      own(exampleId('qst', 8), {
        kind: 'question',
        status: 'open',
        agent_id: agent,
        assigned_actor_id: ada,
        action_id: posters,
        question: 'Which logo goes on the poster?',
        choices: '["The old one","The new one"]',
        recommended_choice: 'The new one',
        allow_free_text: true,
        on_answer: 'I send the poster to the printer with that logo.',
        blocking: true,
        ...by(scribe, today('09:20')),
      }),
      own(exampleId('qst', 32), {
        kind: 'question',
        status: 'resolved',
        agent_id: agent,
        assigned_actor_id: ada,
        question: 'Which spelling do we use for names of theatres?',
        allow_free_text: true,
        on_answer: 'I change all programme notes to that spelling.',
        blocking: false,
        response: 'British',
        response_comment: 'As in the house style.',
        responded_at: today('09:35'),
        responded_by_actor_id: ada,
        ...by(scribe, today('09:10'), today('09:35')),
        updated_by_actor_id: ada,
      }),
      own(exampleId('ppl', 17), {
        kind: 'proposal',
        status: 'open',
        agent_id: agent,
        question: 'Begin the summer season',
        description: 'The venues answer by May.',
        allow_free_text: false,
        on_answer: '',
        blocking: false,
        operation: 'createProject',
        payload: '{"title":"Summer season programme","work_mode":"parallel"}',
        ...by(scribe, today('09:30')),
      }),
    ],
    notes: [
      note(10, 'The second page has the old logo.', { action_id: translate }),
      note(27, 'The printer closes on the twentieth of December.', { project_id: season }),
      note(28, 'The tenor has a new biography.', { order_id: order }),
      note(29, 'The new one is in the shared folder.', {
        agent_request_id: exampleId('qst', 8),
        created_by_actor_id: ada,
      }),
      note(30, 'What about the season tickets?', {
        document_id: style,
        created_by_actor_id: ada,
      }),
      note(31, 'The open-air stage is free in July.', {
        agent_request_id: exampleId('ppl', 17),
        created_by_actor_id: ada,
      }),
    ],
    earlier_texts: [
      own(exampleId('txt', 40), {
        subject_id: translate,
        field: 'details',
        text: 'From German into English, and the cast list too.',
        written_by_actor_id: ada,
        replaced_by_actor_id: scribe,
        replaced_at: today('09:25'),
      }),
    ],
    links: [
      own(exampleId('lnk', 14), {
        document_id: style,
        title: 'House style',
        action_id: translate,
        ...by(ada, today('09:10')),
      }),
      own(exampleId('lnk', 15), {
        url: 'https://example.com/proofs.pdf',
        title: 'The proofs',
        action_id: translate,
        ...by(scribe, today('09:30')),
      }),
    ],
    event_positions: [{ workspace_id: workspace, last: 43 }],
    events: [
      event(16, 41, {
        kind: 'action.completed',
        subject_type: 'action',
        subject_id: collected,
        subject_title: 'Collect the biographies',
        summary: 'Scribe completed Collect the biographies.',
        action_id: collected,
        created_at: today('09:15'),
      }),
      event(12, 42, {
        kind: 'note.created',
        subject_type: 'note',
        subject_id: exampleId('not', 10),
        subject_title: 'Translate the programme notes',
        summary: 'Scribe: The second page has the old logo.',
        action_id: translate,
        project_id: season,
        created_at: today('09:30'),
      }),
      event(33, 43, answered),
    ],
    agent_news: [
      {
        workspace_id: workspace,
        agent_actor_id: scribe,
        position: 43,
        role: 'author',
        event_id: exampleId('evt', 33),
        ...answered,
      },
    ],
  };
}

/** The id with that number, as the contract's examples write it. */
function exampleId(prefix: string, number: number): string {
  return `${prefix}_01JZ${String(number).padStart(22, '0')}`;
}
