import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { createTable, isPostgres, runAll } from './table-kit';
import { createExactTriggers, dropExactTriggers, timeOf, type ExactTimer } from './timer-kit';

const expiry: ExactTimer = {
  name: 'timers_permissions',
  kind: 'proposal.expired',
  table: 'agent_requests',
  due: "(case when @kind = 'proposal' and @response = 'permit' and @consumed_at is null and @stale_at is null then @expires_at end)",
  columns: ['response', 'consumed_at', 'stale_at', 'expires_at'],
};

const permitted =
  "kind = 'proposal' and status = 'resolved' and response = 'permit' and consumed_at is null";

/**
 * The end of permissions, and the state of their targets when they were given. Permissions that
 * exist get the present state, and end seven days from now.
 */
export async function up(db: Knex): Promise<void> {
  const [instant, inSevenDays] = isPostgres(db)
    ? ['timestamptz(3)', "statement_timestamp() + interval '7 days'"]
    : ['text', "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+7 days')"];
  await runAll(db, [
    'alter table workspaces add column approval_days integer not null default 7 check (approval_days between 1 and 365)',
    `alter table agent_requests add column stale_at ${instant}`,
  ]);
  await createTable(db, 'permitted_targets', (kit) => {
    kit.identity();
    kit.text('state');
    kit.refers('id', 'agent_requests');
  });
  await createExactTriggers(db, expiry);
  await stampPermissions(db);
  await db.raw(`update agent_requests set expires_at = ${inSevenDays} where ${permitted}`);
}

/** Drops what `up` created. Permissions that have ended count as used. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, expiry);
  await db.schema.dropTable('permitted_targets');
  await runAll(db, [
    `update agent_requests set consumed_at = coalesce(stale_at, expires_at)
     where ${permitted} and (stale_at is not null or expires_at <= ${timeOf(db)})`,
    "update agent_requests set expires_at = null where kind = 'proposal'",
    'alter table agent_requests drop column stale_at',
    'alter table workspaces drop column approval_days',
  ]);
}

interface Permission {
  readonly workspace_id: string;
  readonly id: string;
  readonly operation: string;
  readonly permitted_payload: string;
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Entry = readonly [key: string, digest: string];

/** The record that a permission is for. */
interface Target {
  readonly workspaceId: string;
  readonly id: string;
}

// The numbers of proposals and of actions that one statement reads.
const PROPOSALS = 200;
const ACTIONS = 200;

// The form of the states is that of features/proposals/targets; a test compares
// them.
async function stampPermissions(db: Knex): Promise<void> {
  let last: Permission | undefined;
  do {
    const page: Permission[] = await permissionsAfter(db, last);
    for (const { workspace_id, id, operation, permitted_payload: payload } of page) {
      const target = { workspaceId: workspace_id, id: idOf(payload) };
      const entries = (await readers[operation]?.(db, target)) ?? [];
      const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
      const state = JSON.stringify(Object.fromEntries(sorted));
      await db('permitted_targets').insert({ workspace_id, id, state });
    }
    last = page.length < PROPOSALS ? undefined : page.at(-1);
  } while (last !== undefined);
}

function permissionsAfter(db: Knex, last: Permission | undefined): Promise<Permission[]> {
  const query = db<Permission>('agent_requests')
    .whereRaw(permitted)
    .orderBy(['workspace_id', 'id'])
    .limit(PROPOSALS)
    .select('workspace_id', 'id', 'operation', 'permitted_payload');
  if (last !== undefined) {
    void query.whereRaw('(workspace_id, id) > (?, ?)', [last.workspace_id, last.id]);
  }
  return query;
}

function idOf(payload: string): string {
  const { id }: { readonly id?: unknown } = JSON.parse(payload);
  return typeof id === 'string' ? id : '';
}

// The operations whose proposals had a target.
const readers: Readonly<Record<string, (db: Knex, target: Target) => Promise<Entry[]>>> = {
  dropAction: readAction,
  updateAction: readAction,
  duplicateProject: readTemplate,
  updateDocument: readDocument,
};

