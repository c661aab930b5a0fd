import { pauseAgent, resumeAgent, revokeAgent } from './agent-model';
import { verb, type Step, type Verb } from './plan';
import type { Actor, Worker } from './state';

/** Pauses an agent. */
export const pause: Step = stateVerb('pauseAgent', 'active', pauseAgent);

/** Resumes an agent. */
export const resume: Step = stateVerb('resumeAgent', 'paused', resumeAgent);

/** Revokes an agent, but never the last one. */
export const revoke: Step = (model, draw) => {
  const left = model.workers.filter(({ actor }) => actor.state !== 'revoked');
  return left.length > 1 ? stateVerb('revokeAgent', 'active', revokeAgent)(model, draw) : undefined;
};

function stateVerb(
  operation: Verb<Worker>['operation'],
  from: Actor['state'],
  change: typeof pauseAgent,
): Step {
  return verb<Worker>((model) => ({
    operation,
    only: 'user',
    records: model.workers,
    matches: (by, { actor }) => by.kind === 'user' && actor.state === from,
    nearly: (by, { actor }) => by.kind === 'user' && actor.state === 'revoked',
    make: (by, worker, isStale) => ({
      predict: () => {
        change(model, by, worker, isStale);
        return { status: 200, record: worker };
      },
    }),
  }));
}
