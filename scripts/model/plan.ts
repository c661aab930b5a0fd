import type { OperationId } from '../../src/platform/operation';
import type { RawInput } from '../requests/client';
import type { JsonRecord } from '../../src/platform/json';
import type { Draw } from './draw';
import { demand } from './outcome';
import type { Actor, Model, ModelRecord } from './state';

/** The model's prediction of a success. */
export interface Predicted {
  readonly status: 200 | 201 | 204;
  /** The record in the response. */
  readonly record?: ModelRecord;
  /** Other expected fields of the response. */
  readonly also?: JsonRecord;
}

/** A request and the model's prediction of it: `predict` changes the model, or throws a Refusal. */
export interface Plan {
  readonly operation: OperationId;
  readonly by: Actor;
  /** The kind of actor that may call the operation; undefined for all. */
  readonly only?: Actor['kind'] | 'reviewer' | undefined;
  readonly input: RawInput;
  /** The record that the request changes; an error must approval it unchanged. */
  readonly target: ModelRecord | undefined;
  readonly predict: () => Predicted;
}

/**
 * Refuses callers that authorization refuses, whatever the request is; all operations are writes.
 */
export function admit({ by, only }: Plan): void {
  demand(by.state !== 'revoked', 'UNAUTHENTICATED');
  if (only === 'reviewer') demand(by.canReview, 'FORBIDDEN');
  else demand(only === undefined || by.kind === only, 'WRONG_ACTOR');
  demand(by.state !== 'paused', 'AGENT_NOT_ACTIVE');
}

/** Makes a plan from the state of the model; undefined when no record fits. */
export type Step = (model: Model, draw: Draw) => Plan | undefined;

/** A read that is compared with the model. */
export type Check = (model: Model) => Promise<void>;

/**
 * A sequence of requests and reads, each planned after the one before; empty when no record fits.
 */
export type Scenario = (model: Model, draw: Draw) => Generator<Plan | Check, void>;

/** All people and agents. */
export function allActors({ participants }: Model): readonly Actor[] {
  return [...participants.people, ...participants.agents];
}

// Few enough that the requests of a sequence often use the same records.
const recent = 8;

/** The records that match, where they are rare; sometimes all of them. */
export function mostlyMatching<T extends ModelRecord>(
  draw: Draw,
  records: readonly T[],
  are: (record: T) => boolean,
): readonly T[] {
  return draw.chance(15) ? records : records.filter(are);
}

/**
 * The pairs of actor and record for which a request succeeds, and those that get a specific error.
 */
export interface Aims<T extends ModelRecord> {
  readonly records: readonly T[];
  readonly matches: (by: Actor, record: T) => boolean;
  readonly nearly?: (by: Actor, record: T) => boolean;
}

/** An actor and one of the newest records: mostly a pair that matches, or nothing when none does. */
export function aim<T extends ModelRecord>(
  model: Model,
  draw: Draw,
  { records, matches, nearly = () => false }: Aims<T>,
): { readonly by: Actor; readonly record: T } | undefined {
  const near = records.slice(-recent).toReversed();
  const actors = allActors(model);
  const active = actors.filter(({ state }) => state === 'active');
  const pairs = near.flatMap((record) => active.map((by) => ({ by, record })));
  const kind = draw.below(20);
  const wanted = kind < 3 ? nearly : matches;
  const pair = draw.pick(pairs.filter(({ by, record }) => wanted(by, record)));
  if (kind < 17 && (pair !== undefined || draw.chance(75))) return pair;
  const by = draw.pick(actors);
  const record = draw.pick(near);
  return by === undefined || record === undefined ? undefined : { by, record };
}

/** A request that changes one record. */
export interface Verb<T extends ModelRecord> extends Aims<T> {
  readonly operation: OperationId;
  readonly only?: Plan['only'];
  /** The body and the model's prediction of the request. */
  readonly make: (
    by: Actor,
    record: T,
    isStale: boolean,
  ) => Pick<Plan, 'predict'> & {
    readonly body?: object;
    readonly path?: object;
    /** Whether the body is refused on its own. */
    readonly isInvalid?: boolean;
  };
  /** Whether it takes If-Match. */
  readonly isVersioned?: false;
}

/** The step of a verb, and its plan for a given actor and record. */
export interface VerbStep<T extends ModelRecord> extends Step {
  readonly about: (model: Model, draw: Draw, by: Actor, record: T) => Plan;
}

/** The step of a verb: sometimes with an id that does not exist, or with an old version. */
export function verb<T extends ModelRecord>(
  of: (model: Model, draw: Draw) => Verb<T>,
): VerbStep<T> {
  const step: Step = (model, draw) => {
    const verb = of(model, draw);
    const aimed = aim(model, draw, verb);
    return aimed && planOf(verb, draw, aimed);
  };
  return Object.assign(step, {
    about: (model: Model, draw: Draw, by: Actor, record: T) =>
      planOf(of(model, draw), draw, { by, record }),
  });
}

function planOf<T extends ModelRecord>(
  verb: Verb<T>,
  draw: Draw,
  { by, record }: { readonly by: Actor; readonly record: T },
): Plan {
  const { operation, only, make, isVersioned = true } = verb;
  const isMissing = draw.chance(5);
  const isStale = isVersioned && draw.chance(7);
  const { body, path, isInvalid = false, predict } = make(by, record, isStale);
  const header = isStale ? { header: { 'If-Match': '"999999"' } } : {};
  return {
    operation,
    by,
    only,
    target: record,
    input: {
      path: { id: isMissing ? `${record.id.slice(0, 4)}nothing` : record.id, ...path },
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
