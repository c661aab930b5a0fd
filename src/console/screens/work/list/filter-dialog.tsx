import { useState } from 'react';
import { api } from '../../../api/client';
import { byOffset, most, slow, useAll } from '../../../api/read-options';
import { ActorFilter, DomainPicker, ProjectPicker } from '../../../pickers/pickers';
import { priorities } from '../../../rows/priority';
import { DateField } from '../../../ui/date-field';
import { timeOfWords } from '../../../ui/date-words';
import { CheckField, TextField } from '../../../ui/fields';
import { FormDialog } from '../../../ui/dialog';
import { useTimeZone, fromLocal, toLocal } from '../../../ui/time';
import {
  type ActionFilters,
  type ActionQuery,
  type Filter,
  statuses,
  statusNames,
} from '../action-query';
import { t } from '../../../texts/texts';

interface EditorProps {
  readonly value: ActionFilters;
  readonly onChange: (value: ActionFilters) => void;
}

/** Chooses the values of one filter. */
export function FilterDialog({
  filter,
  query,
  onChange,
  onClose,
}: {
  readonly filter: Filter;
  readonly query: ActionQuery;
  readonly onChange: (filters: ActionFilters) => void;
  readonly onClose: () => void;
}) {
  const [changes, setChanges] = useState<ActionFilters>({});
  const send = (): void => {
    onChange(changes);
    onClose();
  };
  return (
    <FormDialog
      title={t('Filter: {filter}', { filter: filter.title })}
      action={t('Apply')}
      isSending={false}
      fault={undefined}
      onSend={send}
      onClose={onClose}
    >
      <div data-reads className="stack">
        <Editor
          filter={filter}
          value={{ ...query, ...changes }}
          onChange={(more) => setChanges((before) => ({ ...before, ...more }))}
        />
      </div>
    </FormDialog>
  );
}

function Editor({ filter, ...props }: EditorProps & { readonly filter: Filter }) {
  switch (filter.name) {
    case 'status':
      return (
        <Choices
          all={statuses}
          names={statusNames}
          chosen={props.value.status}
          onChange={(status) => props.onChange({ status })}
        />
      );
    case 'priority':
      return (
        <Choices
          all={[4, 3, 2, 1, 0]}
          names={priorities}
          chosen={props.value.priority}
          onChange={(priority) => props.onChange({ priority })}
        />
      );
    case 'label':
      return (
        <>
          <FlagEditor
            {...props}
            name="has_label"
            is={false}
            label={t('No label')}
            not={['label']}
          />
          {props.value.has_label !== false && <LabelEditor {...props} />}
        </>
      );
    case 'assignee':
      return <ActorEditor {...props} name="assigned_actor_id" hasNobody />;
    case 'creator':
      return <ActorEditor {...props} name="created_by_actor_id" />;
    case 'completer':
      return <ActorEditor {...props} name="completed_by_actor_id" />;
    case 'project':
      return (
        <ProjectPicker
          none={t('All projects')}
          fixed={[{ id: 'none', name: t('No project') }]}
          value={props.value.project_id ?? null}
          onChange={(id) => props.onChange({ project_id: id ?? undefined })}
        />
      );
    case 'domain':
      return (
        <DomainPicker
          none={t('All domains')}
          fixed={[{ id: 'none', name: t('No domain') }]}
          value={props.value.domain_id ?? null}
          onChange={(id) => props.onChange({ domain_id: id ?? undefined })}
        />
      );
    case 'due':
      return (
        <>
          <FlagEditor
            {...props}
            name="has_due_date"
            is={false}
            label={t('No due date')}
            not={['due_since', 'due_before']}
          />
          {props.value.has_due_date !== false && (
            <RangeEditor {...props} since="due_since" before="due_before" />
          )}
        </>
      );
    case 'created':
      return <RangeEditor {...props} since="created_since" before="created_before" />;
    case 'completed':
      return <RangeEditor {...props} since="completed_since" before="completed_before" />;
    case 'updated':
      return <RangeEditor {...props} since="updated_since" />;
    case 'actionable':
      return <FlagEditor {...props} name="actionable" label={t('Can be worked on now')} />;
    case 'template':
      return <FlagEditor {...props} name="is_template" label={t('Is part of a template')} />;
    case 'order':
    case 'source':
      break;
  }
  return null;
}

