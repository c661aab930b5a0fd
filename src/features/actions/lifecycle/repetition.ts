import type { Temporal } from 'temporal-polyfill' with { 'resolution-mode': 'import' };
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { bool } from '../../../platform/db/statements/columns';
import type { WriteContext } from '../../../platform/operation';
import { checkTimeZone, isTimeZone, spelledTimeZone } from '../../../platform/time';
import { copyLinks } from '../../../shared/links';
import { findTimeZone } from '../../../shared/workspace-time';
import {
  type ActionChanges,
  type ActionRow,
  hasNextOccurrence,
  insertActions,
  type StoredAction,
} from '../action-store';
import { findStanding, type Standing } from './copy-standing-store';

/**
 * Creates the next occurrence of a repeating action that is being completed, with its links, and
 * returns it if there is one. `row` is the locked action before its completion. An action has one
 * next occurrence at most, however often it is reopened. It replaces the completed action among the
 * open actions of its assignee, so no cap on their number applies. Throws 403 `CAP_EXCEEDED` at the
 * limit of stored bytes, because each occurrence is a copy.
 */
export async function addNextOccurrence(
  ctx: WriteContext,
  row: ActionRow,
): Promise<NextOccurrence | undefined> {
  const { transaction, workspaceId, now } = ctx;
  const next = await nextOccurrence({ ...row, repeat_interval: Number(row.repeat_interval) }, now);
  if (next === undefined || (await hasNextOccurrence(transaction, workspaceId, row.id))) {
    return undefined;
  }
  if (ctx.storageFault !== undefined) throw ctx.storageFault;
  const standing = await findStanding(transaction, workspaceId, [row]);
  const action = occurrenceOf(ctx, row, next, standing);
  await insertActions(transaction, [action]);
  await copyLinks(ctx, 'action_id', new Map([[row.id, action.id]]));
  return { action, reasons: standing.reasonsOf(row) };
}

interface NextOccurrence {
  readonly action: ReturnType<typeof occurrenceOf>;
  /** What it did not get of the completed one, and why. */
  readonly reasons: string;
}

function occurrenceOf(
  { actor, newId, now }: WriteContext,
  row: ActionRow,
  next: Occurrence,
  standing: Standing,
) {
  const isReady =
    row.status === 'ready' || row.assigned_actor_id !== null || bool(row.waits_for_answer);
  const place = standing.placeOf({ ...row, status: isReady ? 'ready' : 'inbox' });
  return {
    id: newId('act'),
    workspace_id: row.workspace_id,
    title: row.title,
    details: row.details,
    title_by_actor_id: row.title_by_actor_id,
    details_by_actor_id: row.details_by_actor_id,
    project_id: row.project_id,
    order_id: row.order_id,
    ...place,
    assigned_at: place.assigned_actor_id === null ? null : now,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: actor.id,
    is_template: false,
    requires_review: bool(row.requires_review),
    review_chosen: bool(row.review_chosen),
    requested_reviewer_actor_id: row.requested_reviewer_actor_id,
    delegate_label: null,
    requirements: row.requirements,
    repeat_type: row.repeat_type,
    repeat_unit: row.repeat_unit,
    repeat_interval: row.repeat_interval,
    repeat_time_zone: row.repeat_time_zone,
    ...next,
    position: row.position,
    priority: row.priority,
    label_ids: row.label_ids,
    file_ids: row.file_ids,
    spawned_from_action_id: row.id,
    input_payload: row.input_payload,
    review_state: 'none',
    last_activity_at: now,
    created_at: now,
    updated_at: now,
  } as const;
}

type RepeatRuleInput = components['schemas']['RepeatRuleInput'];

/** The columns of a repeat rule. */
export type RepeatColumns = Pick<
  StoredAction,
  'repeat_type' | 'repeat_unit' | 'repeat_interval' | 'repeat_time_zone'
>;

/** Throws 400 if the repeat rule of a body names an unknown time zone. */
export function checkRepeatRule(rule: RepeatRuleInput | undefined): void {
  const zone = rule?.time_zone;
  if (typeof zone === 'string') checkTimeZone(zone, 'body/repeat_rule/time_zone');
}

