import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import { int, strings } from '../../../platform/db/statements/columns';
import { type RowChanges, updateVersioned } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import { notFound } from '../../../platform/problems';
import type { SecretKeys } from '../../../platform/secret-keys';
import { type EventKind, isEventKind } from '../../../shared/events';
import { sealWebhookSecret, type WebhookOwner } from '../../../shared/webhook-signing';
import { encodePosition } from '../../feed';
import { shownUrl, type WebhookFormat } from '../chat/chat-message';

/** The names of sets of kinds, as the contract lists them. */
type Preset = NonNullable<components['schemas']['WebhookPreset']>;

/** The kinds of each preset. */
export const kindsOfPreset: Readonly<Record<Preset, readonly EventKind[]>> = {
  decisions: ['action.completed', 'proposal.created', 'question.asked', 'question.reminder_due'],
};

/** A stored webhook. Times are ISO 8601 UTC. */
export interface WebhookRow {
  readonly id: string;
  readonly workspace_id: string;
  /** The agent whose news it receives, or null. */
  readonly agent_id: string | null;
  /** Null for the webhook of an agent, whose `webhook_url` counts. */
  readonly url: string | null;
  /**
   * The whole URL of a chat, as `sealWebhookSecret` returns it, of which `url` is what people see.
   * Null for other webhooks, and for a chat that was imported without secrets.
   */
  readonly secret_url: string | null;
  readonly format: WebhookFormat;
  readonly description: string | null;
  /** What names the kinds; null if a person chose them. */
  readonly preset: Preset | null;
  /** A JSON array of kinds; empty for all. */
  readonly kinds: string;
  readonly state: 'enabled' | 'disabled';
  readonly disabled_reason: 'person' | 'gone' | 'failing' | null;
  readonly disabled_at: string | null;
  /** As `sealWebhookSecret` returns it. */
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly overlap_ends_at: string | null;
  /** The most messages that a process sends to it at the same time. */
  readonly in_flight: number;
  /** The position of the feed up to which deliveries exist. */
  readonly position: number;
  readonly first_failed_at: string | null;
  /** When `webhook.failing` was emitted, until the next success. */
  readonly failing_told_at: string | null;
  /** The agent's claimable actions when they were last counted; null before. */
  readonly work_count: number | null;
  readonly work_counted_at: string | null;
  /**
   * Only the queue of mails has this: the time up to which it has looked for overdue actions. It has
   * neither an agent nor a URL, and no operation shows it.
   */
  readonly overdue_checked_at: string | null;
  readonly deleted_at: string | null;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** A webhook with the URL of its agent and the number of its waiting deliveries. */
export interface ShownWebhookRow extends WebhookRow {
  readonly agent_url: string | null;
  readonly agent_name: string | null;
  readonly waiting_count: number;
}

/** The webhooks of a workspace, to count and page, without its queue of mails. */
export function webhooksOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return targetsOf(db, workspaceId).whereNull('webhooks.overdue_checked_at');
}

/** The webhooks of a workspace and its queue of mails. */
function targetsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('webhooks')
    .where('webhooks.workspace_id', workspaceId)
    .whereNull('webhooks.deleted_at');
}

/** Adds the columns of a ShownWebhookRow. */
export function selectWebhook(
  query: Knex.QueryBuilder,
  db: Knex,
  workspaceId: string,
): Knex.QueryBuilder {
  const waiting = db
    .from(
      db('webhook_deliveries as waiting')
        .where('waiting.workspace_id', workspaceId)
        .whereRaw('waiting.webhook_id = webhooks.id')
        .whereRaw("waiting.status = 'pending'")
        .limit(limits.webhook_waiting)
        .select('waiting.id')
        .as('first'),
    )
    .count('*');
  return query
    .leftJoin('agents as agent', (on) => {
      on.on('agent.workspace_id', 'webhooks.workspace_id').on('agent.id', 'webhooks.agent_id');
    })
    .leftJoin('actors as agent_actor', (on) => {
      on.on('agent_actor.workspace_id', 'agent.workspace_id').on(
        'agent_actor.id',
        'agent.actor_id',
      );
    })
    .select('webhooks.*', 'agent.webhook_url as agent_url', 'agent_actor.name as agent_name')
    .select(waiting.as('waiting_count'));
}

/** A row of `selectWebhook` with numbers instead of what Postgres returns for large integers. */
export function withNumbers(row: ShownWebhookRow): ShownWebhookRow {
  return { ...row, position: int(row.position), waiting_count: int(row.waiting_count) };
}

/** The webhook of an id; 404 when the workspace has none. */
export async function getWebhookRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<ShownWebhookRow> {
  const row = await findTargetRow(reader, workspaceId, id);
  if (row === undefined || row.overdue_checked_at !== null) throw notFound('webhook', id);
  return row;
}

async function findTargetRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<ShownWebhookRow | undefined> {
  const row = await reader.first<ShownWebhookRow>((db) =>
    selectWebhook(targetsOf(db, workspaceId).where('webhooks.id', id), db, workspaceId),
  );
  return row && withNumbers(row);
}

/**
 * The webhook or the queue of mails of an id, with its row locked until the transaction ends;
 * undefined without one.
 */
