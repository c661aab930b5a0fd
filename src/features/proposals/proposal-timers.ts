import { subjectsOf } from '../../shared/agent-requests';
import { takeDueTimers, type Occurrence, type TimerHandler } from '../../shared/timers';
import { truncate } from '../../platform/text-length';
import { stateOf } from './proposal-rules';
import { lockPermitted } from './proposal-store';
import { deletePermittedTargets } from './targets/target-store';

/** Emits `proposal.expired` for permissions whose time has run out. */
export const expirePermissions: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const proposals = await lockPermitted(transaction, workspaceId, subjectIds);
  const taken = await takeDueTimers(
    transaction,
    { workspaceId, kind: 'proposal.expired', now },
    proposals.map(({ id }) => id),
  );
  const occurrences: Occurrence[] = [];
  for (const proposal of proposals) {
    const { id } = proposal;
    const at = taken.get(id);
    if (at === undefined || stateOf(proposal, now) !== 'expired') continue;
    const event = {
      kind: 'proposal.expired',
      subject: { type: 'proposal', id, title: truncate(proposal.question) },
      summary: 'The permission ended unused: its time ran out.',
      about: subjectsOf(proposal),
      related: { author: [proposal.created_by_actor_id] },
    } as const;
    occurrences.push({ at, event });
  }
  const ended = occurrences.map(({ event }) => event.subject.id);
  if (ended.length > 0) await deletePermittedTargets(transaction, workspaceId, ended);
  return { occurrences };
};
