import type { components } from '../../../../generated/types';
import { isEventKind } from '../../../shared/events';
import { strings } from '../../../platform/db/statements/columns';
import { encodePosition } from '../../feed';
import type { ShownWebhookRow } from './webhook-store';

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
    description: row.description,
    kinds: strings(row.kinds).filter(isEventKind),
    state: row.state,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at,
    failing_since: row.first_failed_at,
    waiting_count: row.waiting_count,
    position: encodePosition(row.position, epoch),
    overlap_ends_at: overlapEnd !== null && overlapEnd > now ? overlapEnd : null,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}

/** Where the messages of a webhook are sent; null for an agent without a URL. */
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
