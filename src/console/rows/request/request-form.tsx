import { useEffect, useRef, useState, type FormEvent } from 'react';
import { keepDraft, readDraft } from '../../api/person';
import { ActorPicker } from '../../pickers/pickers';
import { isId, isPlain, textOf, type Payload } from './request-fields';
import { fieldLabel } from '../../texts/field-words';
import { t } from '../../texts/texts';

/** Changes the fields of a proposal's request. Those that name other records stay as they are. */
export function RequestForm({
  draftKey,
  payload,
  onChange,
  onPermit,
  onCancel,
}: {
  /** Under which what was changed is kept in this tab until it has been sent. */
  readonly draftKey: string;
  /** The request as the agent proposed it. */
  readonly payload: Payload;
  /** Called with the changed request; undefined while it is not valid or as it was proposed. */
  readonly onChange: (applied: Payload | undefined) => void;
  readonly onPermit: () => void;
  readonly onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  const [kept] = useState<Readonly<Record<string, unknown>>>(() =>
    Object(JSON.parse(readDraft(draftKey) || '{}')),
  );
  const names = Object.keys(payload).filter((name) => !isId(name) || name === 'assigned_actor_id');
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
    // The form reads what was kept.
    form.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);

  function change({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const data = new FormData(currentTarget);
    const values = names.map(
      (name) => [name, valueOf(name, data.get(name), payload[name])] as const,
    );
    const [wrong] = values.find(([, value]) => value === undefined) ?? [];
    setFault(
      wrong &&
        t('{wrong} is not valid. Write it as it was: JSON or a number.', {
          wrong: fieldLabel(wrong) ?? wrong,
        }),
    );
    const changed = values.filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(payload[name]),
    );
    const texts = Object.fromEntries(changed.map(([name]) => [name, data.get(name) ?? '']));
    const isSame = changed.length === 0;
    keepDraft(draftKey, isSame ? '' : JSON.stringify(texts, null, 2));
    const applied = { ...payload, ...Object.fromEntries(values) };
    onChange(wrong === undefined && !isSame ? applied : undefined);
  }

  return (
    <form
      ref={form}
      className="text-form"
      onInput={change}
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === undefined) onPermit();
      }}
    >
      {names.map((name) => (
        <EditedField key={name} name={name} value={payload[name]} kept={kept[name]} />
      ))}
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      <div className="actions">
        <button type="submit" className="button button-ok">
          {t('Permit with these values')}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t('Cancel')} <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

function EditedField({
  name,
  value,
  kept,
}: {
  readonly name: string;
  readonly value: unknown;
  /** The text that the person left in the field; empty for a box without its mark. */
  readonly kept: unknown;
}) {
  const label = fieldLabel(name) ?? name;
  if (typeof value === 'boolean') {
    return (
      <label className="check">
        <input
          type="checkbox"
          name={name}
          defaultChecked={kept === undefined ? value : kept !== ''}
        />
        {label}
      </label>
    );
  }
  const now = kept ?? value;
  if (name === 'assigned_actor_id') {
    return <ActorField label={label} name={name} value={typeof now === 'string' ? now : ''} />;
  }
  const text = now === null ? '' : (textOf(now) ?? '');
  const isLong = text.length > 60 || text.includes('\n') || !isPlain(value);
  return (
    <label className="field">
      <span>{label}</span>
      {isLong ? (
        <textarea name={name} defaultValue={text} rows={4} dir="auto" />
      ) : (
        <input name={name} defaultValue={text} dir="auto" />
      )}
    </label>
  );
}

function ActorField({
  label,
  name,
  value,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(value);
  // The form reads its fields when one of them says that it has another value.
  useEffect(() => {
    if (field.current?.value !== chosen) return;
    field.current.dispatchEvent(new Event('input', { bubbles: true }));
  }, [chosen]);
  return (
    <>
      <input ref={field} type="hidden" name={name} value={chosen} />
      <ActorPicker
        label={label}
        none={t('Nobody: the pool')}
        value={chosen === '' ? null : chosen}
        onChange={(id) => setChosen(id ?? '')}
      />
    </>
  );
}

/** The value that a field has now, of the type that it had before; undefined if it has none. */
function valueOf(name: string, given: FormDataEntryValue | null, before: unknown): unknown {
  if (typeof before === 'boolean') return given !== null;
  const text = typeof given === 'string' ? given : '';
  if (before === null || name === 'assigned_actor_id') return text === '' ? null : text;
  if (typeof before === 'string') {
    // Browsers send the ends of lines as CRLF.
    const lines = text.replaceAll('\r\n', '\n');
    return lines === before.replaceAll('\r\n', '\n') ? before : lines;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === typeof before ? value : undefined;
  } catch {
    return undefined;
  }
}