export async function findLockedWebhook(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<ShownWebhookRow | undefined> {
  await transaction.lock((db) =>
    db('webhooks').where({ workspace_id: workspaceId, id }).select('id').forUpdate(),
  );
  return findTargetRow(transaction, workspaceId, id);
}

/** `findLockedWebhook`; 404 when the workspace has none. */
export async function lockWebhook(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<ShownWebhookRow> {
  const row = await findLockedWebhook(transaction, workspaceId, id);
  if (row === undefined || row.overdue_checked_at !== null) throw notFound('webhook', id);
  return row;
}

/** The id of an agent's webhook; 404 when it has none. */
export async function getAgentWebhookId(
  reader: Reader,
  workspaceId: string,
  agentId: string,
): Promise<string> {
  const row = await reader.first<{ id: string }>((db) =>
    webhooksOf(db, workspaceId).where('webhooks.agent_id', agentId).select('webhooks.id'),
  );
  if (row === undefined) throw notFound('webhook', agentId);
  return row.id;
}

/** Counts the webhooks of a workspace without those of agents, up to `most`. */
export async function countWebhooks(
  reader: Reader,
  workspaceId: string,
  most: number,
): Promise<number> {
  const rows = await reader.rows((db) =>
    webhooksOf(db, workspaceId).whereNull('webhooks.agent_id').limit(most).select('webhooks.id'),
  );
  return rows.length;
}

/** A webhook to store. */
interface NewWebhook {
  readonly id: string;
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly url: string | null;
  readonly format: WebhookFormat;
  readonly description: string | null;
  readonly preset: Preset | null;
  readonly kinds: readonly string[];
  /** In plain text. */
  readonly secret: string;
  readonly inFlight: number;
  readonly position: number;
  readonly actorId: string;
  readonly now: string;
}

/**
 * Stores an enabled webhook with its secret encrypted. Returns false if the agent has one already;
 * an index decides.
 */
export async function insertWebhook(
  transaction: Transaction,
  keys: SecretKeys,
  webhook: NewWebhook,
): Promise<boolean> {
  const owner = { workspace_id: webhook.workspaceId, id: webhook.id };
  const inserted = await transaction.write((db) =>
    db('webhooks')
      .insert({
        ...owner,
        agent_id: webhook.agentId,
        ...(webhook.url !== null && urlColumns(keys, owner, webhook.format, webhook.url)),
        format: webhook.format,
        description: webhook.description,
        preset: webhook.preset,
        kinds: JSON.stringify(webhook.kinds),
        state: 'enabled',
        secret: sealWebhookSecret(keys, owner, 'secret', webhook.secret),
        in_flight: webhook.inFlight,
        position: webhook.position,
        created_by_actor_id: webhook.actorId,
        updated_by_actor_id: webhook.actorId,
        created_at: webhook.now,
        updated_at: webhook.now,
        version: 1,
      })
      .onConflict()
      .ignore(),
  );
  return inserted > 0;
}

/** The columns that have the URL of a webhook. */
export function urlColumns(
  keys: SecretKeys,
  owner: WebhookOwner,
  format: WebhookFormat,
  url: string,
): Pick<WebhookRow, 'url' | 'secret_url'> {
  if (format === 'standard') return { url, secret_url: null };
  return { url: shownUrl(url), secret_url: sealWebhookSecret(keys, owner, 'secret_url', url) };
}

/** Changes columns of a locked webhook and increments its version. */
export async function updateWebhookRow(
  transaction: Transaction,
  webhook: WebhookRow,
  changes: RowChanges<WebhookRow>,
): Promise<void> {
  await updateVersioned<WebhookRow>(transaction, 'webhooks', webhook, changes);
}

/** A webhook in the contract's shape, without its secrets. */
export function toWebhook(
  row: ShownWebhookRow,
  { now, epoch }: { readonly now: string; readonly epoch: string },
): components['schemas']['Webhook'] {
  const { overlap_ends_at: overlapEnd } = row;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    agent_id: row.agent_id,
    url: urlOf(row),
    format: row.format,
    description: row.description,
    preset: row.preset,
    kinds: strings(row.kinds).filter(isEventKind),
    state: row.state,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at,
    failing_since: row.first_failed_at,
    waiting_count: row.waiting_count,
    in_flight: row.in_flight,
    position: encodePosition(row.position, epoch),
    overlap_ends_at: overlapEnd !== null && overlapEnd > now ? overlapEnd : null,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}

/**
 * Where the messages of a webhook are sent, as people see it; null for an agent without a URL.
 */
export function urlOf(row: Pick<ShownWebhookRow, 'agent_id' | 'url' | 'agent_url'>): string | null {
  return row.agent_id === null ? row.url : row.agent_url;
}

/** The subject of events about a webhook: its URL without the query, which may have secrets. */
export function subjectOf(row: Pick<ShownWebhookRow, 'id' | 'agent_id' | 'url' | 'agent_name'>): {
  readonly type: 'webhook';
  readonly id: string;
  readonly title: string;
} {
  return { type: 'webhook', id: row.id, title: titleOf(row) };
}

function titleOf(row: Pick<ShownWebhookRow, 'agent_id' | 'url' | 'agent_name'>): string {
  if (row.agent_id !== null) return `Webhook of ${row.agent_name ?? row.agent_id}`;
  return (row.url === null ? undefined : hostOf(row.url)) ?? 'Webhook';
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host;
  } catch {
    return undefined;
  }
}
