import { useId, useState } from 'react';
import type { Begun, ComboboxProps } from './combobox-field';
import { loadable } from './loading';

const useField = loadable(() => import('./combobox-field'));

/**
 * A choice of one record, which is searched on the server. Nothing is preselected: Enter takes only
 * what the person moved to, and does not send the form while the list is open.
 */
export function Combobox(props: ComboboxProps) {
  const { label, value, none, hint, fixed } = props;
  const name = fixed?.find(({ id: one }) => one === value)?.name ?? props.name;
  const id = useId();
  const described = hint === undefined ? undefined : `${id}-hint`;
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
          aria-describedby={described}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setBegun({ text: event.target.value, hasFocus: true })}
          onFocus={() => setBegun({ ...begun, hasFocus: true })}
          onBlur={() => setBegun({ ...begun, hasFocus: false })}
        />
      ) : (
        <loaded.ComboboxField {...props} id={id} begun={begun} described={described} />
      )}
      {hint !== undefined && (
        <small className="muted" id={described}>
          {hint}
        </small>
      )}
    </div>
  );
}
