import { limits, webhookRetrySeconds } from '../../../../generated/limits';
import { readDatabaseTime } from '../../../platform/db/clock-and-epoch';
import type { Database } from '../../../platform/db/connect';
import type { RowChanges } from '../../../platform/db/statements/compiled';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { newId } from '../../../platform/ids';
import { isRefusal } from '../../../platform/mail/sender';
import type { Outgoing, OutgoingResult } from '../../../platform/outgoing';
import { addMilliseconds, HOUR, SECOND } from '../../../platform/time';
import { findSystemActor } from '../../../shared/actor-store';
import { emit } from '../../../shared/events';
import { signatureHeaders } from '../../../shared/webhook-signing';
import {
  type createMailDelivery,
  isDigest,
  isNextDigestSooner,
  joinNextDigest,
  repeatInNextDigest,
} from '../../mail';
import { chatTarget, hideUrl } from '../chat/chat-message';
import { pauseDeliveries } from '../deliveries/delivery-store';
import {
  findLockedWebhook,
  type ShownWebhookRow,
  subjectOf,
  updateWebhookRow,
  type WebhookRow,
} from '../endpoints/webhook-store';
import {
  type AttemptResult,
  clearBody,
  endFailure,
  endLeases,
  finishAttempt,
  finishDelivery,
  type LeasedDelivery,
  storeFailure,
} from './delivering-store';

/** What deliveries are sent with. */
export interface Senders {
  readonly outgoing: Pick<Outgoing, 'post'>;
  /** Undefined if no mails are sent. */
  readonly mail?: ReturnType<typeof createMailDelivery> | undefined;
}

/** Sends a delivery to its receiver. Never rejects because of the receiver. */
export function sendDelivery(
  { outgoing, mail }: Senders,
  delivery: LeasedDelivery,
  {
    now,
    responseMs,
    signal,
  }: { readonly now: string; readonly responseMs: number; readonly signal: AbortSignal },
): Promise<OutgoingResult> {
  const { id, workspace_id: owner, url, format, secrets } = delivery;
  if (delivery.isMail && mail !== undefined) return mail(delivery, { now, signal });
  // A receiver without a URL is as unreachable as one with a forbidden URL.
  if (url === null) return Promise.resolve({ error: 'address_not_allowed', durationMs: 0 });
  const isStandard = format === 'standard';
  const target = isStandard ? { url, body: delivery.body } : chatTarget(format, url, delivery.body);
  const { body } = target;
  return outgoing.post(target.url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Callboard',
      ...(isStandard && signatureHeaders({ id, at: now, body, secrets })),
    },
    body,
    connectMs: limits.webhook_connect_seconds * SECOND,
    responseMs,
    maxResponseBytes: limits.webhook_response_bytes,
    isBodyOptional: true,
    owner,
    signal,
  });
}

/**
 * Stores the result of an attempt: a success, a failure with the next attempt, or the last failure.
 * A failure may also disable the webhook.
 */
export async function settleAttempt(
  database: Database,
  delivery: LeasedDelivery,
  result: OutgoingResult,
): Promise<void> {
  await transact(database, async (transaction) => {
    if (result.error === 'aborted') return endLeases(transaction, delivery);
    if (result.error === undefined && result.status >= 200 && result.status < 300) {
      const columns = resultColumns(result, delivery);
      // The lock order of the operations: the webhook, then its deliveries.
      if (isDigest(delivery)) await lockQueueOf(transaction, delivery);
      const isFirst = await finishDelivery(transaction, delivery, columns);
      if (isLetter(delivery)) await clearBody(transaction, delivery);
      else if (isFirst && isDigest(delivery)) {
        await repeatInNextDigest(transaction, delivery, await readDatabaseTime(transaction));
      } else if (isFirst && delivery.kind !== 'webhook.test')
        await endFailure(transaction, delivery);
      return;
    }
    await settleFailure(transaction, delivery, result, await readDatabaseTime(transaction));
  });
}

function lockQueueOf(
  transaction: Transaction,
  { workspace_id: workspaceId, webhook_id: id }: LeasedDelivery,
): Promise<ShownWebhookRow | undefined> {
  return findLockedWebhook(transaction, workspaceId, id);
}

function resultColumns(
  result: OutgoingResult,
  { attempts, format, url }: LeasedDelivery,
): Pick<AttemptResult, 'attempts' | 'response_status' | 'response_text' | 'duration_ms' | 'error'> {
  const made = { attempts: attempts + 1, duration_ms: result.durationMs };
  return result.error === undefined
    ? {
        ...made,
        response_status: result.status,
        response_text: hideUrl(format, url, result.text),
        error: null,
      }
    : {
        ...made,
        response_status: null,
        response_text: null,
        error: result.error === 'aborted' ? null : result.error,
      };
}

