import type { OperationId } from '../../src/platform/operation';
import type { Seen } from './pool';

/**
 * Whether an operation may succeed on such a record, by its description; `me` is the calling actor.
 */
export type StateCondition = (record: Seen, me: string) => boolean;

const isOpen: StateCondition = ({ state }) => state === 'open';
const isMine: StateCondition = (record, me) => record['created_by_actor_id'] === me;
const isMe: StateCondition = (record, me) => record['actor_id'] === me;
const isInReview: StateCondition = (record) => record['review.state'] === 'pending';

const isUnfinished: StateCondition = ({ status, is_template: isTemplate, is_blocked: isBlocked }) =>
  isTemplate === false && isBlocked === false && status !== 'done' && status !== 'dropped';

/**
 * The state that the record in the path needs. Operations without an entry accept any record, so a
 * new operation needs one only when `npm run fuzz` reports that it never succeeds.
 */
export const wanted: Readonly<Partial<Record<OperationId, StateCondition>>> = {
  completeAction: isUnfinished,
  dropAction: isUnfinished,
  claimAction: (record, me) =>
    record['status'] === 'ready' &&
    record['claimed_by_actor_id'] === null &&
    [me, null].some((assignee) => record['assigned_actor_id'] === assignee),
  heartbeatAction: (record, me) => record['claimed_by_actor_id'] === me,
  releaseAction: (record) => typeof record['claimed_by_actor_id'] === 'string',
  removeBlocker: ({ blocked_by: blockers }) => Array.isArray(blockers) && blockers.length > 0,
  reopenAction: ({ status }) => status === 'done' || status === 'dropped',
  approveAction: isInReview,
  rejectAction: isInReview,
  updateNote: (record, me) => record['kind'] === 'note' && isMine(record, me),
  updateProject: isMine,
  duplicateProject: (record) => record['is_template'] === true,
  deleteFile: (record, me) => record['is_loose'] === true && isMine(record, me),
  eraseUser: ({ deactivated_at: at }) => typeof at === 'string',
  approveRevision: (record) => record['review_state'] === 'pending',
  revertRevision: ({ number, review_state: state }) => Number(number) > 1 && state !== 'reverted',
  respondQuestion: isOpen,
  dismissQuestion: isOpen,
  takeQuestion: isOpen,
  releaseQuestion: isOpen,
  withdrawQuestion: (record, me) => isOpen(record, me) && isMine(record, me),
  permitProposal: isOpen,
  denyProposal: isOpen,
  claimNextAction: isMe,
  getAgentQueue: isMe,
  getAgentOverview: isMe,
  getAgentAttention: isMe,
  getAgentNews: isMe,
  markAgentNewsRead: isMe,
  withdrawProposal: (record, me) => isOpen(record, me) && isMine(record, me),
};
