import type { Database } from '../../src/platform/db/connect';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { nameKey } from '../../src/platform/name-key';
import type { UserActor } from '../../src/platform/operation';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { hashSecret } from '../../src/shared/tokens';
import { generator } from '../../scripts/trials/random';
import { actionRow, unknownPassword, unknownSecret } from './rows';

type Row = Record<string, unknown>;

/** The number of rows of each kind in a mixed workspace. */
export interface Sizes {
  readonly agents: number;
  readonly domains: number;
  readonly projects: number;
  readonly orders: number;
  readonly documents: number;
  readonly actions: number;
  readonly questions: number;
  readonly events: number;
}

const minute = 60_000;

/** The id with that number, as `insertMix` makes it. */
export const nth = (prefix: string, index: number): string =>
  `${prefix}_${String(index).padStart(6, '0')}`;

/**
 * Fills a workspace with rows in every state, the same ones for the same seed. Agent 0 is active
 * and has rows of every kind. Every action has a note. Action 0 has as many notes, order 0 as many
 * check-ins, and document 0 as many revisions, as there are actions, orders and documents. Times
 * are far from the windows' limits, so that the derived states do not change while a test runs.
 */
export async function insertMix(
  database: Database,
  owner: UserActor,
  sizes: Sizes,
  seed = 1,
): Promise<void> {
  const now = new Date().toISOString();
  const { workspaceId } = owner;
  const random = generator(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(...options: readonly [T, ...T[]]): T =>
    options[below(options.length)] ?? options[0];
  const maybe = <T>(value: T): T | null => (random() < 0.5 ? value : null);
  const agents = (): string => nth('atr', below(sizes.agents));
  const created = (): string => addMilliseconds(now, -4 * DAY - below(30 * DAY));
  const authored = (by = owner.id): Row => {
    const at = created();
    return { created_by_actor_id: by, updated_by_actor_id: by, created_at: at, updated_at: at };
  };
  const make = (count: number, prefix: string, build: (index: number) => Row): Row[] =>
    Array.from({ length: count }, (_, index) => ({
      workspace_id: workspaceId,
      id: nth(prefix, index),
      ...build(index),
    }));

  const actors = make(sizes.agents, 'atr', (index) => ({
    kind: 'agent',
    name: `Agent ${index}`,
    name_key: nameKey(`Agent ${index}`),
    created_at: now,
  }));
  const people = make(sizes.domains, 'atr_p', (index) => ({
    kind: 'user',
    name: `Person ${index}`,
    name_key: nameKey(`Person ${index}`),
    created_at: now,
  }));
  const users = make(sizes.domains, 'usr', (index) => ({
    actor_id: nth('atr_p', index),
    email: `person-${index}@${workspaceId.toLowerCase()}.example`,
    role: index % 3 === 0 ? 'owner' : 'member',
    password_hash: unknownPassword,
    deactivated_at: index % 4 === 3 ? now : null,
    created_at: now,
    updated_at: now,
  }));
  const invitations = make(sizes.domains, 'inv', (index) => ({
    email: `guest-${index}@example.com`,
    role: 'member',
    secret_hash: hashSecret(`invitation ${index} to ${workspaceId}`),
    created_by_actor_id: owner.id,
    created_at: now,
    expires_at: addMilliseconds(now, index % 4 === 3 ? -DAY : DAY),
  }));
  const resets = make(sizes.domains, 'pwr', (index) => ({
    user_id: nth('usr', index),
    secret_hash: hashSecret(`reset ${index} in ${workspaceId}`),
    created_by_actor_id: owner.id,
    created_at: now,
    expires_at: addMilliseconds(now, index % 4 === 3 ? -DAY : DAY),
  }));
  const views = make(sizes.domains, 'svw', (index) => ({
    name: `View ${index}`,
    query: '{}',
    display: index % 3 === 0 ? null : '{"group":"label"}',
    shared: index % 2 === 0,
    ...authored(),
  }));
  const importKeys = Array.from({ length: sizes.domains }, (_, index) => ({
    workspace_id: workspaceId,
    import_key: `jira:SHOW-${index}`,
    action_id: nth('act', index),
    created_at: now,
  }));
  const webhooks = make(sizes.domains, 'whk', (index) => ({
    url: `https://receiver.example.com/${index}`,
    kinds: '[]',
    state: index % 3 === 2 ? 'disabled' : 'enabled',
    secret: unknownSecret,
    position: index,
    created_by_actor_id: owner.id,
    updated_by_actor_id: owner.id,
    created_at: addMilliseconds(now, -index),
    updated_at: now,
  }));
  const deliveries = make(sizes.domains, 'msg', (index) => ({
    webhook_id: nth('whk', 0),
    kind: 'action.created',
    position: index,
    body: '{}',
    status: ['pending', 'delivered', 'failed'][index % 3],
    attempts: index % 11,
    created_at: addMilliseconds(now, -index),
  }));
  const grants = make(sizes.domains, 'ogr', (index) => ({
    agent_id: nth('agt', index % sizes.agents),
    user_id: nth('usr', index),
    client_id: 'ocl_0',
    client_name: `Client ${index}`,
    redirect_host: 'localhost',
    scopes: '["read"]',
    audience: 'https://calls.example.com/mcp',
    refreshes: true,
    created_at: addMilliseconds(now, -index),
    expires_at: addMilliseconds(now, DAY),
    redeemed_at: now,
    ended_at: index % 3 === 2 ? now : null,
  }));
  const sessions = make(sizes.domains, 'ses', (index) => ({
    user_id: owner.userId,
    id_hash: hashSecret(`session ${index} in ${workspaceId}`),
    created_at: addMilliseconds(now, -index),
    last_seen_at: now,
    expires_at: addMilliseconds(now, index % 4 === 3 ? -DAY : DAY),
    revoked_at: index % 4 === 2 ? now : null,
  }));
  const agentRows = make(sizes.agents, 'agt', (index) => ({
    actor_id: nth('atr', index),
    capabilities: index === 0 ? '["light","sound"]' : '["light"]',
    requires_proposals: false,
    access_mode: 'worker',
    state: index === 0 ? 'active' : pick('active', 'pending', 'paused', 'revoked'),
    last_seen_at: maybe(addMilliseconds(now, -below(DAY))),
    created_by_actor_id: owner.id,
    created_at: now,
    updated_at: now,
  }));
  const domains = make(sizes.domains, 'dom', (index) => ({
    name: `Domain ${below(1000)} ${index}`,
    description: maybe('About it'),
    ...authored(),
  }));
  const documents = make(sizes.documents, 'doc', (index) => ({
    title: `Document ${index}`,
    content: '"text"',
    access_mode: 'shared_read',
    revision_number: index === 0 ? sizes.documents : 1,
    ...authored(),
  }));
  const revisions = make(Math.max(0, 2 * sizes.documents - 1), 'rev', (index) => ({
    document_id: nth('doc', Math.max(0, index - sizes.documents + 1)),
    number: index < sizes.documents ? index + 1 : 1,
    content: '"text"',
    review_state: 'none',
    created_by_actor_id: owner.id,
    created_at: now,
  }));
  const projects = make(sizes.projects, 'prj', (index) => ({
    title: `Project ${index}`,
    description: maybe('d'.repeat(pick(10, 280, 281, 500))),
    domain_id: sizes.domains > 0 ? maybe(nth('dom', below(sizes.domains))) : null,
    is_template: index % 5 === 4,
    state: index < 2 ? 'active' : pick('active', 'active', 'paused', 'completed', 'dropped'),
    work_mode: index % 2 === 0 ? 'sequential' : 'parallel',
    due_at: maybe(addMilliseconds(now, below(30 * DAY))),
    ...authored(),
  }));
  const orders = make(sizes.orders, 'ord', (index) => {
    const agent = index < 2 ? 0 : below(sizes.agents);
    return {
      assigned_actor_id: nth('atr', agent),
      agent_id: nth('agt', agent),
      document_id: sizes.documents > 0 ? maybe(nth('doc', below(sizes.documents))) : null,
      domain_id: null,
      name: `Order ${index}`,
      summary: maybe('What it asks for'),
      state: index < 2 ? 'active' : pick('active', 'active', 'paused', 'dropped'),
      requires_proposals: false,
      position: maybe(below(5)),
      ...authored(),
    };
  });
  const checkins = make(sizes.orders, 'chk', () => ({
    order_id: nth('ord', 0),
    agent_id: nth('agt', 0),
    kind: 'report',
    summary: 'Well',
    created_by_actor_id: nth('atr', 0),
    created_at: created(),
  }));
  // Some claims are live, some have expired, and some of waiting actions are at rest.
  const claimed = (status: string, assignee: string | null, index: number): Row => {
    if (status === 'waiting' && assignee !== owner.id && index % 5 > 0) {
      return {
        claimed_by_actor_id: assignee ?? nth('atr', index % 2),
        claim_generation: 1,
        claim_expires_at: [now, null, addMilliseconds(now, DAY), null][index % 4] ?? null,
        claim_lease_seconds: 900,
      };
    }
    if (status !== 'ready' || assignee === owner.id || random() < 0.6) {
      return { claim_generation: 0 };
    }
    return {
      claimed_by_actor_id: assignee ?? pick(nth('atr', 0), agents()),
      claim_generation: 1,
      claim_expires_at: pick(addMilliseconds(now, DAY), addMilliseconds(now, -minute)),
      claim_lease_seconds: 900,
    };
  };
  // Even the smallest mix has an action for each list of the views, and some in its first project.
  const unbound = {
    is_template: false,
    project_id: null,
    defer_until: null,
    review_state: 'none',
    completed_at: null,
    claimed_by_actor_id: null,
    claim_expires_at: null,
    claim_lease_seconds: null,
  };
  const plain: Readonly<Record<number, Row>> = {
    1: { ...unbound, status: 'waiting' },
    3: {
      ...unbound,
      status: 'ready',
      assigned_actor_id: nth('atr', 0),
      assignee_active_at: now,
    },
    4: { ...unbound, status: 'done', review_state: 'pending', completed_at: now },
    5: { ...unbound, status: 'inbox' },
    6: { ...unbound, status: 'ready', defer_until: addMilliseconds(now, DAY) },
  };
  const actions = make(sizes.actions, 'act', (index) => {
    const status = pick(
      'inbox',
      'inbox',
      'ready',
      'ready',
      'ready',
      'waiting',
      'waiting',
      'done',
      'dropped',
    );
    const assignee = pick(null, null, owner.id, nth('atr', 0), agents());
    const completed =
      status === 'done' ? { completed_at: addMilliseconds(now, -below(3 * DAY)) } : {};
    const activity = pick(
      addMilliseconds(now, -30 * minute),
      addMilliseconds(now, -2 * DAY),
      addMilliseconds(now, -3 * DAY - below(DAY)),
    );
    const row = actionRow(workspaceId, nth('act', index), {
      title: `Action ${index}`,
      details: maybe('é'.repeat(pick(10, 280, 281))),
      status,
      is_template: below(8) === 0,
      project_id: sizes.projects > 0 ? maybe(nth('prj', below(sizes.projects))) : null,
      domain_id: sizes.domains > 0 ? maybe(nth('dom', below(sizes.domains))) : null,
      order_id: sizes.orders > 0 ? maybe(nth('ord', below(sizes.orders))) : null,
      assigned_actor_id: assignee,
      requirements: pick('[]', '[]', '["light"]', '["light","sound"]', '["paint"]'),
      defer_until: pick(null, null, null, addMilliseconds(now, DAY), addMilliseconds(now, -DAY)),
      due_at: pick(
        null,
        addMilliseconds(now, below(9 * DAY)),
        addMilliseconds(now, -below(9 * DAY)),
      ),
      position: pick(null, below(6)),
      review_state: status === 'done' ? pick('none', 'pending', 'approved') : 'none',
      last_activity_at: activity,
      assignee_active_at: pick(
        null,
        addMilliseconds(now, -minute),
        addMilliseconds(now, -60 * minute),
      ),
      ...claimed(status, assignee, index),
      ...completed,
      ...plain[index],
      ...(index === 2 && sizes.projects > 0 ? { project_id: nth('prj', 0) } : {}),
      ...authored(pick(owner.id, nth('atr', 0), agents())),
    });
    return row;
  });
  // Later actions wait for earlier ones, so no action waits for itself.
  const blockers = actions.flatMap((_, index) =>
    index === 0 || below(6) > 0
      ? []
      : [
          {
            workspace_id: workspaceId,
            action_id: nth('act', index),
            blocker_id: nth('act', below(index)),
            created_by_actor_id: owner.id,
            created_at: now,
          },
        ],
  );
  const notes = make(2 * sizes.actions, 'not', (index) => ({
    kind: pick('note', 'heartbeat', 'completion'),
    action_id: nth('act', index < sizes.actions ? index : 0),
    body: `Note ${index}`,
    created_by_actor_id: pick(owner.id, nth('atr', 0), agents()),
    created_at: addMilliseconds(now, -below(14 * DAY)),
  }));
  const placeNotes = make(3 * sizes.projects, 'not_place', (index) => ({
    kind: 'note',
    ...pick<Row>(
      { project_id: nth('prj', 0) },
      { order_id: nth('ord', 0) },
      { document_id: nth('doc', 0) },
      { agent_request_id: nth('qst', 0) },
      { agent_request_id: nth('ppl', 0) },
    ),
    body: `Note ${index}`,
    created_by_actor_id: owner.id,
    created_at: addMilliseconds(now, -below(14 * DAY)),
  }));
  const links = make(sizes.actions, 'lnk', (index) => ({
    action_id: nth('act', 0),
    url: `https://example.com/${index}`,
    ...authored(),
  }));
  const texts = make(2 * sizes.actions, 'txt', (index) => ({
    subject_id: index % 2 === 0 ? nth('act', 0) : nth('act', index >> 1),
    field: pick('title', 'details'),
    text: `Earlier ${index}`,
    written_by_actor_id: owner.id,
    replaced_by_actor_id: nth('atr', 0),
    replaced_at: addMilliseconds(now, -index * minute),
  }));
  const questions = make(sizes.questions, 'qst', () => {
    const agent = pick(0, below(sizes.agents));
    const end = pick(
      {},
      {},
      { responded_at: now, response: 'Yes' },
      { dismissed_at: now },
      { closed_at: now },
    );
    const scope = pick<Row>(
      {},
      { action_id: nth('act', 0) },
      { project_id: nth('prj', 0) },
      { order_id: nth('ord', 0) },
    );
    return {
      kind: 'question',
      status: Object.keys(end).length === 0 ? 'open' : 'resolved',
      agent_id: nth('agt', agent),
      assigned_actor_id: owner.id,
      question: 'Which?',
      choices: maybe('["This","That"]'),
      allow_free_text: true,
      on_answer: 'I do it',
      blocking: false,
      ...scope,
      ...end,
      ...authored(nth('atr', agent)),
    };
  });
  const events = make(sizes.events, 'evt', (index) => {
    const about = below(sizes.actions);
    const question = nth('qst', below(sizes.questions));
    const document = nth('doc', below(sizes.documents));
    const subject = pick<Row>(
      {
        kind: 'action.updated',
        subject_type: 'action',
        subject_id: nth('act', about),
        action_id: nth('act', about),
      },
      { kind: 'question.answered', subject_type: 'question', subject_id: question },
      {
        kind: 'document.created',
        subject_type: 'document',
        subject_id: document,
        document_id: document,
      },
    );
    return {
      position: 1_000_000 + index,
      actor_id: pick(owner.id, nth('atr', 0), agents()),
      subject_title: 'What it is called',
      summary: 'Something happened.',
      created_at: pick(
        addMilliseconds(now, -below(6 * DAY)),
        addMilliseconds(now, -8 * DAY - below(DAY)),
      ),
      ...subject,
    };
  });
  const proposals = make(sizes.questions, 'ppl', () => {
    const agent = pick(0, below(sizes.agents));
    const end = pick(
      {},
      { response: 'deny', responded_at: now },
      { response: 'permit', responded_at: now, permitted_payload: '{"title":"More"}' },
      { closed_at: now },
    );
    return {
      kind: 'proposal',
      status: Object.keys(end).length === 0 ? 'open' : 'resolved',
      agent_id: nth('agt', agent),
      question: 'May I?',
      operation: 'createProject',
      payload: '{"title":"More"}',
      allow_free_text: false,
      on_answer: '',
      blocking: false,
      ...pick<Row>({}, { order_id: nth('ord', 0) }),
      ...end,
      ...authored(nth('atr', agent)),
    };
  });

  await transact(database, async (transaction) => {
    const tables: [string, Row[]][] = [
      ['actors', [...actors, ...people]],
      ['users', users],
      ['invitations', invitations],
      ['password_resets', resets],
      ['sessions', sessions],
      ['agents', agentRows],
      ['webhooks', webhooks],
      ['webhook_deliveries', deliveries],
      ['oauth_grants', grants],
      ['saved_views', views],
      ['import_keys', importKeys],
      ['domains', domains],
      ['documents', documents],
      ['document_revisions', revisions],
      ['projects', projects],
      ['orders', orders],
      ['checkins', checkins],
      ['actions', actions],
      ['action_blockers', blockers],
      ['agent_requests', questions],
      ['agent_requests', proposals],
      ['notes', notes],
      ['notes', placeNotes],
      ['links', links],
      ['earlier_texts', texts],
      ['events', events],
    ];
    for (const [table, rows] of tables) await insertRows(transaction, table, rows);
    const numbers = actions.map((row) => Number(row['number']));
    await transaction.write((db) =>
      db('event_positions')
        .where({ workspace_id: workspaceId })
        .update({ last_number: Math.max(0, ...numbers) }),
    );
    const last = events.at(-1)?.['position'];
    if (last !== undefined) {
      const key = { workspace_id: workspaceId };
      await transaction.write((db) => db('event_positions').where(key).update({ last }));
    }
    const newest = `(select id from notes where notes.workspace_id = ?
      and notes.action_id = actions.id order by created_at desc, id desc limit 1)`;
    await transaction.write((db) =>
      db('actions')
        .where({ workspace_id: workspaceId })
        .update({
          last_activity_note_id: db.raw(newest, [workspaceId]),
          latest_note_id: db.raw(newest, [workspaceId]),
        }),
    );
  });
}
