import '../api/client';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isPlain, labelOf, textOf } from './payload-text';

/** Changes the fields of a proposal's request, and permits what results. */
export function PayloadForm({
  payload,
  onPermit,
  onCancel,
}: {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly onPermit: (payload?: Record<string, unknown>) => void;
  readonly onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const changed: Record<string, unknown> = {};
    for (const [name, before] of Object.entries(payload)) {
      const value = valueOf(data.get(name), before);
      if (value === undefined) {
        setFault(`${labelOf(name)} is not valid. Write it as it was: JSON or a number.`);
        return;
      }
      changed[name] = value;
    }
    const isSame = JSON.stringify(changed) === JSON.stringify(payload);
    onPermit(isSame ? undefined : changed);
  }

  return (
    <form ref={form} className="text-form" onSubmit={submit}>
      {Object.entries(payload).map(([name, value]) => (
        <PayloadField key={name} name={name} value={value} />
      ))}
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      <div className="actions">
        <button type="submit" className="button button-ok">
          Permit with these values
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

function PayloadField({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value === 'boolean') {
    return (
      <label className="check">
        <input type="checkbox" name={name} defaultChecked={value} />
        {labelOf(name)}
      </label>
    );
  }
  const text = value === null ? '' : textOf(value);
  const isLong = text.length > 60 || text.includes('\n') || !isPlain(value);
  return (
    <label className="field">
      <span>{labelOf(name)}</span>
      {isLong ? (
        <textarea name={name} defaultValue={text} rows={4} dir="auto" />
      ) : (
        <input name={name} defaultValue={text} dir="auto" />
      )}
    </label>
  );
}

/** The value that a field has now, of the type that it had before; undefined if it has none. */
function valueOf(given: FormDataEntryValue | null, before: unknown): unknown {
  if (typeof before === 'boolean') return given !== null;
  const text = typeof given === 'string' ? given : '';
  if (before === null) return text === '' ? null : text;
  // Browsers send the ends of lines as CRLF.
  if (typeof before === 'string') return text.replaceAll('\r\n', '\n');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === typeof before ? value : undefined;
  } catch {
    return undefined;
  }
}
