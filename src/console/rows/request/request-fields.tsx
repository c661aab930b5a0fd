import type { components, Proposal } from 'callboard-client';
import { createElement } from 'react';
import '../../api/client';
import { wordsOfRule, type RepeatRule } from '../../pickers/names';
import { fieldLabel, valueLabel } from '../../texts/field-words';
import { dayInWords } from '../../ui/time';
import { t } from '../../texts/texts';

/** What a proposal would change, as it is now. */
export type Target = components['schemas']['ProposalTarget'];

/** What is known about the ids of a request. */
export interface Known {
  /** Whether the request copies its target, and changes nothing of it. */
  readonly isCopy?: boolean;
  readonly target: Target | undefined;
  readonly actors: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: 'person' | 'agent';
  }[];
}

/** The body of a request. */
export type Payload = Readonly<Record<string, unknown>>;

/** A value of a request that permitting would apply. */
export interface RequestField {
  /** The id of the record whose value it is, unless it is the request. */
  readonly of?: string;
  readonly name: string;
  readonly label: string | undefined;
  /** Undefined if it cannot be shown. */
  readonly text: string | undefined;
  readonly isJson: boolean;
  /** The page of the record that the value names. */
  readonly href?: string | undefined;
  /** The value of the target now; undefined if there is none to compare. */
  readonly before?: string | undefined;
  /** What the agent proposed, where the person wrote something else. */
  readonly proposed?: string | undefined;
}

/** The operations of proposals in words. */
export const operationWords: Readonly<Record<Proposal['operation'], string>> = {
  createAction: t('create an action'),
  createProject: t('create a project'),
  dropAction: t('drop an action'),
  duplicateProject: t('duplicate a project'),
  updateAction: t('change an action'),
  updateDocument: t('change a document'),
  updateProject: t('close a project and drop its open actions'),
};

/** The fields of a proposal's request. */
export function payloadOf(payload: unknown): Payload {
  return typeof payload === 'object' && payload !== null ? { ...payload } : {};
}

/** Whether a field names a record. */
export function isId(name: string): boolean {
  return name === 'id' || name.endsWith('_id');
}

/**
 * The fields that permitting would apply: records first and long texts last, whatever their order
 * in the request.
 */
