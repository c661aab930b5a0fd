import { useState } from 'react';
import { api } from '../../../api/client';
import { slow } from '../../../api/read-options';
import { useActors } from '../../../pickers/names';
import { DomainPicker, ProjectPicker } from '../../../pickers/pickers';
import { priorities } from '../../../rows/priority';
import { CheckField, SelectField, TextField } from '../../../ui/fields';
import { FormDialog } from '../../../ui/form-dialog';
import { fromLocal, toLocal } from '../../../ui/local-time';
import { useTimeZone } from '../../../ui/time';
import {
  type ActionFilters,
  type ActionQuery,
  type Filter,
  statuses,
  statusNames,
} from '../action-query';

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
      title={`Filter: ${filter.title}`}
      action="Apply"
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
      return <StatusEditor {...props} />;
    case 'priority':
      return <PriorityEditor {...props} />;
    case 'label':
      return <LabelEditor {...props} />;
    case 'assignee':
      return <ActorEditor {...props} name="assigned_actor_id" hasNobody />;
    case 'creator':
      return <ActorEditor {...props} name="created_by_actor_id" />;
    case 'completer':
      return <ActorEditor {...props} name="completed_by_actor_id" />;
    case 'project':
      return (
        <ProjectPicker
          none="All projects"
          value={props.value.project_id ?? null}
          onChange={(id) => props.onChange({ project_id: id ?? undefined })}
        />
      );
    case 'domain':
      return (
        <DomainPicker
          none="All domains"
          value={props.value.domain_id ?? null}
          onChange={(id) => props.onChange({ domain_id: id ?? undefined })}
        />
      );
    case 'due':
      return <RangeEditor {...props} since="due_since" before="due_before" />;
    case 'created':
      return <RangeEditor {...props} since="created_since" before="created_before" />;
    case 'completed':
      return <RangeEditor {...props} since="completed_since" before="completed_before" />;
    case 'updated':
      return <RangeEditor {...props} since="updated_since" />;
    case 'actionable':
      return <FlagEditor {...props} name="actionable" label="Can be worked on now" />;
    case 'template':
      return <FlagEditor {...props} name="is_template" label="Is part of a template" />;
    case 'order':
    case 'source':
      break;
  }
  return null;
}

function StatusEditor({ value: { status = [] }, onChange }: EditorProps) {
  return statuses.map((each) => (
    <CheckField
      key={each}
      label={statusNames[each]}
      checked={status.includes(each)}
      onChange={() => {
        const next = toggled(status, each);
        onChange({ status: next.length === 0 ? undefined : next });
      }}
    />
  ));
}

function PriorityEditor({ value: { priority = [] }, onChange }: EditorProps) {
  return ([4, 3, 2, 1, 0] as const).map((each) => (
    <CheckField
      key={each}
      label={priorities[each]}
      checked={priority.includes(each)}
      onChange={() => {
        const next = toggled(priority, each);
        onChange({ priority: next.length === 0 ? undefined : next });
      }}
    />
  ));
}

const mostLabels = 5;

function LabelEditor({ value: { label = [] }, onChange }: EditorProps) {
  const [words, setWords] = useState('');
  const { data } = api.useQuery('get', '/v1/labels', { params: { query: { limit: 200 } } }, slow);
  const known = (data?.items ?? []).map(({ name }) => name);
  const typed = words.trim();
  const names = [...new Set([...label, ...known, ...(typed === '' ? [] : [typed])])].filter(
    (name) => label.includes(name) || name.toLowerCase().includes(typed.toLowerCase()),
  );
  return (
    <>
      <TextField
        label="Find a label"
        type="search"
        value={words}
        maxLength={50}
        hint={`Actions that have all of the chosen labels, at most ${mostLabels}.`}
        onChange={setWords}
      />
      <div className="pop-choices">
        {names.map((name) => (
          <CheckField
            key={name}
            label={<span dir="auto">{name}</span>}
            checked={label.includes(name)}
            onChange={() => {
              const next = toggled(label, name).slice(0, mostLabels);
              onChange({ label: next.length === 0 ? undefined : next });
            }}
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
  const chosen = value[name] ?? '';
  const options = [
    { value: '', name: 'Everybody' },
    { value: 'me', name: 'Me' },
    ...(hasNobody ? [{ value: 'none', name: 'Nobody' }] : []),
    ...useActors().map((actor) => ({ value: actor.id, name: actor.name })),
  ];
  const isListed = options.some((option) => option.value === chosen);
  return (
    <SelectField
      label="Who"
      value={chosen}
      options={isListed ? options : [...options, { value: chosen, name: 'As it is' }]}
      onChange={(id) => onChange({ [name]: id === '' ? undefined : id })}
    />
  );
}

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
  const field = (label: string, name: NonNullable<typeof since | typeof before>) => (
    <TextField
      label={label}
      type="datetime-local"
      value={toLocal(value[name] ?? null, timeZone)}
      onChange={(text) => onChange({ [name]: fromLocal(text, timeZone) ?? undefined })}
    />
  );
  return (
    <>
      {field('From', since)}
      {before !== undefined && field('Before', before)}
      <p className="muted">In the time zone {timeZone}.</p>
    </>
  );
}

function FlagEditor({
  name,
  label,
  value,
  onChange,
}: EditorProps & { readonly name: 'actionable' | 'is_template'; readonly label: string }) {
  return (
    <CheckField
      label={label}
      checked={value[name] === true}
      onChange={(checked) => onChange({ [name]: checked ? true : undefined })}
    />
  );
}

function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
