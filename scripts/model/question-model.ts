import { offerAgain, renew, touch } from './action-changes';
import { covers, hasClaim, isOpen, isTemplate } from './action-facts';
import { demand } from './outcome';
import { type Action, type Actor, type Model, note, type Project, type Question } from './state';

/** A new question; `unknown` is an id that does not exist. */
export interface NewQuestion {
  readonly scope: Action | Project | 'order' | 'unknown' | null;
  readonly alsoOfOrder: boolean;
  readonly blocking: boolean | undefined;
  readonly choicesOnly: boolean;
  readonly hasChoices: boolean;
  readonly expires: number | null;
  readonly onTimeout: Question['onTimeout'];
}

/** Creates a question. A blocking one makes a ready action wait. */
export function createQuestion(model: Model, by: Actor, fields: NewQuestion): Question {
  demand(by.kind === 'agent', 'WRONG_ACTOR');
  const { scope } = fields;
  const action = scope !== null && typeof scope === 'object' && scope.kind === 'action';
  const isAboutAction = action || scope === 'unknown';
  const blocking = fields.blocking ?? isAboutAction;
  demand(!fields.alsoOfOrder && (isAboutAction || !blocking), 'INVALID_REFERENCE');
  demand(fields.hasChoices || !fields.choicesOnly, 'INVALID_CHOICE');
  demand(scope !== 'unknown', 'INVALID_REFERENCE');
  if (scope === 'order') {
    demand(by.isSysadmin || model.participants.order.agent === by, 'FORBIDDEN');
  }
  if (action) {
    demand(isOpen(scope), 'ALREADY_TERMINAL');
    demand(mayAskAbout(by, scope), 'FORBIDDEN');
    blockOnQuestion(model, by, scope, blocking);
  }
  const { expires, onTimeout, choicesOnly } = fields;
  const question: Question = {
    kind: 'question',
    id: '',
    stamp: 0,
    creator: by,
    state: 'open',
    scope,
    blocking,
    expires,
    onTimeout,
    choicesOnly,
    addressee: firstAddressee(model, scope),
    timedOut: false,
    response: null,
    responder: null,
  };
  model.questions.push(question);
  note(model, question, 'question.asked');
  return question;
}

function mayAskAbout(by: Actor, action: Action): boolean {
  if (by.isSysadmin || action.assignee === by) return true;
  if (action.assignee === null && covers(by, action)) return true;
  return action.creator === by && action.assignee?.kind !== 'agent';
}

function firstAddressee(model: Model, scope: Question['scope']): Actor {
  const [owner] = model.participants.people;
  if (scope === null || scope === 'order') return owner;
  return scope.creator.kind === 'user' ? scope.creator : owner;
}

function blockOnQuestion(model: Model, by: Actor, action: Action, blocking: boolean): void {
  touch(model, by, action);
  note(model, action);
  if (!blocking) return;
  if (action.status === 'ready' && !isTemplate(action)) {
    action.status = 'waiting';
    action.waitsForAnswer = true;
    model.events.push('action.updated');
  }
  if (action.status !== 'waiting' || action.claim === null || !hasClaim(model, by, action)) return;
  action.claim = { ...action.claim, until: null };
}

/** The ways in which a question ends. */
type End = Pick<Question, 'state'> & Partial<Pick<Question, 'response' | 'responder' | 'timedOut'>>;

/** Answers a question: a person any, an agent its own, which closes it. */
export function respondQuestion(
  model: Model,
  by: Actor,
  question: Question,
  fields: { readonly response: string; readonly isChoice: boolean; readonly isStale: boolean },
): void {
  checkOpen(question);
  demand(by.kind === 'user' || question.creator === by, 'FORBIDDEN');
  demand(!fields.isStale, 'STALE_VERSION');
  demand(fields.isChoice || !question.choicesOnly, 'INVALID_CHOICE');
  const state = by.kind === 'user' ? 'answered' : 'closed';
  end(model, question, by, { state, response: fields.response, responder: by });
  note(model, question, by.kind === 'user' ? 'question.answered' : 'question.closed');
}

/** Dismisses a question. */
export function dismissQuestion(
  model: Model,
  by: Actor,
  question: Question,
  isStale: boolean,
): void {
  demand(by.kind === 'user', 'WRONG_ACTOR');
  checkOpen(question);
  demand(!isStale, 'STALE_VERSION');
  end(model, question, by, { state: 'dismissed' });
  note(model, question, 'question.dismissed');
}

/** Withdraws an agent's own question. */
export function withdrawQuestion(
  model: Model,
  by: Actor,
  question: Question,
  isStale: boolean,
): void {
  demand(by.kind === 'agent', 'WRONG_ACTOR');
  checkOpen(question);
  demand(question.creator === by, 'FORBIDDEN');
  demand(!isStale, 'STALE_VERSION');
  end(model, question, by, { state: 'closed' });
  note(model, question, 'question.closed');
}

function checkOpen(question: Question): void {
  demand(question.state === 'open', 'ALREADY_RESOLVED');
}

function end(model: Model, question: Question, by: Actor, as: End): void {
  Object.assign(question, as);
  if (question.blocking) resume(model, question, by);
}

// The action is ready again when its last blocking question ends, unless it was moved since. The rest
// of a claim ends with the last blocking question of its claimant.
function resume(model: Model, { scope }: Question, by: Actor | null): void {
  if (scope === null || scope === 'order' || scope.kind !== 'action') return;
  const blocking = model.questions.filter(
    (other) => other.scope === scope && other.blocking && other.state === 'open',
  );
  const { claim } = scope;
  const becomesReady = scope.status === 'waiting' && scope.waitsForAnswer && blocking.length === 0;
  const endsRest =
    claim?.until === null && blocking.every(({ creator }) => creator !== claim.claimant);
  if (!becomesReady && !endsRest) return;
  if (endsRest) renew(model, scope);
  if (becomesReady) {
    scope.status = 'ready';
    scope.waitsForAnswer = false;
  }
  scope.lastActivity = model.now;
  offerAgain(scope, by);
  note(model, scope, 'action.updated');
}

/** Advances the time: expired questions end according to their `on_timeout`. */
export function passTime(model: Model, seconds: number): void {
  model.now += seconds;
  for (const proposal of model.proposals) {
    const isOver = proposal.until !== null && proposal.until <= model.now;
    if (isOver && proposal.state === 'permitted') proposal.state = 'expired';
  }
  const due = model.questions.filter(
    ({ state, expires, onTimeout }) =>
      state === 'open' && onTimeout !== 'keep_open' && expires !== null && expires <= model.now,
  );
  for (const question of due) {
    const isAnswered = question.onTimeout === 'use_default';
    question.state = isAnswered ? 'answered' : 'dismissed';
    question.response = isAnswered ? defaultResponse : null;
    question.timedOut = true;
    note(model, question, 'question.expired');
  }
  for (const question of due) if (question.blocking) resume(model, question, null);
}

/** The choices of questions that have some; the first one is the default response. */
export const choices = ['yes', 'no'] as const;
const [defaultResponse] = choices;