function Choices<Value extends string | number>({
  all,
  names,
  chosen = [],
  onChange,
}: {
  readonly all: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  readonly chosen: readonly Value[] | undefined;
  readonly onChange: (chosen: Value[] | undefined) => void;
}) {
  return all.map((each) => (
    <CheckField
      key={each}
      label={names[each]}
      checked={chosen.includes(each)}
      onChange={() => onChange(toggled(chosen, each))}
    />
  ));
}

const mostLabels = 5;

function LabelEditor({ value: { label = [] }, onChange }: EditorProps) {
  const [words, setWords] = useState('');
  const list = api.useInfiniteQuery('get', '/v1/labels', most, { ...byOffset, ...slow });
  const known = useAll(list).map(({ name }) => name);
  const typed = words.trim();
  const names = [...new Set([...label, ...known, ...(typed === '' ? [] : [typed])])].filter(
    (name) => label.includes(name) || name.toLowerCase().includes(typed.toLowerCase()),
  );
  return (
    <>
      <TextField
        label={t('Find a label')}
        type="search"
        value={words}
        maxLength={50}
        hint={t('Actions that have all of the chosen labels, at most {mostLabels}.', {
          mostLabels,
        })}
        onChange={setWords}
      />
      <div className="pop-choices">
        {names.map((name) => (
          <CheckField
            key={name}
            label={<span dir="auto">{name}</span>}
            checked={label.includes(name)}
            onChange={() => onChange({ label: toggled(label, name)?.slice(0, mostLabels) })}
          />
        ))}
      </div>
    </>
  );
}

function ActorEditor({
  name,
  hasNobody = false,
  value,
  onChange,
}: EditorProps & {
  readonly name: 'assigned_actor_id' | 'created_by_actor_id' | 'completed_by_actor_id';
  readonly hasNobody?: boolean;
}) {
  return (
    <ActorFilter
      label={t('Who')}
      hasNobody={hasNobody}
      value={value[name] ?? ''}
      onChange={(id) => onChange({ [name]: id === '' ? undefined : id })}
    />
  );
}

const ranges = [
  { name: t('Yesterday'), from: 'yesterday', until: 'today' },
  { name: t('Today'), from: 'today', until: 'tomorrow' },
  { name: t('This week'), from: t('this week'), until: t('next week') },
  { name: t('This month'), from: t('this month'), until: t('next month') },
] as const;

function RangeEditor({
  since,
  before,
  value,
  onChange,
}: EditorProps & {
  readonly since: 'due_since' | 'created_since' | 'completed_since' | 'updated_since';
  readonly before?: 'due_before' | 'created_before' | 'completed_before';
}) {
  const timeZone = useTimeZone();
  // Fields that are filled from outside start anew.
  const [round, setRound] = useState(0);
  const field = (label: string, name: NonNullable<typeof since | typeof before>) => (
    <DateField
      key={`${name} ${round}`}
      label={label}
      usual="00:00"
      value={toLocal(value[name] ?? null, timeZone)}
      onChange={(text) => onChange({ [name]: fromLocal(text, timeZone) ?? undefined })}
    />
  );
  const choose = (from: string, until: string): void => {
    const at = (words: string): string | undefined =>
      fromLocal(
        timeOfWords(words, toLocal(new Date().toISOString(), timeZone), '00:00') ?? '',
        timeZone,
      ) ?? undefined;
    onChange({ [since]: at(from), ...(before !== undefined && { [before]: at(until) }) });
    setRound(round + 1);
  };
  return (
    <>
      <div className="actions">
        {ranges.map(({ name, from, until }) => (
          <button
            key={name}
            type="button"
            className="button button-small"
            onClick={() => choose(from, until)}
          >
            {name}
          </button>
        ))}
      </div>
      {field(t('From'), since)}
      {before !== undefined && field(t('Before'), before)}
    </>
  );
}

function FlagEditor({
  name,
  label,
  is = true,
  not = [],
  value,
  onChange,
}: EditorProps & {
  readonly name: 'actionable' | 'is_template' | 'has_label' | 'has_due_date';
  readonly label: string;
  /** The value of the filter that is checked. */
  readonly is?: boolean;
  /** The filters that it replaces. */
  readonly not?: readonly (keyof ActionFilters)[];
}) {
  return (
    <CheckField
      label={label}
      checked={value[name] === is}
      onChange={(checked) =>
        onChange({
          [name]: checked ? is : undefined,
          ...Object.fromEntries(not.map((other) => [other, undefined])),
        })
      }
    />
  );
}

function toggled<T>(values: readonly T[], value: T): T[] | undefined {
  if (!values.includes(value)) return [...values, value];
  const others = values.filter((each) => each !== value);
  return others.length === 0 ? undefined : others;
}
