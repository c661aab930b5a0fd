import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import { databaseTime } from '../../../platform/db/clock-and-epoch';
import type { Reader } from '../../../platform/db/reader';
import type { Dialect } from '../../../platform/db/statements/columns';
import { compiledUpdate } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { SecretKeys } from '../../../platform/secret-keys';
import type { OwnedKey } from '../../../platform/turns';
import { notClosed } from '../../../shared/closed-workspaces-store';
import { readableSender } from '../../../shared/webhook-signing';
import type { DeliveryRow } from '../deliveries/delivery-store';
import { type ShownWebhookRow, urlOf, type WebhookRow } from '../endpoints/webhook-store';

/** A leased delivery with what its request needs. */
export interface LeasedDelivery extends DeliveryRow {
  readonly leased_until: string;
  readonly url: string | null;
  readonly format: WebhookRow['format'];
  readonly secrets: readonly string[];
  readonly first_failed_at: string | null;
  /** Whether it is a mail. */
  readonly isMail: boolean;
}

/** A webhook with deliveries that are due. */
export interface DueWebhook {
  readonly key: OwnedKey;
  /** The most messages that a process sends to it at the same time. */
  readonly inFlight: number;
}

/** What a look at the database finds. */
export interface LookedFor {
  readonly now: string;
  readonly after: OwnedKey;
  readonly limit: number;
  /** Whether to find the queues of mails too. */
  readonly mails: boolean;
}

/** The number of deliveries to lease of a webhook. */
export interface Share {
  readonly webhook: OwnedKey;
  readonly count: number;
}

/**
 * Finds webhooks with deliveries that are due and that no process has leased, by their keys, after
 * `after`. Reads all workspaces, because one process delivers for all of them. It goes from webhook
 * to webhook by the index, so the number of deliveries that wait makes no difference.
 */
export async function findDueWebhooks(
  reader: Reader,
  { now, after: [workspaceId, webhookId], limit, mails }: LookedFor,
): Promise<DueWebhook[]> {
  const rows = await reader.rows<{
    workspace_id: string;
    webhook_id: string;
    in_flight: number;
  }>((db) =>
    db.raw(
      `with recursive owners (workspace_id) as (
         select (${nextOf('workspace_id', 'one.workspace_id >= ?')})
         union all
         select (${nextOf('workspace_id', 'one.workspace_id > owners.workspace_id')})
           from owners where owners.workspace_id is not null
       ),
       waiting (workspace_id, webhook_id) as (
         select workspace_id, (${nextOf(
           'webhook_id',
           'one.workspace_id = owners.workspace_id and (one.workspace_id, one.webhook_id) > (?, ?)',
         )})
           from owners where owners.workspace_id is not null
         union all
         select workspace_id, (${nextOf(
           'webhook_id',
           'one.workspace_id = waiting.workspace_id and one.webhook_id > waiting.webhook_id',
         )})
           from waiting where waiting.webhook_id is not null
       )
       select waiting.workspace_id, waiting.webhook_id, webhooks.in_flight from waiting
         join webhooks on webhooks.workspace_id = waiting.workspace_id
           and webhooks.id = waiting.webhook_id
         where ${mails ? '' : 'webhooks.overdue_checked_at is null and '}waiting.workspace_id not in (select workspace_id from closed_workspaces) and exists (
           select 1 from webhook_deliveries as one
             where one.workspace_id = waiting.workspace_id and one.webhook_id = waiting.webhook_id
             and one.status = 'pending' and one.due_at <= ?
             and (one.leased_until is null or one.leased_until <= ?)
         )
         order by waiting.workspace_id, waiting.webhook_id limit ${limit}`,
      [workspaceId, workspaceId, webhookId, now, now],
    ),
  );
  return rows.map(({ workspace_id, webhook_id, in_flight }) => ({
    key: [workspace_id, webhook_id],
    inFlight: in_flight,
  }));
}

function nextOf(column: 'workspace_id' | 'webhook_id', condition: string): string {
  return `select one.${column} from webhook_deliveries as one
    where one.status = 'pending' and one.due_at is not null and ${condition}
    order by one.${column} limit 1`;
}

/** The shares of one workspace. */
export interface WorkspaceShares {
  readonly workspaceId: string;
  readonly shares: readonly Share[];
}

