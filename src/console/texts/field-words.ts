import type { components } from 'callboard-client';
import { priorities } from '../rows/priority';
import { timeInWords } from '../ui/time';
import { t } from './texts';

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

const choices: readonly string[] = ['access_mode', 'role', 'state', 'status', 'work_mode'];

/** A field's name in words; undefined if it cannot be one of a record or a request. */
export function fieldLabel(name: string): string | undefined {
  if (!/^[a-z][a-z_]{0,40}$/.test(name)) return undefined;
  const stem = name.replace(/_id$/, '');
  const words = stem.replaceAll('_', ' ');
  return names.get(stem) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A choice, a truth value, a priority or a time in words. Undefined for other values, and for a time
 * with seconds, whose words would not say all of it.
 */
export function valueLabel(name: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (name === 'priority' && typeof value === 'number') return priorities[value];
  if (typeof value !== 'string') return undefined;
  if (choices.includes(name)) return values.get(value);
  return isTimeField(name) ? timeInWords(value) : undefined;
}

/** Whether the values of a field are times. */
export function isTimeField(name: string): boolean {
  return name === 'defer_until' || name.endsWith('_at');
}
