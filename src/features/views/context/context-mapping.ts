import type { components } from '../../../../generated/types';
import type { Cutter } from './context-rules';

type Schemas = components['schemas'];

/** An action whose texts are cut. */
export function cutAction(
  action: Schemas['Action'],
  cutter: Cutter,
  path: string,
): Schemas['Action'] {
  const { latest_note: latest, last_activity_note: last, input_payload: payload } = action;
  return {
    ...action,
    details: cutter.text(action.details, `${path}/details`),
    result_summary: cutter.text(action.result_summary, `${path}/result_summary`),
    ...(payload === undefined
      ? {}
      : { input_payload: cutter.json(payload, `${path}/input_payload`) }),
    ...(latest === undefined
      ? {}
      : { latest_note: cutNote(latest, cutter, `${path}/latest_note`) }),
    ...(last === undefined
      ? {}
      : { last_activity_note: cutNote(last, cutter, `${path}/last_activity_note`) }),
  };
}

/** A note whose text is cut. */
export function cutNote(note: Schemas['Note'], cutter: Cutter, path: string): Schemas['Note'] {
  return { ...note, body: cutter.text(note.body, `${path}/body`) };
}

/** A question whose texts are cut. */
export function cutQuestion(
  question: Schemas['Question'],
  cutter: Cutter,
  path: string,
): Schemas['Question'] {
  return {
    ...question,
    question: cutter.text(question.question, `${path}/question`),
    on_answer: cutter.text(question.on_answer, `${path}/on_answer`),
  };
}

/** An order whose texts are cut. */
export function cutOrder(order: Schemas['Order'], cutter: Cutter, path: string): Schemas['Order'] {
  const { latest_checkin: checkin } = order;
  return {
    ...order,
    summary: cutter.text(order.summary, `${path}/summary`),
    latest_checkin: checkin && {
      ...checkin,
      summary: cutter.text(checkin.summary, `${path}/latest_checkin/summary`),
    },
  };
}