/** The deliveries of a lease. */
export interface Leased {
  readonly deliveries: readonly LeasedDelivery[];
  /** Webhooks whose secrets the process cannot read, with the reason. */
  readonly unreadable: readonly { readonly webhook: OwnedKey; readonly fault: string }[];
}

/**
 * Leases deliveries of a workspace that have been due longest and that no process has, until
 * `until`: as many of each webhook as its share says. Another process may lease them again after
 * that. Returns them with the URLs and the secrets of their webhooks. Deliveries without a readable
 * secret are not leased, so a process that has its key sends them at once.
 */
export async function leaseDeliveries(
  transaction: Transaction,
  { workspaceId, shares }: WorkspaceShares,
  { now, until, keys }: { readonly now: string; readonly until: string; readonly keys: SecretKeys },
): Promise<Leased> {
  const found = await transaction.rows<DeliveryRow>((db) => {
    const [head, ...rest] = shares.map((share, index) =>
      db.select('*').from(firstDue(transaction, db, share, now).as(`share_${index}`)),
    );
    return head === undefined ? db.select(db.raw('1')).whereRaw('1 = 0') : head.unionAll(rest);
  });
  if (found.length === 0) return { deliveries: [], unreadable: [] };
  const webhooks = await webhooksOfDeliveries(transaction, workspaceId, found);
  const senders = new Map(
    [...webhooks].map(([id, one]) => [id, readableSender(keys, { ...one, url: urlOf(one) }, now)]),
  );
  const rows = found.filter((row) => senders.get(row.webhook_id)?.fault === undefined);
  if (rows.length > 0) {
    await transaction.write((db) =>
      db('webhook_deliveries')
        .where({ workspace_id: workspaceId })
        .whereIn(
          'id',
          rows.map(({ id }) => id),
        )
        .update({ leased_until: until }),
    );
  }
  return {
    deliveries: rows.flatMap((row) => {
      const webhook = webhooks.get(row.webhook_id);
      const sender = senders.get(row.webhook_id);
      if (webhook === undefined || sender?.fault !== undefined || sender === undefined) return [];
      const { format, first_failed_at, overdue_checked_at: through } = webhook;
      const leased = { ...row, ...sender, leased_until: until, format };
      return { ...leased, first_failed_at, isMail: through !== null };
    }),
    unreadable: [...webhooks.values()].flatMap(({ workspace_id, id }) => {
      const fault = senders.get(id)?.fault;
      return fault === undefined ? [] : { webhook: [workspace_id, id], fault };
    }),
  };
}

function firstDue(
  { dialect }: Transaction,
  db: Knex,
  { webhook: [workspaceId, webhookId], count }: Share,
  now: string,
): Knex.QueryBuilder {
  const due = db('webhook_deliveries')
    .where({ workspace_id: workspaceId, webhook_id: webhookId })
    .whereRaw("status = 'pending'")
    .where('due_at', '<=', now)
    .where(notClosed(db, 'workspace_id'))
    .where((unleased) => {
      void unleased.whereNull('leased_until').orWhere('leased_until', '<=', now);
    })
    .orderBy('due_at')
    .limit(count)
    .select('*');
  return dialect === 'sqlite' ? due : due.forUpdate().skipLocked();
}

type Receiver = Pick<
  ShownWebhookRow,
  | 'workspace_id'
  | 'id'
  | 'agent_id'
  | 'url'
  | 'format'
  | 'agent_url'
  | 'secret'
  | 'previous_secret'
  | 'secret_url'
  | 'overlap_ends_at'
  | 'first_failed_at'
  | 'overdue_checked_at'
>;

