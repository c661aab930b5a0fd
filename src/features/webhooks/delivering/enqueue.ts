import { limits } from '../../../../generated/limits';
import { findAgentActor, findSystemActor, type AgentActorRow } from '../../../shared/actor-store';
import { findClosed } from '../../../shared/closed-workspaces-store';
import { agentViewer } from '../../../shared/document-visibility';
import {
  emit,
  type EventKind,
  type FeedEvent,
  findFeedBounds,
  isEventKind,
  readFeed,
  readNews,
  toEvent,
} from '../../../shared/events';
import { historyStart, limitsOf, onShownActions } from '../../../shared/plans';
import type { Database } from '../../../platform/db/connect';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { bool, strings } from '../../../platform/db/statements/columns';
import { newId } from '../../../platform/ids';
import type { Settings } from '../../../platform/operation';
import { addMilliseconds } from '../../../platform/time';
import type { OwnedKey } from '../../../platform/turns';
import { encodePosition } from '../../feed';
import { enqueueMails, mailedEvents } from '../../mail';
import { toNewsItems } from '../../news';
import { countClaimable } from '../../views';
import { findChatDetails } from '../chat/chat-details-store';
import { chatBody, chatMessageOf } from '../chat/chat-message';
import {
  insertDeliveries,
  messageBody,
  type NewDelivery,
  upsertDeliveries,
} from '../deliveries/delivery-store';
import {
  findLockedWebhook,
  type ShownWebhookRow,
  subjectOf,
  urlOf,
} from '../endpoints/webhook-store';
import { type Progress, readSettings, storeProgress, workDueBefore } from './unread-store';

/** The number of events that one transaction reads for a webhook at most. */
const BATCH = 200;

interface Source {
  readonly transaction: Transaction;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly settings: Settings;
  readonly historyDays: number | null;
}

/** What reading on has found for a webhook. */
interface Enqueued {
  /** Whether deliveries may be due now. */
  readonly isDue: boolean;
  /** Whether more events follow. */
  readonly hasMore: boolean;
  /** The most messages that a process sends to the webhook at the same time. */
  readonly inFlight: number;
}

/**
 * Stores the deliveries of the next events for a webhook and moves its position, in one
 * transaction. The lock of the webhook decides between processes. A mail gathers events for
 * `gatherMs`. Returns undefined if the webhook is disabled or its workspace is closed.
 */
export async function enqueueDeliveries(
  database: Database,
  [workspaceId, webhookId]: OwnedKey,
  {
    now,
    settings: server,
    gatherMs,
  }: { readonly now: string; readonly settings: Settings; readonly gatherMs: number },
): Promise<Enqueued | undefined> {
  return transact(database, async (transaction) => {
    const row = await findLockedWebhook(transaction, workspaceId, webhookId);
    if (row?.state !== 'enabled') return undefined;
    if ((await findClosed(transaction, workspaceId)) !== undefined) return undefined;
    const { plan, settings } = await readSettings(transaction, workspaceId, server);
    const source: Source = {
      transaction,
      workspaceId,
      now,
      newId: (prefix) => newId(prefix, now),
      settings,
      historyDays: limitsOf(plan).history_days,
    };
    if (row.overdue_checked_at !== null) {
      const queue = { ...row, overdue_checked_at: row.overdue_checked_at };
      return readForMails(source, queue, addMilliseconds(now, gatherMs));
    }
    const capacity = Math.min(BATCH, limits.webhook_waiting - row.waiting_count);
    const after = await skipGap(source, row);
    const agent =
      row.agent_id === null
        ? undefined
        : await findAgentActor(transaction, workspaceId, row.agent_id);
    const read =
      agent === undefined
        ? await readEvents(source, row, after, capacity)
        : await readAgentNews(source, { row, agent, after, capacity });
    await upsertDeliveries(transaction, row, read.deliveries, now);
    const work = agent === undefined ? {} : await countWork(source, row, agent);
    await storeProgress(transaction, row, { position: read.position, ...work });
    return {
      isDue: read.deliveries.length > 0 || 'work_count' in work,
      hasMore: read.hasMore,
      inFlight: row.in_flight,
    };
  });
}

// People have few mails that gather, so no number of them stops the reading.
async function readForMails(
  source: Source,
  queue: ShownWebhookRow & { readonly overdue_checked_at: string },
  dueAt: string,
): Promise<Enqueued> {
  const { transaction, workspaceId, now } = source;
  const { forgotten } = await findFeedBounds(transaction, workspaceId);
  const after = Math.max(queue.position, forgotten);
  const { events, position, hasMore } = await readPage(source, after, BATCH, mailedEvents);
  const mails = await enqueueMails(
    { transaction, queue, now, dueAt, newId: () => source.newId('msg') },
    events,
  );
  const progress = { position, overdue_checked_at: mails.overdueThrough };
  await storeProgress(transaction, queue, progress);
  return { isDue: false, hasMore: hasMore || mails.hasMore, inFlight: queue.in_flight };
}

interface Page {
  readonly events: readonly FeedEvent[];
  readonly position: number;
  readonly hasMore: boolean;
}

/**
 * The next events of some kinds that owners see; of all kinds if there are none. Those of imports
 * are read and left out.
 */
async function readPage(
  source: Source,
  after: number,
  limit: number,
  kind: readonly EventKind[],
): Promise<Page> {
  const { bounds, events } = await readFeed(source.transaction, {
    workspaceId: source.workspaceId,
    after,
    filters: { kind },
    visible: onShownActions({ ...source, start: historyStart(source) }, 'events'),
    limit,
  });
  const hasMore = events.length === limit;
  const end = events.at(-1)?.position ?? after;
  return {
    events: events.filter(({ imported }) => !bool(imported)),
    position: hasMore ? end : Math.max(after, bounds.last),
    hasMore,
  };
}

