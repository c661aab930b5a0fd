import fc, { type AsyncCommand } from 'fast-check';
import type { OperationId } from '../../src/platform/operation';
import * as actions from './action-steps';
import * as agents from './agent-steps';
import * as claims from './claim-steps';
import { Draw } from './draw';
import { moveIntoPast } from './pass-time';
import { checkEvents, perform } from './perform';
import type { Scenario, Step } from './plan';
import * as projects from './project-steps';
import * as proposals from './proposal-steps';
import { passTime } from './question-model';
import * as questions from './question-steps';
import type { Real } from './real';
import { checkLists, checkMetrics, checkTotals } from './reads';
import * as reviews from './review-steps';
import { finishFirst, reassignWithApproval } from './scenarios';
import type { Model } from './state';

const steps: readonly (readonly [weight: number, step: Step])[] = [
  [20, actions.create],
  [13, actions.update],
  [4, actions.reassign],
  [11, actions.complete],
  [4, actions.drop],
  [16, claims.claim],
  [6, claims.heartbeat],
  [6, claims.release],
  [7, claims.next],
  [9, reviews.approve],
  [12, reviews.reject],
  [6, reviews.reopen],
  [7, reviews.block],
  [5, reviews.unblock],
  [5, projects.create],
  [8, projects.update],
  [5, projects.duplicate],
  [14, questions.create],
  [7, questions.respond],
  [4, questions.dismiss],
  [4, questions.withdraw],
  [8, proposals.propose],
  [7, proposals.permit],
  [3, proposals.deny],
  [4, proposals.withdraw],
  [10, proposals.use],
  [2, agents.pause],
  [4, agents.resume],
  [2, agents.revoke],
];

const scenarios: readonly (readonly [weight: number, scene: Scenario])[] = [
  [4, finishFirst],
  [3, reassignWithApproval],
];

/**
 * The operations of the sequences. A new operation may be added together with a step above; none is
 * required.
 */
export const operations: readonly OperationId[] = [
  'addBlocker',
  'approveAction',
  'claimAction',
  'claimNextAction',
  'completeAction',
  'createAction',
  'createProject',
  'createProposal',
  'createQuestion',
  'denyProposal',
  'dismissQuestion',
  'dropAction',
  'duplicateProject',
  'heartbeatAction',
  'pauseAgent',
  'permitProposal',
  'rejectAction',
  'releaseAction',
  'removeBlocker',
  'reopenAction',
  'respondQuestion',
  'resumeAgent',
  'revokeAgent',
  'updateAction',
  'updateProject',
  'withdrawProposal',
  'withdrawQuestion',
];

type Command = AsyncCommand<Model, Real>;

// A failure is shrunk by removing commands, because other numbers would give other commands.
const numbers = fc.noShrink(fc.array(fc.nat(9_999), { minLength: 28, maxLength: 28 }));

/** Sequences of at most that many commands. */
export function sequences(maxCommands: number) {
  const kinds = steps.map(([weight, step]) => ({
    weight,
    arbitrary: numbers.map((drawn) => request(step, drawn)),
  }));
  const rows = scenarios.map(([weight, scenario]) => ({
    weight,
    arbitrary: numbers.map((drawn) => runScenario(scenario, drawn)),
  }));
  const seconds = fc.constantFrom(500, 500, 500, 1_000, 4_000, 90_000);
  const commands = fc.commands(
    [
      fc.oneof(
        ...kinds,
        ...rows,
        { weight: 4, arbitrary: seconds.map(pass) },
        { weight: 8, arbitrary: fc.constant(checkReads) },
      ),
    ],
    { maxCommands, size: 'max' },
  );
  // Without a bias, long sequences are as frequent as short ones.
  return fc.noBias(commands);
}

function request(step: Step, drawn: readonly number[]): Command {
  return {
    check: (model) => step(model, new Draw(drawn)) !== undefined,
    async run(model, real) {
      await stopClock(model, real);
      const plan = step(model, new Draw(drawn));
      if (plan === undefined) return;
      await perform(model, real, plan);
      await real.afterEach(model);
    },
    toString: () => 'request',
  };
}

function runScenario(scenario: Scenario, drawn: readonly number[]): Command {
  return {
    check: (model) => scenario(model, new Draw(drawn)).next().done !== true,
    async run(model, real) {
      await stopClock(model, real);
      for (const step of scenario(model, new Draw(drawn))) {
        if (typeof step === 'function') await step(model);
        else await perform(model, real, step);
        await stopClock(model, real);
        await real.afterEach(model);
      }
    },
    toString: () => 'scenario',
  };
}

const maxDrift = 20;

// The model's clock is stopped during requests. On a slow machine, the real clock is moved back to
// it.
async function stopClock(model: Model, { database, workspaceId }: Real): Promise<void> {
  const drift = Math.floor((Date.now() - model.begun) / 1000);
  if (drift < maxDrift) return;
  await moveIntoPast(database, workspaceId, -drift);
  model.begun += drift * 1000;
}

function pass(seconds: number): Command {
  return {
    check: () => true,
    async run(model, real) {
      await stopClock(model, real);
      real.history.push(`${seconds} seconds pass`);
      model.events = [];
      await moveIntoPast(real.database, real.workspaceId, seconds);
      passTime(model, seconds);
      await checkMetrics(model);
      await checkEvents(model, real);
      await real.afterEach(model);
    },
    toString: () => `${seconds} seconds`,
  };
}

const checkReads: Command = {
  check: () => true,
  async run(model, real) {
    await checkLists(model, real);
    await checkMetrics(model);
  },
  toString: () => 'checkReads',
};

/** Throws unless everything that can be read agrees with the model. */
export async function checkAll(model: Model, real: Real): Promise<void> {
  await checkLists(model, real);
  await checkMetrics(model);
  await checkTotals(model);
}