async function webhooksOfDeliveries(
  reader: Reader,
  workspaceId: string,
  rows: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, Receiver>> {
  const webhooks = await reader.rows<Receiver>((db) =>
    db('webhooks')
      .leftJoin('agents', (on) => {
        on.on('agents.workspace_id', 'webhooks.workspace_id').on('agents.id', 'webhooks.agent_id');
      })
      .where('webhooks.workspace_id', workspaceId)
      .whereIn(
        'webhooks.id',
        rows.map(({ webhook_id: id }) => id),
      )
      .whereNull('webhooks.deleted_at')
      .limit(limits.webhook_waiting)
      .select(
        'webhooks.workspace_id',
        'webhooks.id',
        'webhooks.agent_id',
        'webhooks.url',
        'webhooks.format',
      )
      .select('webhooks.secret', 'webhooks.previous_secret', 'webhooks.overlap_ends_at')
      .select('webhooks.secret_url')
      .select('webhooks.first_failed_at', 'webhooks.overdue_checked_at')
      .select('agents.webhook_url as agent_url'),
  );
  return new Map(webhooks.map((row) => [row.id, row]));
}

/** The columns that an attempt changes. */
export type AttemptResult = Pick<
  DeliveryRow,
  | 'status'
  | 'attempts'
  | 'due_at'
  | 'last_attempt_at'
  | 'response_status'
  | 'response_text'
  | 'duration_ms'
  | 'error'
  | 'finished_at'
>;

type Lease = Pick<LeasedDelivery, 'workspace_id' | 'id' | 'leased_until'>;

// A closed workspace keeps its deliveries, so that they are sent again where it opens.
const whileLeased = (
  update: Knex.QueryBuilder,
  db: Knex,
  given: (name: 'leased') => string,
): Knex.QueryBuilder =>
  update
    .where('leased_until', given('leased'))
    .whereRaw("status = 'pending'")
    .where(notClosed(db, 'workspace_id'));

const attempted = compiledUpdate<'leased'>('webhook_deliveries', { finish: whileLeased });

/**
 * Stores the result of an attempt and ends its lease. Returns false if the lease has passed to
 * another process, whose result counts, or the workspace has been closed.
 */
export async function finishAttempt(
  transaction: Transaction,
  lease: Lease,
  result: AttemptResult,
): Promise<boolean> {
  const changes = { ...result, leased_until: null };
  const leased = lease.leased_until;
  return (await transaction.write(attempted(lease, changes, { leased }))) > 0;
}

const deliveredOn = (dialect: Dialect) =>
  compiledUpdate<'leased'>('webhook_deliveries', {
    computed: (db) => ({
      last_attempt_at: databaseTime(db, dialect),
      finished_at: databaseTime(db, dialect),
    }),
    finish: whileLeased,
  });

const delivered = { sqlite: deliveredOn('sqlite'), postgres: deliveredOn('postgres') } as const;

/** `finishAttempt` for a success, which happens at the time of the database. */
export async function finishDelivery(
  transaction: Transaction,
  lease: Lease,
  result: Omit<AttemptResult, 'status' | 'due_at' | 'last_attempt_at' | 'finished_at'>,
): Promise<boolean> {
  const changes = { ...result, status: 'delivered', due_at: null, leased_until: null };
  const leased = lease.leased_until;
  return (await transaction.write(delivered[transaction.dialect](lease, changes, { leased }))) > 0;
}

/** Removes the secret of a letter that has ended. */
export async function clearBody(
  transaction: Transaction,
  { workspace_id, id }: Pick<LeasedDelivery, 'workspace_id' | 'id'>,
): Promise<void> {
  await transaction.write((db) =>
    db('webhook_deliveries').where({ workspace_id, id }).update({ body: '{}' }),
  );
}

/** Ends the leases of attempts that were interrupted, so that another process makes them. */
export async function endLeases(
  transaction: Transaction,
  { workspace_id, id, leased_until }: Lease,
): Promise<void> {
  await transaction.write((db) =>
    db('webhook_deliveries')
      .where({ workspace_id, id, leased_until })
      .where(notClosed(db, 'workspace_id'))
      .update({ leased_until: null }),
  );
}

/** Stores since when a locked webhook fails. It does not change the webhook's version. */
export async function storeFailure(
  transaction: Transaction,
  { workspace_id, id }: Pick<WebhookRow, 'workspace_id' | 'id'>,
  failure: Partial<Pick<WebhookRow, 'first_failed_at' | 'failing_told_at'>>,
): Promise<void> {
  await transaction.write((db) => db('webhooks').where({ workspace_id, id }).update(failure));
}

/** Ends the failure of a webhook, if it failed when the delivery was leased. */
export async function endFailure(
  transaction: Transaction,
  {
    workspace_id,
    webhook_id: id,
    first_failed_at: since,
  }: Pick<LeasedDelivery, 'workspace_id' | 'webhook_id' | 'first_failed_at'>,
): Promise<void> {
  if (since === null) return;
  await transaction.write((db) =>
    db('webhooks')
      .where({ workspace_id, id })
      .whereRaw("state = 'enabled'")
      .update({ first_failed_at: null, failing_told_at: null }),
  );
}
