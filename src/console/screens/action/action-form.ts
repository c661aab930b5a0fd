import type { components } from 'callboard-client';
import { forgetDraft, keepDraft, readDraft } from '../../api/person';
import { fromLocal, toLocal } from '../../ui/time';
import { t } from '../../texts/texts';

/** An action of the workspace. */
export type Action = components['schemas']['Action'];

/** The fields of an action to change. */
export type ActionUpdate = components['schemas']['ActionUpdate'];

type Status = components['schemas']['OpenActionStatus'];
type Rule = components['schemas']['RepeatRule'];

/** The fields that a person can change, with their names. */
export const fieldNames = {
  title: t('Title'),
  details: t('Details'),
  assigned_actor_id: t('Assigned to'),
  project_id: t('Project'),
  domain_id: t('Domain'),
  status: t('Status'),
  due_at: t('Due'),
  priority: t('Priority'),
  labels: t('Labels'),
  defer_until: t('Deferred until'),
  delegate_label: t('Waits for'),
  requires_review: t('Review by a person'),
  requirements: t('Capabilities that an agent needs'),
  repeat_rule: t('Repeats'),
} as const;

/** The name of a field that a person can change. */
export type FieldName = keyof typeof fieldNames;

/** The values of the fields, as they are typed. An empty text is none. */
export type ActionForm = Readonly<Record<FieldName, string>>;

/** The names of all fields, in their order. */
const fields: readonly FieldName[] = [
  'title',
  'details',
  'assigned_actor_id',
  'project_id',
  'domain_id',
  'status',
  'due_at',
  'priority',
  'labels',
  'defer_until',
  'delegate_label',
  'requires_review',
  'requirements',
  'repeat_rule',
];

/** The form of a new action. */
export const blankForm: ActionForm = {
  title: '',
  details: '',
  assigned_actor_id: '',
  project_id: '',
  domain_id: '',
  status: 'inbox',
  due_at: '',
  priority: '0',
  labels: '',
  defer_until: '',
  delegate_label: '',
  requires_review: '',
  requirements: '',
  repeat_rule: '',
};

/** The form of an action. */
export function formOf(action: Action, timeZone: string): ActionForm {
  return {
    title: action.title,
    details: action.details ?? '',
    assigned_actor_id: action.assigned_actor_id ?? '',
    project_id: action.project_id ?? '',
    domain_id: action.domain_id ?? '',
    status: action.status,
    due_at: toLocal(action.due_at, timeZone),
    priority: String(action.priority),
    labels: textOfWords(action.labels),
    defer_until: toLocal(action.defer_until, timeZone),
    delegate_label: action.delegate_label ?? '',
    requires_review: action.requires_review ? 'yes' : 'no',
    requirements: action.requirements.join(', '),
    repeat_rule: textOfRule(action.repeat_rule),
  };
}

/** The fields whose values differ. */
export function differing(one: ActionForm, other: ActionForm): readonly FieldName[] {
  return fields.filter((name) => one[name] !== other[name]);
}

/** The request that changes what differs from `base`. */
export function changesOf(form: ActionForm, base: ActionForm, timeZone: string): ActionUpdate {
  return differing(form, base).reduce<ActionUpdate>(
    (all, name) => ({ ...all, ...inputOf(name, form[name], timeZone) }),
    {},
  );
}

/** The request that gives these fields the values that they have in `action`. */
export function valuesOf(action: Action, names: readonly FieldName[]): ActionUpdate {
  return names.reduce<ActionUpdate>((all, name) => ({ ...all, [name]: action[name] }), {});
}

function inputOf(name: FieldName, value: string, timeZone: string): ActionUpdate {
  const given = value === '' ? null : value;
  switch (name) {
    case 'title':
      return { title: value.trim() };
    case 'status':
      return isOpenStatus(value) ? { status: value } : {};
    case 'due_at':
    case 'defer_until':
      return { [name]: fromLocal(value, timeZone) };
    case 'priority':
      return { priority: Number(value) };
    case 'requires_review':
      return given === null ? {} : { requires_review: value === 'yes' };
    case 'requirements':
      return { requirements: wordsOf(value) };
    case 'labels':
      return { labels: wordsOf(value) };
    case 'repeat_rule': {
      const rule = ruleOf(value);
      // A new rule repeats on the days of the person who writes it.
      const time_zone = rule.time_zone ?? timeZone;
      return { repeat_rule: rule.type === 'none' ? rule : { ...rule, time_zone } };
    }
    case 'details':
    case 'assigned_actor_id':
    case 'project_id':
    case 'domain_id':
    case 'delegate_label':
      break;
  }
  return { [name]: given };
}

function isOpenStatus(value: string): value is Status {
  return value === 'inbox' || value === 'ready' || value === 'waiting';
}

// Quotes surround a word that contains a comma.
function wordsOf(text: string): string[] {
  const parts = text.match(/\s*"[^"]*"\s*(?=,|$)|[^,]+/g) ?? [];
  const words = parts.map((part) =>
    part
      .trim()
      .replace(/^"([^"]*)"$/, '$1')
      .trim(),
  );
  return [...new Set(words.filter((word) => word !== ''))];
}

function textOfWords(words: readonly string[]): string {
  return words.map((word) => (word.includes(',') ? `"${word}"` : word)).join(', ');
}

/** A repeat rule as one text; empty if the action does not repeat. */
export function textOfRule({ type, unit, interval, time_zone: zone }: Rule): string {
  return type === 'none' ? '' : `${type} ${unit ?? 'week'} ${interval} ${zone ?? ''}`.trimEnd();
}

const units = ['day', 'week', 'month', 'year'] as const;

/** The repeat rule that `textOfRule` wrote. */
export function ruleOf(text: string): Rule {
  const [type, unit, interval, zone] = text.split(' ');
  if (type !== 'from_completion' && type !== 'from_due') {
    return { type: 'none', unit: null, interval: 0, time_zone: null };
  }
  return {
    type,
    unit: units.find((one) => one === unit) ?? 'week',
    interval: Math.max(1, Number.parseInt(interval ?? '', 10) || 1),
    time_zone: zone ?? null,
  };
}

/** What was typed, and the form and the version of the action that it began with. */
export interface FormDraft {
  readonly form: ActionForm;
  readonly base: ActionForm;
  readonly version: number;
}

/** The draft of a form, or undefined. */
export function readFormDraft(key: string): FormDraft | undefined {
  const text = readDraft(key);
  if (text === '') return undefined;
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || typeof value['version'] !== 'number') return undefined;
  return {
    form: formFrom(value['form']),
    base: formFrom(value['base']),
    version: value['version'],
  };
}

/** Keeps a draft, or forgets it when nothing was typed. */
export function keepFormDraft(key: string, draft: FormDraft): void {
  const isTyped = JSON.stringify(draft.form) !== JSON.stringify(draft.base);
  if (isTyped) keepDraft(key, JSON.stringify(draft));
  else forgetDraft(key);
}

function formFrom(value: unknown): ActionForm {
  const given = isRecord(value) ? value : {};
  const text = (name: FieldName): string => {
    const one = given[name];
    return typeof one === 'string' ? one : blankForm[name];
  };
  return fields.reduce<ActionForm>((all, name) => ({ ...all, [name]: text(name) }), blankForm);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