/**
 * The columns of a repeat rule. Null means the same as type `none`. A rule without a time zone gets
 * that of the action if it repeats already, else the present one of the workspace.
 */
export async function repeatColumns(
  { transaction, workspaceId }: WriteContext,
  rule: RepeatRuleInput,
  before?: RepeatColumns,
): Promise<RepeatColumns> {
  if (rule === null || rule.type === 'none') {
    return { repeat_type: 'none', repeat_unit: null, repeat_interval: 0, repeat_time_zone: null };
  }
  const repeats = before !== undefined && before.repeat_type !== 'none';
  const zone =
    (rule.time_zone && (await spelledTimeZone(rule.time_zone))) ??
    (repeats ? before.repeat_time_zone : await findTimeZone(transaction, workspaceId));
  return {
    repeat_type: rule.type,
    repeat_unit: rule.unit ?? null,
    repeat_interval: rule.interval ?? 0,
    // The rules that are older than the column are in UTC.
    repeat_time_zone: zone === 'UTC' ? null : zone,
  };
}

/** Clears the intended times that a change of an action replaces. */
export function intendedTimes(changes: ActionChanges): ActionChanges {
  const { due_at, defer_until, repeat_type, repeat_unit, repeat_interval } = changes;
  const rule = [due_at, repeat_type, repeat_unit, repeat_interval, changes.repeat_time_zone];
  if (rule.some((value) => value !== undefined)) {
    return { repeat_day: null, repeat_due_local: null, repeat_defer_local: null };
  }
  return defer_until === undefined ? {} : { repeat_defer_local: null };
}

/** The columns of an action that decide its next occurrence. Times are ISO 8601 UTC. */
export interface Repetition {
  readonly repeat_type: 'none' | 'from_completion' | 'from_due';
  readonly repeat_unit: 'day' | 'week' | 'month' | 'year' | null;
  readonly repeat_interval: number;
  /** Null for UTC. */
  readonly repeat_time_zone: string | null;
  /** The intended day of the month if the month of `due_at` is too short for it, else null. */
  readonly repeat_day: number | null;
  /** The intended local time of `due_at` if a change of clocks skips it, else null. */
  readonly repeat_due_local: string | null;
  /** The same for `defer_until`. */
  readonly repeat_defer_local: string | null;
  readonly due_at: string | null;
  readonly defer_until: string | null;
}

/** The times of an occurrence. */
export type Occurrence = Pick<
  Repetition,
  'due_at' | 'defer_until' | 'repeat_day' | 'repeat_due_local' | 'repeat_defer_local'
>;

type LocalTime = Temporal.PlainDateTime;

/** The local time from which occurrences are counted, and the intended day of the month. */
interface Anchor {
  readonly local: LocalTime;
  readonly day: number;
}

// The contract accepts no later year.
const LAST_YEAR = limits.last_year;

/**
 * The next occurrence of a completed action. Undefined when the action does not repeat, or when the
 * next occurrence is later than the last year of the contract.
 *
 * `from_completion` counts from the completion. `from_due` counts from `due_at`, or from the
 * completion without one, and skips missed occurrences: the next one is after the completion. All
 * in local time of `repeat_time_zone`. In a month that is too short, the occurrence is on the last
 * day, and `repeat_day` stores the intended day: 31 January is followed by 28 February, and that by
 * 31 March. A local time that a change of clocks skips moves on by the length of the gap, and
 * `repeat_due_local` stores the intended time. Of a time that occurs twice the first one counts.
 *
 * The local time between `defer_until` and `due_at` stays the same. If the action has only
 * `defer_until`, so does the next occurrence; otherwise the next occurrence has a `due_at`.
 */
