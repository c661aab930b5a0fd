import { createHash } from 'node:crypto';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';

type Attention = components['schemas']['AgentAttention'];

/** What an agent may have to look at. */
export type AttentionKind = keyof Attention['counts'];

/** One thing that is counted, and when it changed last. */
export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly id: string;
  readonly changed_at: string;
}

/** No count is taken beyond it, so that the price of asking is bounded. */
export const maxCounted: number = limits.attention_count;

/** What is there for an agent. Only what it can do something about is work, and only while it may (contract, AgentAttention). */
export function attentionTo(
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
  };
  const { ready, claimable, answered_questions: answered, overdue_checkins: overdue } = counts;
  const mayWork = agent.state !== 'paused' && agent.state !== 'revoked';
  return { has_work: mayWork && ready + claimable + answered + overdue > 0, counts };
}

/** A strong entity tag of the answer and of each thing that it counts: one that takes another's place changes it too. */
export function attentionTag(attention: Attention, items: readonly AttentionItem[]): string {
  const counted = items.map(({ kind, id, changed_at: at }) => `${kind} ${id} ${at}`).toSorted();
  const text = JSON.stringify([attention, counted]);
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}
