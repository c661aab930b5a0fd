import { useId } from 'react';
import { Icon } from './icon';
import { Menu } from './menu';

/** A choice of one value. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onChange: (value: Value) => void;
  readonly hint?: string | undefined;
}) {
  const id = useId();
  return (
    <div className="field">
      <label id={id} htmlFor={`${id}-button`}>
        {label}
      </label>
      <Menu
        label={label}
        labelId={id}
        kind="choice"
        className="select"
        entries={options.map(({ value: own, name }) => ({
          id: own,
          name,
          isChosen: own === value,
          run: () => onChange(own),
        }))}
      >
        <span dir="auto">{options.find((option) => option.value === value)?.name}</span>
        <Icon name="down" />
      </Menu>
      {hint !== undefined && <small className="muted">{hint}</small>}
    </div>
  );
}