export async function nextOccurrence(
  of: Repetition,
  completedAt: string,
): Promise<Occurrence | undefined> {
  const { repeat_type: type, repeat_unit: unit, repeat_interval: interval } = of;
  if (type === 'none' || unit === null || interval < 1) return undefined;
  const zone = of.repeat_time_zone ?? 'UTC';
  // Another version of Node.js may have stored a zone that this one does not know.
  const clock = await clockOf(isTimeZone(zone) ? zone : 'UTC');
  const step = stepOf(unit, interval);
  const fromDue = type === 'from_due' && of.due_at !== null;
  const anchor = anchorOf(
    fromDue ? clock.intended(of.due_at, of.repeat_due_local) : clock.localOf(completedAt),
    fromDue ? of.repeat_day : null,
  );
  let count = 1;
  if (fromDue) {
    count = Math.max(1, step.between(anchor.local, clock.localOf(completedAt)));
    // The estimate is exact or too small.
    while (clock.instantOf(step(anchor, count)) <= completedAt) count += 1;
  }
  const next = step(anchor, count);
  const times = timesOf(of, next, clock);
  if (new Date(clock.instantOf(next)).getUTCFullYear() > LAST_YEAR) return undefined;
  const isMoved = (unit === 'month' || unit === 'year') && next.day !== anchor.day;
  return { ...times, repeat_day: type === 'from_due' && isMoved ? anchor.day : null };
}

function timesOf(of: Repetition, next: LocalTime, clock: Clock): Omit<Occurrence, 'repeat_day'> {
  const { due_at: due, defer_until: defer } = of;
  const at = clock.instantOf(next);
  const skipped = clock.skipped(next);
  const only = { due_at: at, defer_until: null, repeat_defer_local: null };
  if (defer === null) return { ...only, repeat_due_local: skipped };
  if (due === null) return { ...only, due_at: null, defer_until: at, repeat_due_local: null };
  const before = clock.intended(due, of.repeat_due_local);
  const deferBefore = clock.intended(defer, of.repeat_defer_local);
  const deferNext = next.subtract(deferBefore.until(before, { largestUnit: 'day' }));
  const deferAt = clock.instantOf(deferNext);
  return {
    due_at: at,
    // A gap may move only the deferral, and past the due time.
    defer_until: defer <= due && deferAt > at ? at : deferAt,
    repeat_due_local: skipped,
    repeat_defer_local: clock.skipped(deferNext),
  };
}

function anchorOf(local: LocalTime, day: number | null): Anchor {
  return { local, day: day ?? local.day };
}

/** Converts between points in time, as ISO 8601 UTC, and the local times of a time zone. */
interface Clock {
  readonly localOf: (at: string) => LocalTime;
  readonly instantOf: (local: LocalTime) => string;
  /** The stored intended time of a point in time that a gap moved, or its local time. */
  readonly intended: (at: string, stored: string | null) => LocalTime;
  /** The local time as it is stored if the clock skips it, else null. */
  readonly skipped: (local: LocalTime) => string | null;
}

async function clockOf(zone: string): Promise<Clock> {
  // Loaded by the first completion of a repeating action, because few processes need it at once.
  const { Temporal: temporal } = await import('temporal-polyfill');
  const localOf = (at: string): LocalTime =>
    temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime();
  const instantOf = (local: LocalTime): string =>
    new Date(
      local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds,
    ).toISOString();
  return {
    localOf,
    instantOf,
    intended: (at, stored) => (stored === null ? localOf(at) : temporal.PlainDateTime.from(stored)),
    skipped: (local) =>
      localOf(instantOf(local)).equals(local)
        ? null
        : local.toString({ fractionalSecondDigits: 3 }),
  };
}

/** The local time that is `count` intervals after an anchor. */
type Step = ((anchor: Anchor, count: number) => LocalTime) & {
  /** The estimated number of intervals between two local times. */
  readonly between: (from: LocalTime, to: LocalTime) => number;
};

function stepOf(unit: 'day' | 'week' | 'month' | 'year', interval: number): Step {
  if (unit === 'day' || unit === 'week') {
    const days = interval * (unit === 'week' ? 7 : 1);
    return Object.assign(({ local }: Anchor, count: number) => local.add({ days: count * days }), {
      between: (from: LocalTime, to: LocalTime) =>
        Math.floor(from.until(to, { largestUnit: 'day' }).days / days),
    });
  }
  const months = interval * (unit === 'year' ? 12 : 1);
  return Object.assign(
    ({ local, day }: Anchor, count: number) =>
      local
        .with({ day: 1 })
        .add({ months: count * months })
        .with({ day }),
    {
      between: (from: LocalTime, to: LocalTime) =>
        Math.floor((to.year * 12 + to.month - from.year * 12 - from.month) / months),
    },
  );
}