async function settleFailure(
  transaction: Transaction,
  delivery: LeasedDelivery,
  result: OutgoingResult,
  now: string,
): Promise<void> {
  const webhook = await lockQueueOf(transaction, delivery);
  if (webhook === undefined) return;
  const columns = { ...resultColumns(result, delivery), last_attempt_at: now };
  const isTest = delivery.kind === 'webhook.test';
  const isGone = result.error === undefined && isLast(delivery, result.status);
  const retry = isTest || isGone ? undefined : retryAt(result, columns.attempts, now);
  const joinsNext =
    isDigest(delivery) && !isGone && (await isNextDigestSooner(transaction, delivery, retry));
  const next = joinsNext ? undefined : retry;
  const isFirst = await finishAttempt(transaction, delivery, {
    ...columns,
    ...(next === undefined
      ? { status: 'failed', due_at: null, finished_at: now }
      : {
          status: 'pending',
          due_at: webhook.state === 'enabled' ? next : null,
          finished_at: null,
        }),
  });
  if (next === undefined && isLetter(delivery)) await clearBody(transaction, delivery);
  if (isFirst && joinsNext) await joinNextDigest(transaction, delivery, now);
  // No receiver of mails is at fault for all of them.
  if (!isFirst || isTest || delivery.isMail || webhook.state === 'disabled') return;
  await judgeHealth(transaction, webhook, { now, isGone });
}

// Whether the receiver wants no other attempt.
function isLast({ isMail }: LeasedDelivery, status: number): boolean {
  return isMail ? isRefusal(status) : status === 410;
}

// A mail with a secret link. A notification names its recipient, and has no secret.
function isLetter({ isMail, recipient_user_id: recipient }: LeasedDelivery): boolean {
  return isMail && recipient === null;
}

function retryAt(result: OutgoingResult, attempts: number, now: string): string | undefined {
  const hint =
    result.error === undefined
      ? { status: result.status, retryAfter: result.headers['retry-after'] }
      : undefined;
  return nextAttemptAt(now, attempts, Math.random(), hint);
}

// Disables a webhook whose receiver is gone or has failed for five days; after one day of failure it
// emits `webhook.failing`.
async function judgeHealth(
  transaction: Transaction,
  webhook: ShownWebhookRow,
  { now, isGone }: { readonly now: string; readonly isGone: boolean },
): Promise<void> {
  const since = webhook.first_failed_at ?? now;
  const seconds = (Date.parse(now) - Date.parse(since)) / SECOND;
  if (isGone) {
    await disable(transaction, webhook, now, {
      reason: 'gone',
      summary: 'Disabled: the receiver answered 410 Gone.',
    });
  } else if (seconds >= limits.webhook_disabling_seconds) {
    await disable(transaction, webhook, now, {
      reason: 'failing',
      summary: 'Disabled: no attempt has succeeded for five days.',
    });
  } else if (seconds >= limits.webhook_failing_seconds && webhook.failing_told_at === null) {
    await tell(transaction, webhook, now, {
      kind: 'webhook.failing',
      summary: 'No attempt has succeeded for a day.',
    });
    await storeFailure(transaction, webhook, { first_failed_at: since, failing_told_at: now });
  } else if (webhook.first_failed_at === null) {
    await storeFailure(transaction, webhook, { first_failed_at: since });
  }
}

async function disable(
  transaction: Transaction,
  webhook: ShownWebhookRow,
  now: string,
  { reason, summary }: { readonly reason: 'gone' | 'failing'; readonly summary: string },
): Promise<void> {
  await pauseDeliveries(transaction, webhook);
  const systemId = await tell(transaction, webhook, now, { kind: 'webhook.disabled', summary });
  const changes: RowChanges<WebhookRow> = {
    state: 'disabled',
    disabled_reason: reason,
    disabled_at: now,
    first_failed_at: webhook.first_failed_at ?? now,
    updated_at: now,
    updated_by_actor_id: systemId,
  };
  await updateWebhookRow(transaction, webhook, changes);
}

async function tell(
  transaction: Transaction,
  webhook: ShownWebhookRow,
  now: string,
  event: { readonly kind: 'webhook.failing' | 'webhook.disabled'; readonly summary: string },
): Promise<string> {
  const { workspace_id: workspaceId } = webhook;
  const system = await findSystemActor(transaction, workspaceId);
  if (system === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
  emit(
    { transaction, workspaceId, now, newId: (prefix) => newId(prefix, now), actor: system },
    { ...event, subject: subjectOf(webhook) },
  );
  return system.id;
}

/** The longest `Retry-After` that is respected, in milliseconds. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** The parts of a response that decide when the next attempt is. */
export interface RetryHint {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/**
 * When to try again after `attempts` failed attempts: the next delay with a tenth of jitter, or
 * `Retry-After` of a 429 or 503 if that is later (RFC 9110, 10.2.3). Undefined after the last
 * attempt. `random` is from 0 to 1.
 */
export function nextAttemptAt(
  now: string,
  attempts: number,
  random: number,
  hint?: RetryHint,
): string | undefined {
  const seconds = webhookRetrySeconds[attempts - 1];
  if (seconds === undefined) return undefined;
  const jittered = Math.round(seconds * SECOND * (0.9 + random / 5));
  const wanted = hint !== undefined && mayAsk(hint.status) ? retryAfterMs(hint, now) : 0;
  return addMilliseconds(now, Math.max(jittered, wanted));
}

function mayAsk(status: number): boolean {
  return status === 429 || status === 503;
}

function retryAfterMs({ retryAfter = '' }: RetryHint, now: string): number {
  const wanted = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - Date.parse(now);
  return Number.isNaN(wanted) ? 0 : Math.min(MAX_RETRY_AFTER, wanted);
}
