import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { keepDraft, readDraft } from '../../api/person';
import { choiceOf, inputs } from '../../pickers/fact-edit';
import { ActorPicker } from '../../pickers/pickers';
import { accessModes, fieldLabel, isTimeField, valueLabel } from '../../texts/field-words';
import { t } from '../../texts/texts';
import { fromLocal, toLocal, useTimeZone } from '../../ui/time';
import { isId, isTextList, textOf, type Payload } from './request-fields';

/** Changes the fields of a proposal's request. Those that name other records stay as they are. */
export function RequestForm({
  draftKey,
  payload,
  onChange,
  onPermit,
  onCancel,
  children,
}: {
  /** Under which what was changed is kept in this tab until it has been sent. */
  readonly draftKey: string;
  /** The request as the agent proposed it. */
  readonly payload: Payload;
  /** Called with the changed request, which is undefined while it is as it was proposed. */
  readonly onChange: (edit: { readonly applied?: Payload; readonly isValid: boolean }) => void;
  readonly onPermit: () => void;
  readonly onCancel: () => void;
  /** What is missing, above the buttons. */
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  const [kept] = useState<Readonly<Record<string, unknown>>>(() =>
    Object(JSON.parse(readDraft(draftKey) || '{}')),
  );
  const timeZone = useTimeZone();
  const kinds = Object.keys(payload)
    .filter((name) => !isId(name) || name === 'assigned_actor_id')
    .map((name) => ({ name, kind: kindOf(name, payload[name], timeZone) }));
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
    // The form reads what was kept.
    form.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);

  function change({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const data = new FormData(currentTarget);
    const values = kinds.map(({ name, kind }) => {
      const given = data.get(name);
      return [name, kind.valueOf(typeof given === 'string' ? given : '')] as const;
    });
    const [wrong] = values.find(([, value]) => value === undefined) ?? [];
    setFault(wrong && faultOf(wrong));
    const changed = values.filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(payload[name]),
    );
    const texts = Object.fromEntries(changed.map(([name]) => [name, data.get(name) ?? '']));
    const isSame = changed.length === 0;
    keepDraft(draftKey, isSame ? '' : JSON.stringify(texts, null, 2));
    const applied = { ...payload, ...Object.fromEntries(values) };
    const isValid = wrong === undefined;
    onChange({ isValid, ...(isValid && !isSame && { applied }) });
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
      {kinds.map(({ name, kind }) => (
        <EditedField key={name} name={name} kind={kind} kept={kept[name]} />
      ))}
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      {children}
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

interface InputProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** How a field of the request is edited, as a text in the form. */
interface Kind {
  /** The text of the value that the agent proposed. */
  readonly text: string;
  /** The value of a text; undefined if it has none. */
  readonly valueOf: (text: string) => unknown;
  readonly render: (props: InputProps) => ReactNode;
}

function kindOf(name: string, value: unknown, timeZone: string): Kind {
  const render = renderOf(name, value);
  if (typeof value === 'boolean') {
    // A box without its mark is not sent.
    return { text: value ? 'on' : '', valueOf: (text) => text !== '', render };
  }
  if (name === 'assigned_actor_id') {
    const text = typeof value === 'string' ? value : '';
    return { text, valueOf: (given) => (given === '' ? null : given), render };
  }
  if (isTime(name, value)) {
    const text = toLocal(value, timeZone);
    const valueOf = (given: string): unknown =>
      given === text ? value : given === '' ? null : (fromLocal(given, timeZone) ?? undefined);
    return { text, valueOf, render };
  }
  if (isTextList(value)) {
    const text = value.join('\n');
    return { text, valueOf: (given) => (given === text ? value : linesOf(given)), render };
  }
  if (value === null) return { text: '', valueOf: (text) => (text === '' ? null : text), render };
  const text = textOf(value) ?? '';
  const valueOf = (given: string): unknown => {
    // Browsers send the ends of lines as CRLF.
    const lines = given.replaceAll('\r\n', '\n');
    if (lines === text.replaceAll('\r\n', '\n')) return value;
    return typeof value === 'string' ? lines : parsed(given, value);
  };
  return { text, valueOf, render };
}

function renderOf(name: string, value: unknown): Kind['render'] {
  if (typeof value === 'boolean') {
    return ({ label, text, ...rest }) => (
      <label className="check">
        <input type="checkbox" defaultChecked={text !== ''} {...rest} />
        {label}
      </label>
    );
  }
  if (name === 'assigned_actor_id') {
    return (props) => (
      <Chosen {...props}>
        {(chosen, onChange) => (
          <ActorPicker
            label={props.label}
            none={t('Nobody: the pool')}
            value={chosen === '' ? null : chosen}
            onChange={(id) => onChange(id ?? '')}
          />
        )}
      </Chosen>
    );
  }
  const options = optionsOf(name, value);
  if (name === 'priority' || options.length > 0) {
    const choice = name === 'priority' ? inputs.priority : choiceOf(options);
    return (props) => (
      <Chosen {...props}>
        {(chosen, onChange) => (
          <div className="field">
            <span aria-hidden="true">{props.label}</span>
            {choice.render({ label: props.label, value: chosen, onChange })}
          </div>
        )}
      </Chosen>
    );
  }
  const input = isTime(name, value) ? inputs.date : isTextList(value) ? inputs.lines : undefined;
  if (input !== undefined) {
    return (props) => (
      <Chosen {...props}>
        {(chosen, onChange) => {
          const shown = chosen === unread ? '' : chosen;
          const onUnread = (): void => onChange(unread);
          return input.render({ label: props.label, value: shown, onChange, onUnread });
        }}
      </Chosen>
    );
  }
  return ({ name: field, label, text }) => (
    <label className="field">
      <span>{label}</span>
      {text.length > 60 || text.includes('\n') || typeof value === 'object' ? (
        <textarea name={field} defaultValue={text} rows={4} dir="auto" />
      ) : (
        <input name={field} defaultValue={text} dir="auto" />
      )}
    </label>
  );
}

function faultOf(name: string): string {
  const wrong = fieldLabel(name) ?? name;
  return isTimeField(name)
    ? t('{wrong} is not a time yet.', { wrong })
    : t('{wrong} is not valid. Write it as it was: JSON or a number.', { wrong });
}

/** The values of fields of which one is chosen, by the field. */
const choices = new Map<string, readonly (readonly string[])[]>([
  ['access_mode', [accessModes.map(({ value }) => value)]],
  // Of a new project, and of one that is closed.
  [
    'state',
    [
      ['active', 'paused'],
      ['completed', 'dropped'],
    ],
  ],
  ['status', [['inbox', 'ready', 'waiting']]],
  ['work_mode', [['sequential', 'parallel']]],
]);

/** The values that a field may have instead of this one, with their names. None for a text. */
function optionsOf(name: string, value: unknown) {
  const all = choices.get(name) ?? [];
  const options = all.find((one) => one.some((option) => option === value)) ?? [];
  return options.map((one) => ({ value: one, name: valueLabel(name, one) ?? one }));
}

/** What the form reads of a field whose text means nothing yet. */
const unread = '?';

function isTime(name: string, value: unknown): value is string | null {
  return isTimeField(name) && (value === null || valueLabel(name, value) !== undefined);
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The value of JSON, of the type that the value had before. */
function parsed(json: string, before: unknown): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === typeof before ? value : undefined;
  } catch {
    return undefined;
  }
}

function EditedField({
  name,
  kind,
  kept,
}: {
  readonly name: string;
  readonly kind: Kind;
  /** The text that the person left in the field. */
  readonly kept: unknown;
}) {
  const text = typeof kept === 'string' && kept !== unread ? kept : kind.text;
  return kind.render({ name, label: fieldLabel(name) ?? name, text });
}

/** A field whose value is chosen. The form reads it from a hidden field. */
function Chosen({
  name,
  text,
  children,
}: InputProps & {
  readonly children: (chosen: string, onChange: (chosen: string) => void) => ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(text);
  // The form reads its fields when one of them says that it has another value.
  useEffect(() => {
    if (field.current?.value !== chosen) return;
    field.current.dispatchEvent(new Event('input', { bubbles: true }));
  }, [chosen]);
  return (
    <>
      <input ref={field} type="hidden" name={name} value={chosen} />
      {children(chosen, setChosen)}
    </>
  );
}
