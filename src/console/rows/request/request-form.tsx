import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isId, isPlain, labelOf, textOf, type Known, type Payload } from './request-fields';
import { t } from '../../texts/texts';

/** Changes the fields of a proposal's request. Those that name other records stay as they are. */
export function RequestForm({
  payload,
  actors,
  onChange,
  onPermit,
  onCancel,
}: {
  /** The request as the agent proposed it. */
  readonly payload: Payload;
  readonly actors: Known['actors'];
  /** Called with the changed request; undefined while it is not valid or as it was proposed. */
  readonly onChange: (applied: Payload | undefined) => void;
  readonly onPermit: () => void;
  readonly onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  const names = Object.keys(payload).filter((name) => !isId(name) || name === 'assigned_actor_id');
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  function change({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const data = new FormData(currentTarget);
    const values = names.map(
      (name) => [name, valueOf(name, data.get(name), payload[name])] as const,
    );
    const [wrong] = values.find(([, value]) => value === undefined) ?? [];
    setFault(
      wrong &&
        t('{wrong} is not valid. Write it as it was: JSON or a number.', {
          wrong: labelOf(wrong) ?? wrong,
        }),
    );
    const applied = { ...payload, ...Object.fromEntries(values) };
    const isSame = JSON.stringify(applied) === JSON.stringify(payload);
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
        <EditedField key={name} name={name} value={payload[name]} actors={actors} />
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
  actors,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly actors: Known['actors'];
}) {
  const label = labelOf(name) ?? name;
  if (typeof value === 'boolean') {
    return (
      <label className="check">
        <input type="checkbox" name={name} defaultChecked={value} />
        {label}
      </label>
    );
  }
  if (name === 'assigned_actor_id') {
    return (
      <ActorField
        label={label}
        name={name}
        value={typeof value === 'string' ? value : ''}
        actors={actors}
      />
    );
  }
  const text = value === null ? '' : (textOf(value) ?? '');
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
  actors,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly actors: Known['actors'];
}) {
  const isKnown = value === '' || actors.some(({ id }) => id === value);
  return (
    <label className="field">
      <span>{label}</span>
      <select name={name} defaultValue={value}>
        <option value="">{t('Nobody: the pool')}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {actors.map((actor) => (
          <option key={actor.id} value={actor.id}>
            {actor.name} ({actor.kind})
          </option>
        ))}
      </select>
    </label>
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
