import { useState } from 'react';
import { ActorPicker, DomainPicker, ProjectPicker } from '../../pickers/pickers';
import { Combobox } from '../../ui/combobox';
import { DateField } from '../../ui/date-field';
import { AreaField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { priorities } from '../../rows/priority';
import { fieldNames, ruleOf, textOfRule, type ActionForm, type FieldName } from './action-form';
import { t } from '../../texts/texts';

const captured = { value: 'inbox', name: t('Captured: it waits in the inbox') };
const ready = { value: 'ready', name: t('Ready: it can be done now') };
const waiting = { value: 'waiting', name: t('Waiting for something outside') };

const review = [
  { value: 'yes', name: t('Yes, when an agent has done it') },
  { value: 'no', name: t('No') },
];
const reviewOfNew = [{ value: '', name: t('If it is assigned to an agent') }, ...review];

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
        hint={t('Markdown. What is wanted, and how a person will know that it is done.')}
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
        <summary>{t('More fields')}</summary>
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
        hint={t('With commas between them.')}
        onChange={(labels) => onChange({ labels })}
      />
      <Combobox
        label={t('Add a label that is in use')}
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
        none={isNew ? t('That of the project') : t('No domain')}
        onChange={(id) => onChange({ domain_id: id ?? '' })}
      />
      <DateField
        label={fieldNames.defer_until}
        value={form.defer_until}
        usual="09:00"
        hint={t('Until then it is in no list of work.')}
        onChange={(value) => onChange({ defer_until: value })}
      />
      <TextField
        label={fieldNames.delegate_label}
        value={form.delegate_label}
        hint={t('A person or a thing outside, such as “the printer”.')}
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
        hint={t('With commas between them. They matter when it is assigned to nobody.')}
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
  { value: 'none', name: t('Never') },
  { value: 'from_completion', name: t('Counted from when it is done') },
  { value: 'from_due', name: t('Counted from when it is due') },
] as const;

const units = [
  { value: 'day', name: t('days') },
  { value: 'week', name: t('weeks') },
  { value: 'month', name: t('months') },
  { value: 'year', name: t('years') },
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
        label={t('Repeats')}
        value={type}
        options={types}
        onChange={(next) => change({ type: next })}
      />
      {type !== 'none' && (
        <>
          <TextField
            label={t('Every')}
            type="number"
            value={String(interval)}
            onChange={(next) => change({ interval: Number(next) })}
          />
          <SelectField
            label={t('Unit of time')}
            value={unit ?? 'week'}
            options={units}
            onChange={(next) => change({ unit: next })}
          />
        </>
      )}
    </>
  );
}
