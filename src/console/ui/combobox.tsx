import { useId, useRef, useState } from 'react';
import { loadable } from './loading';

/** A record that can be chosen. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of the same name, such as `agent`. */
  readonly note?: string | undefined;
}

/** What a list of choices has for some words. */
export interface Choices {
  readonly items: readonly Choice[];
  /** Whether there are others, which more words find. */
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly error?: unknown;
}

/** The most choices that a list shows. */
export const mostChoices = 20;

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
  /** Reads the choices with these words, when they are wanted. */
  readonly useChoices: (words: string, isWanted: boolean) => Choices;
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
  const begun = useRef<Begun>({ text: undefined, hasFocus: false });
  const [text, setText] = useState<string>();
  const shown = text ?? (value === null ? '' : (name ?? ''));
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
          onChange={(event) => {
            setText(event.target.value);
            begun.current = { text: event.target.value, hasFocus: true };
          }}
          onFocus={() => (begun.current = { ...begun.current, hasFocus: true })}
          onBlur={() => (begun.current = { ...begun.current, hasFocus: false })}
        />
      ) : (
        <loaded.ComboboxField {...props} id={id} begun={begun.current} />
      )}
      {hint !== undefined && <small className="muted">{hint}</small>}
    </div>
  );
}
