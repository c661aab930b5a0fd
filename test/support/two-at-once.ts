import type { OperationId } from '../../src/platform/operation';
import type { RawInput } from '../../scripts/requests/client';

/** A record on which a test sends two verbs at once. */
export interface Subject {
  readonly id: string;
  /** Its project, which has no other action. */
  readonly projectId: string;
  readonly blockerId: string;
  /** The name of the worker that claims it, which claims nothing else. */
  readonly worker: string;
}

/** The ids that the verbs of all subjects share. */
export interface Shared {
  readonly agentId: string;
  readonly personId: string;
  readonly otherProjectId: string;
}

/** The states in which the verbs find an action. */
export type Start = 'pool' | 'claimed' | 'blocked' | 'review' | 'done';

/** A request about a subject. */
export interface Verb {
  readonly operation: OperationId;
  readonly by: 'person' | 'worker';
  /** The state in which the verb succeeds. */
  readonly from: Start;
  readonly input: (subject: Subject, shared: Shared) => RawInput;
}

const path = ({ id }: Subject) => ({ path: { id } });
const update =
  (body: (shared: Shared) => object): Verb['input'] =>
  (subject, shared) => ({ ...path(subject), body: body(shared) });
const ofProject =
  (body: object): Verb['input'] =>
  ({ projectId }) => ({ path: { id: projectId }, body });
const edge: Verb['input'] = ({ id, blockerId }) => ({ path: { id, blocker_id: blockerId } });

/** The verbs that change an action. */
export const verbs: Readonly<Record<string, Verb>> = {
  claim: {
    operation: 'claimAction',
    by: 'worker',
    from: 'pool',
    input: (subject) => ({ ...path(subject), body: { worker: subject.worker } }),
  },
  claimNext: {
    operation: 'claimNextAction',
    by: 'worker',
    from: 'claimed',
    input: ({ projectId, worker }, { agentId }) => ({
      path: { id: agentId },
      body: { project_id: projectId, worker },
    }),
  },
  release: { operation: 'releaseAction', by: 'worker', from: 'claimed', input: path },
  heartbeat: { operation: 'heartbeatAction', by: 'worker', from: 'claimed', input: path },
  complete: {
    operation: 'completeAction',
    by: 'worker',
    from: 'claimed',
    input: update(() => ({ result_summary: 'They hang.' })),
  },
  drop: {
    operation: 'dropAction',
    by: 'worker',
    from: 'claimed',
    input: update(() => ({ reason: 'Not needed.' })),
  },
  reopen: { operation: 'reopenAction', by: 'person', from: 'done', input: path },
  assign: {
    operation: 'updateAction',
    by: 'person',
    from: 'pool',
    input: update(({ personId }) => ({ assigned_actor_id: personId })),
  },
  move: {
    operation: 'updateAction',
    by: 'person',
    from: 'pool',
    input: update(({ otherProjectId }) => ({ project_id: otherProjectId })),
  },
  approve: { operation: 'approveAction', by: 'person', from: 'review', input: path },
  reject: {
    operation: 'rejectAction',
    by: 'person',
    from: 'review',
    input: update(() => ({ reason: 'Too dark.' })),
  },
  addBlocker: { operation: 'addBlocker', by: 'person', from: 'pool', input: edge },
  removeBlocker: { operation: 'removeBlocker', by: 'worker', from: 'blocked', input: edge },
  ask: {
    operation: 'createQuestion',
    by: 'worker',
    from: 'claimed',
    input: ({ id }) => ({
      body: { question: 'Which lights?', on_answer: 'I hang them.', action_id: id },
    }),
  },
  close: {
    operation: 'updateProject',
    by: 'person',
    from: 'claimed',
    input: ofProject({ state: 'completed', close_actions: true }),
  },
};
