import { SelectField, TextField } from '../ui/fields';
import { ruleOf, textOfRule } from './action-form';

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
export function RepeatField({
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