const actionFields = [
  'title',
  'details',
  'assigned_actor_id',
  'project_id',
  'order_id',
  'requirements',
  'status',
];
const copiedFields = [
  ...actionFields,
  'delegate_label',
  'due_at',
  'defer_until',
  'position',
  'requires_review',
  'repeat_type',
  'repeat_unit',
  'repeat_interval',
  'repeat_day',
  'domain_id',
];
const linkFields = ['title', 'url', 'document_id', 'action_id', 'project_id'];
const projectFields = ['title', 'description', 'domain_id', 'work_mode', 'due_at'];
const isOpen = "status in ('inbox', 'ready', 'waiting')";

async function readAction(db: Knex, target: Target): Promise<Entry[]> {
  const rows = await rowsOf(db, 'actions', target);
  return rows.flatMap((row) => fieldsOf('action', row, actionFields));
}

async function readDocument(db: Knex, target: Target): Promise<Entry[]> {
  const rows = await rowsOf(db, 'documents', target);
  return rows.flatMap((row) => fieldsOf('document', row, ['title', 'content']));
}

async function readTemplate(db: Knex, target: Target): Promise<Entry[]> {
  const projects = await rowsOf(db, 'projects', target);
  const entries = projects.flatMap((row) => fieldsOf('project', row, projectFields));
  const ofProject = { workspace_id: target.workspaceId, project_id: target.id };
  const links: Row[] = await db('links')
    .where(ofProject)
    .select('id', ...linkFields);
  entries.push(...links.map((row) => wholeOf('link', row, linkFields)));
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const actions: Row[] = await db('actions')
      .where(ofProject)
      .whereRaw(isOpen)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(ACTIONS)
      .select('id', ...copiedFields);
    entries.push(...actions.map((row) => wholeOf('action', row, copiedFields)));
    entries.push(
      ...(await readParts(
        db,
        target,
        actions.map(({ id }) => id),
      )),
    );
    afterId = actions.length < ACTIONS ? undefined : actions.at(-1)?.id;
  }
  return entries;
}

/** The links of some actions of a template, and their blockers in it. */
async function readParts(
  db: Knex,
  { workspaceId, id }: Target,
  actionIds: readonly string[],
): Promise<Entry[]> {
  const links: Row[] = await db('links')
    .where('workspace_id', workspaceId)
    .whereIn('action_id', [...actionIds])
    .select('id', ...linkFields);
  const edges: { action_id: string; blocker_id: string }[] = await db('action_blockers')
    .where('workspace_id', workspaceId)
    .whereIn('action_id', [...actionIds])
    .whereIn('blocker_id', (blockers: Knex.QueryBuilder) => {
      void blockers
        .from('actions')
        .where({ workspace_id: workspaceId, project_id: id })
        .whereRaw(isOpen)
        .select('id');
    })
    .select('action_id', 'blocker_id');
  const blockers = actionIds.flatMap((blocked): Entry[] => {
    const of = edges.filter(({ action_id: action }) => action === blocked);
    const ids = of.map(({ blocker_id: blocker }) => blocker).toSorted();
    return ids.length === 0 ? [] : [[`action ${blocked} blocked_by`, digestOf(ids)]];
  });
  return [...links.map((row) => wholeOf('link', row, linkFields)), ...blockers];
}

function rowsOf(db: Knex, table: string, { workspaceId, id }: Target): Promise<Row[]> {
  return db(table).where({ workspace_id: workspaceId, id }).select('*');
}

function fieldsOf(type: string, row: Row, names: readonly string[]): Entry[] {
  return names.map((name) => [`${type} ${row.id} ${name}`, digestOf(row[name])]);
}

function wholeOf(type: string, row: Row, names: readonly string[]): Entry {
  // SQLite has numbers for booleans.
  const values = names.map((name) => row[name]);
  return [
    `${type} ${row.id}`,
    digestOf(values.map((value) => (typeof value === 'boolean' ? Number(value) : value))),
  ];
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
