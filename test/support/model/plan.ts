import type { OperationId } from '../../../src/platform/operation';
import type { RawInput } from '../client';
import type { JsonRecord } from '../../../src/platform/json';
import type { Draw } from './draw';
import { demand } from './outcome';
import type { Actor, Model, Thing } from './state';

/** What the model says of a success. */
export interface Predicted {
  readonly status: 200 | 201 | 204;
  /** What the answer shows. */
  readonly thing?: Thing;
  /** What else is in the answer. */
  readonly also?: JsonRecord;
}

/** A request of somebody, and what the model makes of it: `predict` changes the model, or throws a Refusal. */
export interface Plan {
  readonly operation: OperationId;
  readonly by: Actor;
  /** Who may call it at all; everybody where it says nothing. */
  readonly only?: Actor['kind'] | undefined;
  readonly input: RawInput;
  /** What it is about, which an error must leave as it was. */
  readonly target: Thing | undefined;
  readonly predict: () => Predicted;
}

/** Refuses who is not let in, whatever the request is about; all of them are writes. */
export function admit({ by, only }: Plan): void {
  demand(by.state !== 'revoked', 'UNAUTHENTICATED');
  demand(only === undefined || by.kind === only, 'WRONG_ACTOR');
  demand(by.state !== 'paused', 'AGENT_NOT_ACTIVE');
}

/** Makes a plan from the state of the model; undefined when there is nothing to do it with. */
export type Step = (model: Model, draw: Draw) => Plan | undefined;

/** Something that is read and held against the model. */
export type Look = (model: Model) => Promise<void>;

/** Requests and looks in a row, each planned once the one before is done; nothing when there is nothing to do them with. */
export type Scene = (model: Model, draw: Draw) => Generator<Plan | Look, void>;

/** Everybody. */
export function everybody({ cast }: Model): readonly Actor[] {
  return [...cast.people, ...cast.agents];
}

// So few that the things of a sequence meet each other.
const recent = 8;

/** The things that are so, where they are few; now and then all of them. */
export function mostly<T extends Thing>(
  draw: Draw,
  things: readonly T[],
  are: (thing: T) => boolean,
): readonly T[] {
  return draw.chance(15) ? things : things.filter(are);
}

/** Who may do it to what, and who nearly may: the pairs that an error of its own awaits. */
export interface Aims<T extends Thing> {
  readonly things: readonly T[];
  readonly suits: (by: Actor, thing: T) => boolean;
  readonly nearly?: (by: Actor, thing: T) => boolean;
}

/** Somebody and a thing of the newest; mostly a pair that suits, or nothing when none does. */
export function aim<T extends Thing>(
  model: Model,
  draw: Draw,
  { things, suits, nearly = () => false }: Aims<T>,
): { readonly by: Actor; readonly thing: T } | undefined {
  const near = things.slice(-recent).toReversed();
  const actors = everybody(model);
  const active = actors.filter(({ state }) => state === 'active');
  const pairs = near.flatMap((thing) => active.map((by) => ({ by, thing })));
  const kind = draw.below(20);
  const wanted = kind < 3 ? nearly : suits;
  const pair = draw.pick(pairs.filter(({ by, thing }) => wanted(by, thing)));
  if (kind < 17 && (pair !== undefined || draw.chance(75))) return pair;
  const by = draw.pick(actors);
  const thing = draw.pick(near);
  return by === undefined || thing === undefined ? undefined : { by, thing };
}

/** A request that is about one thing. */
export interface Verb<T extends Thing> extends Aims<T> {
  readonly operation: OperationId;
  readonly only?: Plan['only'];
  /** The body, and what the model makes of the request. */
  readonly make: (
    by: Actor,
    thing: T,
    isStale: boolean,
  ) => Pick<Plan, 'predict'> & {
    readonly body?: object;
    readonly path?: object;
    /** Whether the body is refused, whatever it is about. */
    readonly isInvalid?: boolean;
  };
  /** Whether it takes If-Match. */
  readonly isVersioned?: false;
}

/** The step of a verb, and its request when somebody and a thing are given. */
export interface VerbStep<T extends Thing> extends Step {
  readonly about: (model: Model, draw: Draw, by: Actor, thing: T) => Plan;
}

/** The step of a verb: now and then about something that is not there, or with the version of long ago. */
export function verb<T extends Thing>(of: (model: Model, draw: Draw) => Verb<T>): VerbStep<T> {
  const step: Step = (model, draw) => {
    const verb = of(model, draw);
    const aimed = aim(model, draw, verb);
    return aimed && planOf(verb, draw, aimed);
  };
  return Object.assign(step, {
    about: (model: Model, draw: Draw, by: Actor, thing: T) =>
      planOf(of(model, draw), draw, { by, thing }),
  });
}

function planOf<T extends Thing>(
  verb: Verb<T>,
  draw: Draw,
  { by, thing }: { readonly by: Actor; readonly thing: T },
): Plan {
  const { operation, only, make, isVersioned = true } = verb;
  const isMissing = draw.chance(5);
  const isStale = isVersioned && draw.chance(7);
  const { body, path, isInvalid = false, predict } = make(by, thing, isStale);
  const header = isStale ? { header: { 'If-Match': '"999999"' } } : {};
  return {
    operation,
    by,
    only,
    target: thing,
    input: {
      path: { id: isMissing ? `${thing.id.slice(0, 4)}nothing` : thing.id, ...path },
      ...header,
      ...(body === undefined ? {} : { body }),
    },
    predict: () => {
      demand(!isInvalid, 'VALIDATION_FAILED');
      demand(!isMissing, 'NOT_FOUND');
      return predict();
    },
  };
}
