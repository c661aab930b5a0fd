import { createHash } from 'node:crypto';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';

type Attention = components['schemas']['AgentAttention'];

/** The kinds of things that may need an agent's attention. */
export type AttentionKind = keyof Attention['counts'];

/** A counted record and the time of its last change. */
export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly id: string;
  readonly changed_at: string;
}

/** Counts stop here, so that the cost of a request is bounded. */
export const maxCountedPerKind: number = limits.attention_count;

/**
 * Counts the items by kind. `has_work` is true if the agent can act on one of them now: open
 * questions and waiting actions are not work, and paused or revoked agents have none. Answered
 * questions are among the unread news.
 */
export function toAttention(
  agent: { readonly state: string },
  items: readonly AttentionItem[],
): Attention {
  const count = (kind: AttentionKind): number => items.filter((item) => item.kind === kind).length;
  const counts = {
    ready: count('ready'),
    claimable: count('claimable'),
    answered_questions: count('answered_questions'),
    open_questions: count('open_questions'),
    waiting: count('waiting'),
    overdue_checkins: count('overdue_checkins'),
    unread_news: count('unread_news'),
  };
  const { ready, claimable, overdue_checkins: overdue, unread_news: unread } = counts;
  const mayWork = agent.state !== 'paused' && agent.state !== 'revoked';
  return { has_work: mayWork && ready + claimable + overdue + unread > 0, counts };
}

/**
 * A strong ETag over the response body and the counted records, so that it also changes when one
 * record replaces another and the counts stay equal. The epoch separates equal times of changes
 * before and after a restore.
 */
export function attentionETag(
  attention: Attention,
  items: readonly AttentionItem[],
  epoch: string,
): string {
  const counted = items.map(({ kind, id, changed_at: at }) => `${kind} ${id} ${at}`).toSorted();
  const text = JSON.stringify([attention, counted, epoch]);
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}
