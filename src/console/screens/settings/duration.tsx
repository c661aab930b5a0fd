import { useState } from 'react';
import { CheckField, SelectField, TextField } from '../../ui/fields';

const units = [
  { value: 'day', name: 'days', seconds: 86_400 },
  { value: 'hour', name: 'hours', seconds: 3_600 },
  { value: 'minute', name: 'minutes', seconds: 60 },
  { value: 'second', name: 'seconds', seconds: 1 },
] as const;

type Unit = (typeof units)[number];

const mostSeconds = 31_536_000;

/** A number of seconds in the largest unit that divides it, such as `36 hours`. */
export function durationText(seconds: number): string {
  const unit = unitOf(seconds);
  const count = seconds / unit.seconds;
  return `${count} ${count === 1 ? unit.value : unit.name}`;
}

function unitOf(seconds: number): Unit {
  return units.find((unit) => seconds % unit.seconds === 0) ?? units[3];
}

/** A field for a time in seconds, entered in a larger unit; null means the server's setting. */
export function DurationField({
  label,
  value,
  initial,
  onChange,
}: {
  readonly label: string;
  readonly value: number | null;
  /** The time that is suggested instead of the server's setting. */
  readonly initial: number;
  readonly onChange: (value: number | null) => void;
}) {
  const [unit, setUnit] = useState<Unit>(() => unitOf(value ?? initial));
  const [count, setCount] = useState(() => String((value ?? initial) / unit.seconds));
  const change = (nextCount: string, nextUnit: Unit): void => {
    setCount(nextCount);
    setUnit(nextUnit);
    onChange(Math.round(Number(nextCount) * nextUnit.seconds));
  };
  return (
    <fieldset className="form">
      <legend className="settings-legend">{label}</legend>
      <CheckField
        label="The server’s setting"
        checked={value === null}
        onChange={(isServers) =>
          onChange(isServers ? null : Math.round(Number(count) * unit.seconds))
        }
      />
      {value !== null && (
        <div className="form-columns">
          <TextField
            label="Number"
            type="number"
            value={count}
            onChange={(next) => change(next, unit)}
            isRequired
            min={1}
            max={Math.floor(mostSeconds / unit.seconds)}
          />
          <SelectField
            label="Unit"
            value={unit.value}
            options={units}
            onChange={(next) =>
              change(count, units.find(({ value: each }) => each === next) ?? unit)
            }
          />
        </div>
      )}
    </fieldset>
  );
}