interface Read {
  readonly deliveries: readonly NewDelivery[];
  readonly position: number;
  readonly hasMore: boolean;
}

/**
 * Emits `webhook.gap` if the purge has passed the position of the webhook. Returns the position
 * where the stored events begin.
 */
async function skipGap(source: Source, row: ShownWebhookRow): Promise<number> {
  const { transaction, workspaceId } = source;
  const { forgotten, epoch } = await findFeedBounds(transaction, workspaceId);
  if (forgotten <= row.position) return row.position;
  const system = await findSystemActor(transaction, workspaceId);
  if (system === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
  emit(
    { ...source, actor: system },
    {
      kind: 'webhook.gap',
      subject: subjectOf(row),
      summary: `The events from the cursor ${encodePosition(row.position, epoch)} to ${encodePosition(forgotten, epoch)} were deleted before they were sent.`,
    },
  );
  return forgotten;
}

/** The next events of the workspace: those that owners see, who manage webhooks. */
async function readEvents(
  source: Source,
  row: ShownWebhookRow,
  after: number,
  capacity: number,
): Promise<Read> {
  if (capacity <= 0) return { deliveries: [], position: after, hasMore: false };
  const kinds = strings(row.kinds).filter(isEventKind);
  const { events, position, hasMore } = await readPage(source, after, capacity, kinds);
  const bodies = await bodiesOf(source, row, events);
  return {
    deliveries: events.flatMap((event, index) => {
      const body = bodies[index];
      if (body === undefined) return [];
      const { id: eventId, kind, position: at } = event;
      return { id: source.newId('msg'), kind, eventId, position: at, body };
    }),
    position,
    hasMore,
  };
}

/** The messages of events, in their order; undefined for those that a preset leaves out. */
async function bodiesOf(
  { transaction, workspaceId, settings: { consoleUrl } }: Source,
  { format, preset }: ShownWebhookRow,
  events: readonly FeedEvent[],
): Promise<(string | undefined)[]> {
  const needsDetails = format !== 'standard' || preset !== null;
  const details = needsDetails
    ? await findChatDetails(transaction, workspaceId, events)
    : undefined;
  return events.map((event) => {
    const detail = details?.get(event.subject_id);
    if (preset !== null && detail?.isOpen !== true) return undefined;
    const shown = toEvent(event, consoleUrl);
    return format === 'standard'
      ? messageBody(event.kind, event.created_at, shown)
      : chatBody(format, chatMessageOf(shown, detail));
  });
}

/** The next news of the agent. Without a URL they are not sent, now or later. */
async function readAgentNews(
  source: Source,
  {
    row,
    agent,
    after,
    capacity,
  }: {
    readonly row: ShownWebhookRow;
    readonly agent: AgentActorRow;
    readonly after: number;
    readonly capacity: number;
  },
): Promise<Read> {
  const {
    transaction,
    workspaceId,
    settings: { consoleUrl },
  } = source;
  if (capacity <= 0) return { deliveries: [], position: after, hasMore: false };
  // Read the end first: every event up to it has been committed.
  const { last, epoch } = await findFeedBounds(transaction, workspaceId);
  if (urlOf(row) === null || agent.state === 'revoked') {
    return { deliveries: [], position: last, hasMore: false };
  }
  const rows = await readNews(transaction, {
    workspaceId,
    actorId: agent.actor_id,
    after,
    viewer: agentViewer(workspaceId, agent),
    historyStart: historyStart(source),
    readThrough: after,
    limit: capacity,
  });
  const kinds = strings(row.kinds);
  const wanted = rows.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  const items = await toNewsItems(
    transaction,
    { workspaceId, agentId: agent.id, consoleUrl, now: source.now, epoch },
    wanted,
  );
  const end = rows.at(-1)?.position ?? after;
  const isFull = rows.length === capacity;
  return {
    deliveries: items.map((item, index) => ({
      id: source.newId('msg'),
      kind: item.kind,
      eventId: item.id,
      position: wanted[index]?.position ?? null,
      body: messageBody(item.kind, item.created_at, item),
    })),
    position: isFull ? end : Math.max(end, last),
    hasMore: isFull,
  };
}

/**
 * Stores the message `agent.work_available` if there is more to claim than when it was last
 * counted. A paused or revoked agent has nothing to claim.
 */
async function countWork(
  source: Source,
  row: ShownWebhookRow,
  agent: AgentActorRow,
): Promise<Omit<Progress, 'position'>> {
  const { transaction, workspaceId, now, newId: idOf } = source;
  if (row.work_counted_at !== null && row.work_counted_at > workDueBefore(now)) return {};
  const { last } = await findFeedBounds(transaction, workspaceId);
  const works = agent.state === 'active' || agent.state === 'pending';
  const context = { ...source, reader: transaction, keyPrefixes: [] };
  const claimable = works && urlOf(row) !== null ? await countClaimable(context, agent) : 0;
  if (claimable > (row.work_count ?? 0)) {
    const data = { agent_id: agent.id, claimable };
    const message = {
      id: idOf('msg'),
      kind: 'agent.work_available',
      eventId: null,
      position: null,
      body: messageBody('agent.work_available', now, data),
    };
    await insertDeliveries(transaction, row, [message], now);
  }
  return { work_count: claimable, work_position: last, work_counted_at: now };
}
