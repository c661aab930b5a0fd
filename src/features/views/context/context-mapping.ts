import type { components } from '../../../../generated/types';
import type { TextTruncator } from './context-rules';

type Schemas = components['schemas'];

/** The action with long texts truncated. */
export function truncateAction(
  action: Schemas['Action'],
  truncator: TextTruncator,
  path: string,
): Schemas['Action'] {
  const { latest_note: latest, last_activity_note: last, input_payload: payload } = action;
  return {
    ...action,
    details: truncator.text(action.details, `${path}/details`),
    result_summary: truncator.text(action.result_summary, `${path}/result_summary`),
    ...(payload === undefined
      ? {}
      : { input_payload: truncator.json(payload, `${path}/input_payload`) }),
    ...(latest === undefined
      ? {}
      : { latest_note: truncateNote(latest, truncator, `${path}/latest_note`) }),
    ...(last === undefined
      ? {}
      : { last_activity_note: truncateNote(last, truncator, `${path}/last_activity_note`) }),
  };
}

/** The note with a long text truncated. */
export function truncateNote(
  note: Schemas['Note'],
  truncator: TextTruncator,
  path: string,
): Schemas['Note'] {
  return { ...note, body: truncator.text(note.body, `${path}/body`) };
}

/** The question with long texts truncated. */
export function truncateQuestion(
  question: Schemas['Question'],
  truncator: TextTruncator,
  path: string,
): Schemas['Question'] {
  return {
    ...question,
    question: truncator.text(question.question, `${path}/question`),
    on_answer: truncator.text(question.on_answer, `${path}/on_answer`),
    default_response: truncator.text(question.default_response, `${path}/default_response`),
    response: truncator.text(question.response, `${path}/response`),
    response_comment: truncator.text(question.response_comment, `${path}/response_comment`),
  };
}

/** The order with long texts truncated. */
export function truncateOrder(
  order: Schemas['Order'],
  truncator: TextTruncator,
  path: string,
): Schemas['Order'] {
  const { latest_checkin: checkin } = order;
  return {
    ...order,
    summary: truncator.text(order.summary, `${path}/summary`),
    latest_checkin: checkin && {
      ...checkin,
      summary: truncator.text(checkin.summary, `${path}/latest_checkin/summary`),
    },
  };
}
