import type { TestApp } from '../app';
import type { TestDatabase } from '../dialects';
import { isRecord, type JsonRecord } from '../../../src/platform/json';
import type { Coverage } from './coverage';
import { differences } from './difference';
import { expectedOf } from './expected';
import type { Model, Thing } from './state';
import { nameOf, toModelTime } from './wire';

/** The service under test, as a sequence sees it. */
export interface Real {
  readonly app: TestApp;
  readonly database: TestDatabase;
  readonly workspaceId: string;
  readonly coverage: Coverage;
  /** What was done so far, one line a step. */
  readonly said: string[];
  /** The version in which each thing was last seen, and how often the model had changed it by then. */
  readonly versions: Map<Thing, { readonly version: unknown; readonly stamp: number }>;
  /** The position of the last event that was looked at. */
  position: number;
}

/** Throws unless there is no difference. */
export function demandNone(found: readonly string[]): void {
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Throws unless a thing is as the model says, and its version has grown if, and only if, the thing has changed. */
export function checkThing(model: Model, real: Real, thing: Thing, seen: unknown): void {
  const name = nameOf(model, thing);
  const known = real.versions.get(thing);
  const version = isRecord(seen) ? seen['version'] : undefined;
  real.versions.set(thing, { version, stamp: thing.stamp });
  demandNone([
    ...differs(model, expectedOf(model, thing), seen, name),
    ...(known === undefined ? [] : versionFault(known, { version, stamp: thing.stamp }, name)),
  ]);
}

/** Where an answer is not as the model says. */
export function differs(model: Model, expected: JsonRecord, seen: unknown, name: string): string[] {
  return differences(expected, seen, (timestamp) => toModelTime(model, timestamp), name);
}

function versionFault(
  before: { readonly version: unknown; readonly stamp: number },
  after: { readonly version: unknown; readonly stamp: number },
  name: string,
): string[] {
  const hasGrown = Number(after.version) > Number(before.version);
  if (hasGrown === after.stamp > before.stamp) return [];
  return [
    `${name} has the version ${String(after.version)} after ${String(before.version)}, and should have ${
      hasGrown ? 'the same' : 'a later one'
    }`,
  ];
}
