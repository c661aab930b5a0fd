import { useState } from 'react';
import { ActorPicker, DomainPicker, ProjectPicker } from '../../pickers/pickers';
import { Combobox } from '../../ui/combobox';
import { DateField } from '../../ui/date-field';
import { AreaField, SelectField, TextField } from '../../ui/fields';
import { priorities } from '../../rows/priority';
import { fieldNames, ruleOf, textOfRule, type ActionForm, type FieldName } from './action-form';

const captured = { value: 'inbox', name: 'Captured: it waits in the inbox' };
const ready = { value: 'ready', name: 'Ready: it can be done now' };
const waiting = { value: 'waiting', name: 'Waiting for something outside' };

const review = [
  { value: 'yes', name: 'Yes, when an agent has done it' },
  { value: 'no', name: 'No' },
];
const reviewOfNew = [{ value: '', name: 'If it is assigned to an agent' }, ...review];

const priorityOptions = priorities.map((name, value) => ({ value: String(value), name }));

const rare: readonly FieldName[] = [
  'labels',
  'domain_id',
  'defer_until',
  'delegate_label',
  'requirements',
  'repeat_rule',
];

interface Props {
  readonly form: ActionForm;
  readonly isNew: boolean;
  readonly onChange: (change: Partial<ActionForm>) => void;
}

/** The fields of an action. */
export function ActionFields(props: Props) {
  const { form, isNew, onChange } = props;
  const statuses = isNew ? [captured, ready] : [captured, ready, waiting];
  const [hasRare] = useState(() => rare.some((name) => form[name] !== ''));
  return (
    <>
      <TextField
        label={fieldNames.title}
        value={form.title}
        isRequired
        onChange={(title) => onChange({ title })}
      />
      <AreaField
        label={fieldNames.details}
        isMarkdown
        value={form.details}
        hint="Markdown. What is wanted, and how a person will know that it is done."
        onChange={(details) => onChange({ details })}
      />
      <div className="form-columns">
        <ActorPicker
          value={form.assigned_actor_id || null}
          // The queue of an agent does not have what is only captured.
          onChange={(id) =>
            onChange({
              assigned_actor_id: id ?? '',
              ...(isNew && id !== null && form.status === 'inbox' && { status: 'ready' }),
            })
          }
        />
        <SelectField
          label={fieldNames.status}
          value={form.status}
          options={statuses}
          onChange={(status) => onChange({ status })}
        />
        <ProjectPicker
          value={form.project_id || null}
          onChange={(id) => onChange({ project_id: id ?? '' })}
        />
        <DateField
          label={fieldNames.due_at}
          value={form.due_at}
          onChange={(value) => onChange({ due_at: value })}
        />
        <SelectField
          label={fieldNames.priority}
          value={form.priority}
          options={priorityOptions}
          onChange={(priority) => onChange({ priority })}
        />
      </div>
      <details className="more" open={hasRare}>
        <summary>More fields</summary>
        <RareFields {...props} />
      </details>
    </>
  );
}

function RareFields({ form, isNew, onChange }: Props) {
  return (
    <div className="form-columns">
      <TextField
        label={fieldNames.labels}
        value={form.labels}
        maxLength={1100}
        hint="With commas between them."
        onChange={(labels) => onChange({ labels })}
      />
      <Combobox
        label="Add a label that is in use"
        value={null}
        name={undefined}
        source={{ kind: 'labels' }}
        onChange={(name) => {
          const word = name?.includes(',') === true ? `"${name}"` : (name ?? '');
          onChange({ labels: [form.labels.trim(), word].filter((one) => one !== '').join(', ') });
        }}
      />
      <DomainPicker
        value={form.domain_id || null}
        none={isNew ? 'That of the project' : 'No domain'}
        onChange={(id) => onChange({ domain_id: id ?? '' })}
      />
      <DateField
        label={fieldNames.defer_until}
        value={form.defer_until}
        usual="09:00"
        hint="Until then it is in no list of work."
        onChange={(value) => onChange({ defer_until: value })}
      />
      <TextField
        label={fieldNames.delegate_label}
        value={form.delegate_label}
        hint="A person or a thing outside, such as “the printer”."
        onChange={(value) => onChange({ delegate_label: value })}
      />
      <SelectField
        label={fieldNames.requires_review}
        value={form.requires_review}
        options={isNew ? reviewOfNew : review}
        onChange={(value) => onChange({ requires_review: value })}
      />
      <TextField
        label={fieldNames.requirements}
        value={form.requirements}
        maxLength={10_000}
        hint="With commas between them. They matter when it is assigned to nobody."
        onChange={(value) => onChange({ requirements: value })}
      />
      <RepeatField
        value={form.repeat_rule}
        onChange={(value) => onChange({ repeat_rule: value })}
      />
    </div>
  );
}

const types = [
  { value: 'none', name: 'Never' },
  { value: 'from_completion', name: 'Counted from when it is done' },
  { value: 'from_due', name: 'Counted from when it is due' },
] as const;

const units = [
  { value: 'day', name: 'days' },
  { value: 'week', name: 'weeks' },
  { value: 'month', name: 'months' },
  { value: 'year', name: 'years' },
] as const;

/** How an action repeats, as one text. */
function RepeatField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const rule = ruleOf(value);
  const { type, unit, interval } = rule;
  const change = (next: Partial<ReturnType<typeof ruleOf>>): void =>
    onChange(textOfRule({ ...rule, unit: unit ?? 'week', interval: interval || 1, ...next }));
  return (
    <>
      <SelectField
        label="Repeats"
        value={type}
        options={types}
        onChange={(next) => change({ type: next })}
      />
      {type !== 'none' && (
        <>
          <TextField
            label="Every"
            type="number"
            value={String(interval)}
            onChange={(next) => change({ interval: Number(next) })}
          />
          <SelectField
            label="Unit of time"
            value={unit ?? 'week'}
            options={units}
            onChange={(next) => change({ unit: next })}
          />
        </>
      )}
    </>
  );
}
