import type { OperationId } from '../../src/platform/operation';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { makeWorkspace, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import type { TestDatabase } from '../../scripts/databases/test-database';
import { idKinds } from '../../src/platform/ids';
import type { RecordKind } from '../../scripts/requests/record-kinds';
import type { Known } from './every-read';
import { parameters } from './parameters';
import { exampleOf } from '../../scripts/requests/operations';
import { insertMix, nth } from './mixed-workspace';

const sizes = {
  agents: 4,
  domains: 8,
  projects: 14,
  orders: 10,
  documents: 6,
  actions: 100,
  questions: 30,
  events: 60,
};

/** A workspace with at least one record that each filter matches and one that it excludes. */
export interface FilterWorkspace {
  /** The session of its owner. */
  readonly cookie: string;
  readonly ownerActor: string;
  readonly invitation: string;
  readonly token: string;
}

/** Makes the workspace: a mix of rows, and the states that the mix has only one kind of. */
export async function createFilterWorkspace(
  app: TestApp,
  database: TestDatabase,
): Promise<FilterWorkspace> {
  const { owner, cookie } = await makeWorkspace(database, 'Of every kind');
  await insertMix(database, owner, sizes);
  const { knex } = database;
  const now = new Date().toISOString();
  const yesterday = addMilliseconds(now, -DAY);
  const set = async (table: string, id: string, columns: object): Promise<void> => {
    const changed = await knex(table)
      .where({ workspace_id: owner.workspaceId, id })
      .update(columns);
    if (changed !== 1) throw new Error(`There is no ${id} in ${table}.`);
  };
  await set('actions', nth('act', 5), { source_key: filterExample('listActions', 'source_key') });
  await set('actions', nth('act', 4), { assigned_actor_id: nth('atr', 0), priority: 4 });
  await set('actions', nth('act', 3), { completed_by_actor_id: nth('atr', 0) });
  await set('domains', nth('dom', 7), { state: 'archived' });
  await set('orders', nth('ord', 0), { next_checkin_due_at: yesterday, checkin_every_seconds: 60 });
  await set('checkins', nth('chk', 1), { kind: 'heartbeat' });
  await set('agent_requests', nth('qst', 1), { assigned_actor_id: nth('atr_p', 0) });
  await set('agent_requests', nth('ppl', 1), { operation: 'createAction' });
  const early = {
    responded_at: addMilliseconds(now, -20 * DAY),
    responded_by_actor_id: nth('atr', 0),
  };
  await set('agent_requests', nth('qst', 1), early);
  await set('agent_requests', nth('ppl', 1), early);
  const pending = { review_state: 'pending', created_by_actor_id: nth('atr', 0) };
  await set('documents', nth('doc', 0), pending);
  await set('document_revisions', nth('rev', 5), pending);
  const person = client(app, { cookie });
  for (const body of ['First', 'Second']) {
    await person.ok('createProjectNote', { path: { id: nth('prj', 0) }, body: { body } });
    await person.ok('createOrderNote', { path: { id: nth('ord', 0) }, body: { body } });
    await person.ok('createDocumentNote', { path: { id: nth('doc', 0) }, body: { body } });
    await person.ok('createQuestionNote', { path: { id: nth('qst', 0) }, body: { body } });
    await person.ok('createProposalNote', { path: { id: nth('ppl', 0) }, body: { body } });
  }
  for (const column of ['action_id', 'project_id', 'order_id', 'document_id']) {
    await archiveOne(database, { workspace_id: owner.workspaceId, [column]: firstOf(column) });
  }
  for (const request of [nth('qst', 0), nth('ppl', 0)]) {
    await archiveOne(database, { workspace_id: owner.workspaceId, agent_request_id: request });
  }

  for (const name of ['first', 'second']) {
    const body = { name, scopes: ['read' as const] };
    await person.ok('createToken', { path: { id: nth('agt', 0) }, body });
  }
  // Search ranks the older document first, because its title has the word.
  await person.ok('createDocument', { body: { title: 'Curtain', content: 'Red' } });
  await person.ok('createDocument', { body: { title: 'Red', content: 'Curtain' } });
  const active = { state: 'active', work_mode: 'parallel', is_template: false };
  await set('projects', nth('prj', 1), active);
  await person.ok('createAction', {
    body: { title: 'Lower it', status: 'ready', project_id: nth('prj', 1) },
  });
  const labels = ['front', 'Sound', 'Curtain'];
  await person.ok('createAction', {
    body: { title: 'Curtain', labels, project_id: nth('prj', 0) },
  });
  for (const body of ['Third', 'x'.repeat(4096)]) {
    await person.ok('createActionNote', { path: { id: nth('act', 0) }, body: { body } });
  }
  const document_id = nth('doc', 0);
  for (const subject of [{ project_id: nth('prj', 0) }, { order_id: nth('ord', 0) }]) {
    await person.ok('createLink', { body: { document_id, ...subject } });
  }
  await knex('audit_entries').insert({
    workspace_id: owner.workspaceId,
    id: 'aud_000000',
    kind: 'agent.updated',
    actor_id: nth('atr', 0),
    subject_type: 'agent',
    subject_id: nth('agt', 1),
    subject_title: 'Agent 1',
    address: '',
    created_at: addMilliseconds(now, -30 * DAY),
  });
  const { items: tokens } = await person.ok('listTokens', { path: { id: nth('agt', 0) } });
  await set('tokens', tokens[0]?.id ?? '', {
    public_id: filterExample('listWorkspaceTokens', 'public_id'),
  });
  return {
    cookie,
    ownerActor: owner.id,
    invitation: nth('inv', 0),
    token: tokens[0]?.id ?? '',
  };

  function firstOf(column: string): string {
    return nth({ action_id: 'act', project_id: 'prj', order_id: 'ord' }[column] ?? 'doc', 0);
  }
}

/** The kinds of which filters need a second record. */
const inPairs: ReadonlySet<RecordKind> = new Set([
  'action',
  'project',
  'domain',
  'order',
  'checkin',
  'question',
  'proposal',
  'agent',
  'document',
]);

/** The values that requests on the workspace may use. */
export function knownIn({ ownerActor, invitation, token }: FilterWorkspace): Known {
  const own = new Map<RecordKind, string>([
    ['token', token],
    ['invitation', invitation],
  ]);
  return {
    ids: (kind) => {
      const of = (index: number) => nth(idKinds[kind].prefix, index);
      return inPairs.has(kind) ? [of(0), of(1)] : [own.get(kind) ?? of(0)];
    },
    actors: [ownerActor, nth('atr', 0), nth('atr_p', 0)],
    words: ['curtain', 'action', '1'],
  };
}

/** The value of a filter in the contract, which a record of the workspace has. */
function filterExample(id: OperationId, name: string): string {
  const found = parameters.find((each) => each.id === id && each.name === name);
  return String(exampleOf(found?.parameter ?? {}, id));
}

async function archiveOne({ knex }: TestDatabase, subject: object): Promise<void> {
  const note: { id: string } | undefined = await knex('notes')
    .where(subject)
    .orderBy('id')
    .first('id');
  if (note === undefined) throw new Error(`No note is at ${JSON.stringify(subject)}.`);
  const archived_at = new Date().toISOString();
  await knex('notes')
    .where({ ...subject, id: note.id })
    .update({ archived_at });
}