export function fieldsOf(
  proposal: Payload,
  applied: Payload,
  known: Known,
): readonly RequestField[] {
  const { target } = known;
  const fields = Object.entries(applied).map(([name, value]): RequestField => {
    const proposed = proposal[name];
    const text = shownOf(name, value, known);
    return {
      name,
      label: name === 'id' ? fieldLabel(target?.type ?? 'record') : fieldLabel(name),
      text,
      isJson: isJson(name, value),
      href: isId(name) && typeof value === 'string' ? pageOf(name, value, target) : undefined,
      // A copy gets a title, and its template keeps its own.
      before: known.isCopy === true ? undefined : beforeOf(name, value, text, target),
      proposed: isSame(value, proposed) ? undefined : shownOf(name, proposed ?? null, known),
    };
  });
  return fields.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function rankOf({ name, text = '' }: RequestField): number {
  return isId(name) ? -1 : text.length + 80 * linesOf(text);
}

/** The number of lines of a text. */
export function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function shownOf(name: string, value: unknown, { target, actors }: Known): string | undefined {
  if (!isId(name) || typeof value !== 'string') return wordsOf(name, value);
  const actor = actors.find(({ id }) => name === 'assigned_actor_id' && id === value);
  if (actor !== undefined)
    return actor.kind === 'agent'
      ? `${actor.name} ${t('(agent)')}`
      : `${actor.name} ${t('(person)')}`;
  const named = target?.names.find((one) => one.field === name && one.id === value);
  if (named?.name) return named.name;
  return target === undefined
    ? value
    : t('{value}, which is no record of this workspace', { value });
}

const folders: Readonly<Record<string, string>> = {
  project_id: 'projects',
  order_id: 'orders',
  assigned_agent_id: 'agents',
  source_agent_request_id: 'questions',
};

function pageOf(name: string, id: string, target: Target | undefined): string | undefined {
  if (name === 'domain_id') return '/app/settings/domains';
  const isTarget = name === 'id' && target !== undefined && target.type !== 'none';
  const folder = isTarget ? `${target.type}s` : folders[name];
  return folder === undefined ? undefined : `/app/${folder}/${id}`;
}

/** The fields whose name the target has beside their id. */
const namesOf: Readonly<Record<string, string>> = {
  assigned_actor_id: 'assigned_actor_name',
  assigned_agent_id: 'assigned_actor_name',
  project_id: 'project_title',
  order_id: 'order_name',
  domain_id: 'domain_name',
};

function beforeOf(
  name: string,
  value: unknown,
  text: string | undefined,
  target: Target | undefined,
): string | undefined {
  if (name === 'id' || target === undefined) return undefined;
  const record = payloadOf(target.action ?? target.project ?? target.document);
  if (isSame(record[name], value)) return text;
  const now = record[namesOf[name] ?? name];
  if (now === undefined) return undefined;
  const before = wordsOf(name, now);
  return before === text ? t('another record, {before}', { before: before ?? '' }) : before;
}

/** Values of the target, under a heading. */
export interface TargetGroup {
  readonly title: string;
  readonly fields: readonly RequestField[];
}

/** The names of fields in a sentence. */
export function labelsOf(fields: readonly RequestField[]): string {
  const labels = [...new Set(fields.map(({ label }) => label ?? t('an unknown field')))];
  return labels.length > 6
    ? t('{labels} and others', { labels: labels.slice(0, 6).join(', ') })
    : labels.join(', ');
}

const nowTitles: Readonly<Record<string, string>> = {
  action: t('The action as it is now'),
  project: t('The project as it is now'),
  document: t('The document as it is now'),
};

/** What a permission depends on, besides the request: the target as it is now. */
export function groupsOf(applied: Payload, target: Target): readonly TargetGroup[] {
  const { type, action, project, document, actions, links } = target;
  const record = action ?? project ?? document;
  const count = actions.length + target.actions_omitted;
  return [
    ...(record === null
      ? []
      : [
          {
            title: nowTitles[type] ?? '',
            fields: recordFields(record, target, applied),
          },
        ]),
    ...actions.map((one, index) => ({
      title: t('Open action {number} of {count}', { number: index + 1, count }),
      fields: recordFields(one, target),
    })),
    ...links.map((one) => ({ title: t('A link'), fields: recordFields(one, target) })),
  ];
}

function recordFields(
  record: { readonly id: string },
  target: Target,
  without: Payload = {},
): readonly RequestField[] {
  const values = payloadOf(record);
  const beside = new Set(Object.values(namesOf));
  const titles = new Map(target.actions.map(({ id, title }) => [id, title]));
  const names = Object.keys(values).filter(
    // Values that it does not have would make the list longer and tell nothing.
    (name) => name !== 'id' && !beside.has(name) && !(name in without) && !isNone(values[name]),
  );
  const fields = names.map((name): RequestField => {
    const value = values[namesOf[name] ?? name];
    const isList = Array.isArray(value);
    const text = isList
      ? value.map((one) => titles.get(String(one)) ?? String(one)).join('\n') || t('none')
      : wordsOf(name, value);
    return {
      of: record.id,
      name,
      label: fieldLabel(name),
      text,
      isJson: !isList && isJson(name, value),
    };
  });
  return fields.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const rowFields = 8;
const rowText = 200;
const rowLines = 3;

/** Whether a row of a list can show the whole request, so that it may be permitted there. */
export function fitsInRow({ operation, payload }: Proposal): boolean {
  const entries = Object.entries(payloadOf(payload));
  return (
    (operation === 'createAction' || operation === 'createProject') &&
    entries.length <= rowFields &&
    entries.every(([name, value]) => {
      const text = isJson(name, value) ? undefined : wordsOf(name, value);
      return (
        text !== undefined &&
        fieldLabel(name) !== undefined &&
        (!isId(name) || value === null) &&
        !name.endsWith('_ids') &&
        text.length <= rowText &&
        linesOf(text) <= rowLines &&
        !hasHidden(text)
      );
    })
  );
}

/**
 * A value in words. Undefined if it has none that say all of it, such as a time with seconds.
 */
function valueInWords(name: string, value: unknown): string | undefined {
  if (value === null) return t('none');
  if (value === '') return t('(empty)');
  if (isTextList(value)) return value.length === 0 ? t('none') : value.join('\n');
  if (name === 'start_on' && typeof value === 'string') return dayInWords(value);
  return name === 'repeat_rule' ? ruleInWords(value) : valueLabel(name, value);
}

/** Whether a value is a list of texts of one line. */
export function isTextList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string' && one !== '' && !/[\r\n]/.test(one))
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

function isNone(value: unknown): boolean {
  return value === null || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Whether a value is shown as JSON, because no words say all of it. */
function isJson(name: string, value: unknown): boolean {
  // Any JSON: as text, "42" would look like the number.
  if (name === 'input_payload' && value !== null) return true;
  return typeof value === 'object' && valueInWords(name, value) === undefined;
}

/** A value as a person reads it; undefined if it is nested too deeply. */
function wordsOf(name: string, value: unknown): string | undefined {
  return isJson(name, value) ? jsonOf(value) : (valueInWords(name, value) ?? textOf(value));
}

/** A value as a person writes it: a text as it is, other values as JSON. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : jsonOf(value);
}

const maxIndented = 40;

function jsonOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value);
    // Spaces before each line would make a deeply nested value megabytes long.
    return depthOf(text) > maxIndented ? text : JSON.stringify(value, null, 2);
  } catch {
    return undefined;
  }
}

/** How deeply JSON is nested; more when its texts have brackets. */
function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  for (const character of json) {
    if (character === '[' || character === '{') most = Math.max(most, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return most;
}

// Characters that show nothing, or that turn or join what is around them. A tab, the ends of lines,
// and the two that choose between text and emoji are shown as they are.
const hidden =
  /((?:(?!\t|\n|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])+)/gu;
const most = 8;

/** Whether a text has characters that a person would not see. */
function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1;
}

/** A text whose hidden characters are shown by their numbers. */
export function Revealed({ text }: { readonly text: string }) {
  const parts = text.replaceAll('\r\n', '\n').split(hidden);
  return createElement(
    'bdi',
    { dir: 'auto' },
    ...parts.map((part, index) =>
      index % 2 === 0 ? part : createElement('mark', { className: 'hidden' }, numbersOf(part)),
    ),
  );
}

function numbersOf(part: string): string {
  const all = Array.from(part, (one) => {
    const code = one.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
  const more = all.length > most ? ` ${t('and {count} more', { count: all.length - most })}` : '';
  return ` ${all.slice(0, most).join(' ')}${more} `;
}
