import type { components } from 'callboard-client';
import { priorities } from '../rows/priority';
import { dayInWords, timeInWords } from '../ui/time';
import { t } from './texts';

type RepeatRule = components['schemas']['RepeatRule'];
type AccessMode = components['schemas']['DocumentAccessMode'];

/** The fields of records and of requests. In English they are the words of the names themselves. */
const names = new Map(
  Object.entries({
    access_mode: t('Access mode'),
    action: t('Action'),
    assigned_actor: t('Assigned actor'),
    assigned_actor_name: t('Assigned actor name'),
    assigned_agent: t('Assigned agent'),
    blocked_by: t('Blocked by'),
    close_actions: t('Close actions'),
    content: t('Content'),
    defer_until: t('Defer until'),
    delegate_label: t('Delegate label'),
    description: t('Description'),
    details: t('Details'),
    document: t('Document'),
    domain: t('Domain'),
    due_at: t('Due at'),
    is_template: t('Is template'),
    labels: t('Labels'),
    name: t('Name'),
    order: t('Order'),
    position: t('Position'),
    priority: t('Priority'),
    project: t('Project'),
    reason: t('Reason'),
    repeat_rule: t('Repeat rule'),
    requirements: t('Requirements'),
    requires_review: t('Requires review'),
    reviewer_actor: t('Reviewer actor'),
    role: t('Role'),
    start_on: t('Start on'),
    state: t('State'),
    status: t('Status'),
    title: t('Title'),
    url: t('Url'),
    work_mode: t('Work mode'),
  }),
);

/** What other agents may do with a document, as the options of a choice. */
export const accessModes: readonly { readonly value: AccessMode; readonly name: string }[] = [
  { value: 'private', name: t('Agents do not see it') },
  { value: 'shared_read', name: t('Agents may read it') },
  { value: 'shared_comment', name: t('Agents may read it and write notes') },
  { value: 'shared_edit', name: t('Agents may edit it') },
];

/** The values of fields with a choice, as the API names them. */
const values = new Map(
  Object.entries({
    active: t('active'),
    archived: t('archived'),
    completed: t('completed'),
    done: t('done'),
    dropped: t('dropped'),
    inbox: t('inbox'),
    member: t('member'),
    owner: t('owner'),
    parallel: t('parallel'),
    paused: t('paused'),
    ready: t('ready'),
    sequential: t('sequential'),
    viewer: t('viewer'),
    waiting: t('waiting'),
    ...Object.fromEntries(accessModes.map(({ value, name }) => [value, name])),
  }),
);

/** The values of a request's fields, of which one is chosen. */
const choices: Readonly<Record<string, readonly (readonly string[])[]>> = {
  access_mode: [accessModes.map(({ value }) => value)],
  role: [],
  // Of a new project, and of one that is closed.
  state: [
    ['active', 'paused'],
    ['completed', 'dropped'],
  ],
  status: [['inbox', 'ready', 'waiting']],
  work_mode: [['sequential', 'parallel']],
};

/** The values that a request may have instead of this one, with their names. None for a text. */
export function fieldChoices(
  name: string,
  value: unknown,
): readonly { readonly value: string; readonly name: string }[] {
  const options = choicesOf(name)?.find((one) => one.some((option) => option === value)) ?? [];
  return options.map((one) => ({ value: one, name: values.get(one) ?? one }));
}

function choicesOf(name: string) {
  return Object.hasOwn(choices, name) ? choices[name] : undefined;
}

/** A field's name in words; undefined if it cannot be one of a record or a request. */
export function fieldLabel(name: string): string | undefined {
  if (!/^[a-z][a-z_]{0,40}$/.test(name)) return undefined;
  const stem = name.replace(/_id$/, '');
  const words = stem.replaceAll('_', ' ');
  return names.get(stem) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The value of a field in words. Undefined if it has none that say all of it, such as a time with
 * seconds.
 */
export function valueInWords(name: string, value: unknown): string | undefined {
  if (value === null) return t('none');
  if (typeof value === 'boolean') return truthLabel(value);
  if (name === 'priority' && typeof value === 'number') return priorities[value];
  if (typeof value === 'string') {
    if (choicesOf(name) !== undefined) return values.get(value);
    if (isTimeField(name)) return timeInWords(value);
    return name === 'start_on' ? dayInWords(value) : undefined;
  }
  if (isTextList(value)) return value.length === 0 ? t('none') : value.join('\n');
  return name === 'repeat_rule' ? ruleInWords(value) : undefined;
}

/** Whether the values of a field are times. */
export function isTimeField(name: string): boolean {
  return name === 'defer_until' || name.endsWith('_at');
}

/** Whether a value is a list of texts of one line. */
export function isTextList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string' && one !== '' && !/[\r\n]/.test(one))
  );
}

/** A truth value in words. */
export function truthLabel(isTrue: boolean): string {
  return isTrue ? t('yes') : t('no');
}

/** A repeat rule in words. */
export function wordsOfRule({ type, unit, interval, time_zone: zone }: RepeatRule): string {
  if (type === 'none') return t('Never');
  const values = { interval: interval ?? 1, zone: zone ?? '' };
  const isDue = type === 'from_due';
  switch (unit) {
    case 'day':
      return isDue
        ? t(
            '{interval, plural, one {Every day from when it is due ({zone})} other {Every # days from when it is due ({zone})}}',
            values,
          )
        : t(
            '{interval, plural, one {Every day from when it is done ({zone})} other {Every # days from when it is done ({zone})}}',
            values,
          );
    case 'month':
      return isDue
        ? t(
            '{interval, plural, one {Every month from when it is due ({zone})} other {Every # months from when it is due ({zone})}}',
            values,
          )
        : t(
            '{interval, plural, one {Every month from when it is done ({zone})} other {Every # months from when it is done ({zone})}}',
            values,
          );
    case 'year':
      return isDue
        ? t(
            '{interval, plural, one {Every year from when it is due ({zone})} other {Every # years from when it is due ({zone})}}',
            values,
          )
        : t(
            '{interval, plural, one {Every year from when it is done ({zone})} other {Every # years from when it is done ({zone})}}',
            values,
          );
    case 'week':
    case null:
      break;
  }
  return isDue
    ? t(
        '{interval, plural, one {Every week from when it is due ({zone})} other {Every # weeks from when it is due ({zone})}}',
        values,
      )
    : t(
        '{interval, plural, one {Every week from when it is done ({zone})} other {Every # weeks from when it is done ({zone})}}',
        values,
      );
}

const units: readonly unknown[] = ['day', 'week', 'month', 'year'];

/** A rule whose words say all of it. Without a time zone, it is in one that only the server knows. */
function ruleInWords(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, unit, interval, time_zone, ...rest }: Partial<Record<string, unknown>> = {
    ...value,
  };
  if (Object.keys(rest).length > 0) return undefined;
  if (type === 'none') return t('Never');
  const isWhole =
    (type === 'from_due' || type === 'from_completion') &&
    isUnit(unit) &&
    typeof interval === 'number' &&
    typeof time_zone === 'string';
  return isWhole ? wordsOfRule({ type, unit, interval, time_zone }) : undefined;
}

function isUnit(value: unknown): value is RepeatRule['unit'] {
  return units.includes(value);
}
