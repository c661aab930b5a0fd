import { useEffect, useRef, useState, type ReactNode } from 'react';
import { priorities } from '../rows/priority';
import { DateField } from '../ui/date-field';
import { TextField } from '../ui/fields';
import { Icon } from '../ui/icon';
import { useWrite } from '../ui/use-write';
import { ActorPicker, DomainPicker, ProjectPicker } from './pickers';
import { t } from '../texts/texts';

interface Versioned {
  readonly version: number;
}

/** A fact of a record, and how it is changed. */
interface Fact {
  readonly label: string;
  readonly kind: 'actor' | 'date' | 'domain' | 'labels' | 'priority' | 'project';
  /** An id, a local time, a number, or words with commas between them; empty for none. */
  readonly value: string;
  readonly change: (value: string) => {
    readonly send: () => Promise<Versioned>;
    readonly undo: (changed: Versioned) => Promise<unknown>;
  };
}

/** A fact with a button that turns it into a field. */
export function EditableFact({
  fact,
  children,
}: {
  readonly fact: Fact;
  readonly children: ReactNode;
}) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <FactField fact={fact} onEnd={() => setEditing(false)} />;
  return (
    <span className="fact">
      <span>{children}</span>
      <button
        ref={button}
        type="button"
        className="button button-quiet fact-button"
        aria-label={t('Change: {label}', { label: fact.label })}
        onClick={() => setEditing(true)}
      >
        <Icon name="edit" />
      </button>
    </span>
  );
}

/** The field of a fact. A choice is saved at once, and what is typed by Enter or the button. */
function FactField({ fact, onEnd }: { readonly fact: Fact; readonly onEnd: () => void }) {
  const { label, kind } = fact;
  const place = useRef<HTMLFormElement>(null);
  const { write, isSending, fault } = useWrite();
  const [value, setValue] = useState(fact.value);
  const isTyped = kind === 'date' || kind === 'labels';
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, []);

  useEffect(() => {
    const element = place.current;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onEnd();
    };
    const onFocusOut = ({ relatedTarget: next }: FocusEvent): void => {
      // Without a next element, the combobox has replaced its field, or the window lost the focus.
      const isOutside = next instanceof Node && element?.contains(next) === false;
      if (!isTyped && !isSending && isOutside) onEnd();
    };
    element?.addEventListener('keydown', onKeyDown);
    element?.addEventListener('focusout', onFocusOut);
    return () => {
      element?.removeEventListener('keydown', onKeyDown);
      element?.removeEventListener('focusout', onFocusOut);
    };
  });

  async function save(next: string): Promise<void> {
    if (next === fact.value) return onEnd();
    const { send, undo } = fact.change(next);
    const saved = await write(send, { done: t('Saved.'), undo });
    if (saved !== undefined) onEnd();
  }

  const chosen = {
    label,
    value: value === '' ? null : value,
    onChange: (id: string | null) => {
      setValue(id ?? '');
      void save(id ?? '');
    },
  };
  return (
    <form
      ref={place}
      className="fact-field"
      onSubmit={(event) => {
        event.preventDefault();
        void save(value);
      }}
    >
      {kind === 'actor' && <ActorPicker {...chosen} />}
      {kind === 'project' && <ProjectPicker {...chosen} />}
      {kind === 'domain' && <DomainPicker {...chosen} />}
      {kind === 'priority' && (
        <fieldset className="actions" aria-label={label}>
          {priorities.map((text, index) => (
            <button
              key={text}
              type="button"
              className="button button-small"
              aria-pressed={String(index) === fact.value}
              aria-disabled={isSending}
              onClick={() => void save(String(index))}
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
      {kind === 'date' && <DateField label={label} value={value} onChange={setValue} />}
      {kind === 'labels' && (
        <TextField
          label={label}
          value={value}
          maxLength={2_000}
          hint={t('With commas between them.')}
          onChange={setValue}
        />
      )}
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      {isTyped && (
        <div className="actions">
          <button
            type="submit"
            className="button button-small button-primary"
            aria-disabled={isSending}
          >
            {t('Save')}
          </button>
          <button type="button" className="button button-small" onClick={onEnd}>
            {t('Cancel')}
          </button>
        </div>
      )}
    </form>
  );
}
