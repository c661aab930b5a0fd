import type { Actor, Model, ModelRecord } from './state';

/**
 * A time of the model's clock as the server stores it: time passes there by moving all stored times
 * into the past.
 */
export function toWireTime({ begun, now }: Model, seconds: number): string {
  return new Date(begun + (seconds - now) * 1000).toISOString();
}

/** A time of the server on the model's clock, in seconds. */
export function toModelTime({ begun, now }: Model, timestamp: string): number {
  return (Date.parse(timestamp) - begun) / 1000 + now;
}

/** An actor as a body names it. */
export function idOf(actor: Actor | null): string | null {
  return actor?.id ?? null;
}

/** The name of a record in reports. */
export function nameOf(model: Model, record: ModelRecord): string {
  if (record.kind === 'action') return `${record.title} (${model.actions.indexOf(record) + 1})`;
  if (record.kind === 'project') return record.title;
  if (record.kind === 'worker') return record.actor.name;
  return record.kind === 'question'
    ? `question ${model.questions.indexOf(record) + 1}`
    : `proposal ${model.proposals.indexOf(record) + 1}`;
}
