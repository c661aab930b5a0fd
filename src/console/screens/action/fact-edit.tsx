import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ActorPicker, DomainPicker, ProjectPicker } from '../../pickers/pickers';
import { priorities } from '../../rows/priority';
import { DateField } from '../../ui/date-field';
import { TextField } from '../../ui/fields';
import { Icon } from '../../ui/icon';
import { useTimeZone } from '../../ui/time';
import {
  changesOf,
  fieldNames,
  formOf,
  valuesOf,
  type Action,
  type FieldName,
} from './action-form';
import { isOpen } from './commands';
import { patchAction, useActionWrite } from './write-action';

/** A fact of an open action with a button that turns it into a field. */
export function EditableFact({
  action,
  name,
  children,
}: {
  readonly action: Action;
  readonly name: FieldName;
  readonly children: ReactNode;
}) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (!isOpen(action)) return children;
  if (isEditing) return <FactField action={action} name={name} onEnd={() => setEditing(false)} />;
  return (
    <span className="fact">
      <span>{children}</span>
      <button
        ref={button}
        type="button"
        className="button button-quiet fact-button"
        aria-label={`Change: ${fieldNames[name]}`}
        onClick={() => setEditing(true)}
      >
        <Icon name="edit" />
      </button>
    </span>
  );
}

/** The field of a fact. A choice is saved at once, and what is typed by Enter or the button. */
function FactField({
  action,
  name,
  onEnd,
}: {
  readonly action: Action;
  readonly name: FieldName;
  readonly onEnd: () => void;
}) {
  const timeZone = useTimeZone();
  const place = useRef<HTMLFormElement>(null);
  const { write, isSending, fault } = useActionWrite();
  const [form] = useState(() => formOf(action, timeZone));
  const [value, setValue] = useState(form[name]);
  const isTyped = name === 'due_at' || name === 'labels';
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
    const body = changesOf({ ...form, [name]: next }, form, timeZone);
    if (Object.keys(body).length === 0) return onEnd();
    const saved = await write(() => patchAction(action.id, action.version, body), {
      done: 'Saved.',
      undo: ({ version }) => patchAction(action.id, version, valuesOf(action, [name])),
    });
    if (saved !== undefined) onEnd();
  }

  const chosen = {
    label: fieldNames[name],
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
      {name === 'assigned_actor_id' && <ActorPicker {...chosen} />}
      {name === 'project_id' && <ProjectPicker {...chosen} />}
      {name === 'domain_id' && <DomainPicker {...chosen} />}
      {name === 'priority' && (
        <fieldset className="actions" aria-label={fieldNames.priority}>
          {priorities.map((text, index) => (
            <button
              key={text}
              type="button"
              className="button button-small"
              aria-pressed={index === action.priority}
              aria-disabled={isSending}
              onClick={() => void save(String(index))}
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
      {name === 'due_at' && (
        <DateField label={fieldNames.due_at} value={value} onChange={setValue} />
      )}
      {name === 'labels' && (
        <TextField
          label={fieldNames.labels}
          value={value}
          maxLength={2_000}
          hint="With commas between them."
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
            Save
          </button>
          <button type="button" className="button button-small" onClick={onEnd}>
            Cancel
          </button>
        </div>
      )}
    </form>
  );
}
