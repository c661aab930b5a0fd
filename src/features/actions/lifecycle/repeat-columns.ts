import type { components } from '../../../../generated/types';
import type { WriteContext } from '../../../platform/operation';
import { checkTimeZone } from '../../../platform/time';
import { findTimeZone, type ActionChanges, type StoredAction } from '../action-store';

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
    rule.time_zone ??
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
