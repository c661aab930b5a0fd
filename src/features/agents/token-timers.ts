import { takeDueTimers, type Occurrence, type TimerHandler } from '../../shared/timers';
import { lockExpiringTokens } from '../../shared/tokens';

/** Emits `token.expiring` for tokens that people made, seven days before they expire. */
export const announceExpiry: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const kind = 'token.expiring';
  const tokens = await lockExpiringTokens(transaction, workspaceId, subjectIds);
  const ids = tokens.map(({ id }) => id);
  const taken = await takeDueTimers(transaction, { workspaceId, kind, now }, ids);
  const occurrences = tokens.flatMap((token): Occurrence[] => {
    const { id, name, agent_name: agent, expires_at: at } = token;
    if (!taken.has(id) || token.author_kind !== 'user' || at <= now) return [];
    const summary = `The token ${name} of ${agent} expires at ${at}.`;
    return [{ at: now, event: { kind, subject: { type: 'token', id, title: name }, summary } }];
  });
  return { occurrences };
};
