import type { Actor, Model, Thing } from './state';

/** A moment of the model's clock as the server has it: time passes there by moving everything into the past. */
export function toWireTime({ begun, now }: Model, seconds: number): string {
  return new Date(begun + (seconds - now) * 1000).toISOString();
}

/** A moment of the server on the model's clock, in seconds. */
export function toModelTime({ begun, now }: Model, timestamp: string): number {
  return (Date.parse(timestamp) - begun) / 1000 + now;
}

/** An actor as a body names it. */
export function idOf(actor: Actor | null): string | null {
  return actor?.id ?? null;
}

/** How a thing is called in reports. */
export function nameOf(model: Model, thing: Thing): string {
  if (thing.kind === 'action') return `${thing.title} (${model.actions.indexOf(thing) + 1})`;
  if (thing.kind === 'project') return thing.title;
  if (thing.kind === 'worker') return thing.actor.name;
  return thing.kind === 'question'
    ? `question ${model.questions.indexOf(thing) + 1}`
    : `proposal ${model.proposals.indexOf(thing) + 1}`;
}
