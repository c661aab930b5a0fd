import { useId, useState } from 'react';
import type { Source } from '../pickers/choices';
import { loadable } from './loading';

export interface ComboboxProps {
  readonly label: string;
  /** The id; null for none. */
  readonly value: string | null;
  /** The name of the record that is chosen, if it is known. */
  readonly name: string | undefined;
  readonly onChange: (value: string | null, name: string) => void;
  /** What none means, such as `Nobody`. Without it, none cannot be chosen. */
  readonly none?: string | undefined;
  readonly hint?: string | undefined;
  /** Where the choices are read. */
  readonly source: Source;
}

/** What was typed while the field was loaded. */
export interface Begun {
  readonly text: string | undefined;
  readonly hasFocus: boolean;
}

const useField = loadable(() => import('./combobox-field'));

/**
 * A choice of one record, which is searched on the server. Nothing is preselected: Enter takes only
 * what the person moved to, and does not send the form while the list is open.
 */
export function Combobox(props: ComboboxProps) {
  const { label, value, name, none, hint } = props;
  const id = useId();
  const loaded = useField();
  const [begun, setBegun] = useState<Begun>({ text: undefined, hasFocus: false });
  const shown = begun.text ?? (value === null ? '' : (name ?? ''));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {loaded === undefined ? (
        <input
          id={id}
          value={shown}
          placeholder={none}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setBegun({ text: event.target.value, hasFocus: true })}
          onFocus={() => setBegun({ ...begun, hasFocus: true })}
          onBlur={() => setBegun({ ...begun, hasFocus: false })}
        />
      ) : (
        <loaded.ComboboxField {...props} id={id} begun={begun} />
      )}
      {hint !== undefined && <small className="muted">{hint}</small>}
    </div>
  );
}
