import type { TestApp } from '../servers/app';
import type { TestDatabase } from '../databases/test-database';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import type { Coverage } from './coverage';
import { differences } from './difference';
import { expectedOf } from './expected';
import type { Check } from './plan';
import type { Model, ModelRecord } from './state';
import { nameOf, toModelTime } from './wire';

/** The service under test and what a sequence has seen of it. */
export interface Real {
  readonly app: TestApp;
  readonly database: TestDatabase;
  readonly workspaceId: string;
  readonly coverage: Coverage;
  /** The steps so far, one line each. */
  readonly history: string[];
  /**
   * The last seen version of each record, and the number of changes that the model had made by
   * then.
   */
  readonly versions: Map<ModelRecord, { readonly version: unknown; readonly stamp: number }>;
  /** Reads that are compared with the model after each step. */
  readonly afterEach: Check;
  /** The position of the last event that was checked. */
  position: number;
}

/** Throws when there is a difference. */
export function throwDifferences(found: readonly string[]): void {
  if (found.length > 0) throw new Error(found.join('\n'));
}

/**
 * Throws unless a record agrees with the model, and its version has grown if and only if the record
 * has changed.
 */
export function checkRecord(model: Model, real: Real, record: ModelRecord, seen: unknown): void {
  const name = nameOf(model, record);
  const known = real.versions.get(record);
  const version = isRecord(seen) ? seen['version'] : undefined;
  real.versions.set(record, { version, stamp: record.stamp });
  throwDifferences([
    ...differs(model, expectedOf(model, record), seen, name),
    ...(known === undefined ? [] : versionFault(known, { version, stamp: record.stamp }, name)),
  ]);
}

/** The differences of a response from the model. */
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
