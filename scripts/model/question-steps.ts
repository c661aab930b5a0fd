import { isOpen } from './action-facts';
import type { Draw } from './draw';
import { aim, allActors, verb, type Step } from './plan';
import {
  choices,
  createQuestion,
  dismissQuestion,
  respondQuestion,
  withdrawQuestion,
  type NewQuestion,
} from './question-model';
import type { Actor, Model, Question } from './state';
import { toWireTime } from './wire';

/** Creates a question. */
export const create: Step = (model, draw) => {
  const chosen = pickScope(model, draw);
  if (chosen === undefined) return undefined;
  const { by, scope } = chosen;
  const hasChoices = draw.chance(60);
  const onTimeout = draw.oneOf('keep_open', 'keep_open', 'dismiss', 'use_default');
  const isTimed = onTimeout !== 'keep_open' || draw.chance(20);
  const fields: NewQuestion = {
    scope,
    alsoOfOrder: scope !== 'order' && scope !== null && draw.chance(3),
    blocking: draw.chance(25) ? draw.chance(50) : undefined,
    choicesOnly: draw.chance(hasChoices ? 60 : 12),
    hasChoices,
    expires: isTimed ? model.now + draw.oneOf(1_300, 3_700) : null,
    onTimeout,
  };
  return {
    operation: 'createQuestion',
    by,
    only: 'agent',
    target: scope !== null && typeof scope === 'object' ? scope : undefined,
    input: { body: bodyOf(model, fields) },
    predict: () => ({ status: 201, record: createQuestion(model, by, fields) }),
  };
};

function pickScope(
  model: Model,
  draw: Draw,
): { readonly by: Actor; readonly scope: NewQuestion['scope'] } | undefined {
  const by = draw.chance(8) ? draw.pick(allActors(model)) : draw.pick(model.participants.agents);
  if (by === undefined) return undefined;
  const kind = draw.below(20);
  if (kind === 19) return { by, scope: 'unknown' };
  if (kind === 18) return { by, scope: null };
  if (kind === 17) return { by, scope: 'order' };
  if (kind === 16) return { by, scope: draw.pick(model.projects) ?? null };
  // Actions that wait already get further questions, so that the end of one does not always end the
  // wait.
  const waiting = model.actions.filter(({ waitsForAnswer }) => waitsForAnswer);
  const ready = model.actions.filter(({ status }) => status === 'ready');
  const isFurther = kind > 8 && waiting.length > 0;
  const aimed = aim(model, draw, {
    records: isFurther ? waiting : kind > 3 ? ready : model.actions,
    matches: (by, action) =>
      by.kind === 'agent' && isOpen(action) && (action.assignee === by || by.isSysadmin),
  });
  return aimed && { by: aimed.by, scope: aimed.record };
}

function bodyOf(model: Model, fields: NewQuestion): object {
  const { scope, blocking, expires, onTimeout } = fields;
  const order = { order_id: model.participants.order.id };
  const isAboutAction = scope !== null && typeof scope === 'object' && scope.kind === 'action';
  return {
    question: 'Is it good enough?',
    on_answer: 'I go on or I stop.',
    ...(scope === 'unknown' ? { action_id: 'act_nothing' } : {}),
    ...(scope === 'order' || fields.alsoOfOrder ? order : {}),
    ...(scope === null || typeof scope === 'string'
      ? {}
      : { [isAboutAction ? 'action_id' : 'project_id']: scope.id }),
    ...(blocking === undefined ? {} : { blocking }),
    ...(fields.hasChoices ? { choices } : {}),
    ...(fields.choicesOnly ? { allow_free_text: false } : {}),
    ...(expires === null ? {} : { expires_at: toWireTime(model, expires) }),
    ...(onTimeout === 'keep_open' ? {} : { on_timeout: onTimeout }),
    ...(onTimeout === 'use_default' ? { default_response: choices[0] } : {}),
  };
}

/** Answers a question. */
export const respond: Step = verb<Question>((model, draw) => ({
  operation: 'respondQuestion',
  records: model.questions,
  matches: (by, question) => isUnended(question) && (by.kind === 'user' || question.creator === by),
  nearly: (by, question) => !isUnended(question) && by.kind === 'user',
  make: (by, question, isStale) => {
    const response = draw.oneOf(choices[0], choices[1], 'maybe');
    return {
      body: { response },
      predict: () => {
        const isChoice = response !== 'maybe';
        respondQuestion(model, by, question, { response, isChoice, isStale });
        return { status: 200, record: question };
      },
    };
  },
}));

/** Dismisses a question. */
export const dismiss: Step = verb<Question>((model) => ({
  operation: 'dismissQuestion',
  only: 'user',
  records: model.questions,
  matches: (by, question) => isUnended(question) && by.kind === 'user',
  nearly: (by, question) => !isUnended(question) && by.kind === 'user',
  make: (by, question, isStale) => ({
    predict: () => {
      dismissQuestion(model, by, question, isStale);
      return { status: 200, record: question };
    },
  }),
}));

/** Withdraws a question. */
export const withdraw: Step = verb<Question>((model) => ({
  operation: 'withdrawQuestion',
  only: 'agent',
  records: model.questions,
  matches: (by, question) => isUnended(question) && question.creator === by,
  nearly: (by, question) => !isUnended(question) && question.creator === by,
  make: (by, question, isStale) => ({
    body: { reason: 'I found out.' },
    predict: () => {
      withdrawQuestion(model, by, question, isStale);
      return { status: 200, record: question };
    },
  }),
}));

function isUnended({ state }: Question): boolean {
  return state === 'open';
}
