import {
  Suspense,
  useId,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  useDeferredValue,
} from 'react';
import { lazy } from './loading';
import { language, t } from '../texts/texts';
import { Markdown } from './markdown';

/** Shows how a text that is being written will look. It is drawn only while it is open. */
export function Preview({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const drawn = useDeferredValue(text);
  if (text.trim() === '') return null;
  return (
    <details className="preview" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('Preview')}</summary>
      {isOpen && <Markdown text={drawn} />}
    </details>
  );
}

const Mentions = lazy(async () => ({ default: (await import('./mentions')).Mentions }));

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** A sentence below the field. */
  readonly hint?: string | undefined;
}

/** Says that nothing more fits, because browsers cut what is pasted without a word. */
export function fullText(value: string, maxLength: number): string | undefined {
  if (value.length < maxLength) return undefined;
  const count = maxLength.toLocaleString(language);
  return t('The field is full: it takes {count} characters.', { count });
}

/** What a person typed after they had sent a text, by what the field has now. */
export function typedSince(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

/** What the control of a field gets from it. */
interface ControlProps {
  readonly id: string;
  readonly maxLength: number;
  readonly 'aria-describedby': string | undefined;
}

/**
 * A control with its name and the sentences below it: whether it is full, and the hint. They describe
 * the control and are no part of its name.
 */
export function Field({
  label,
  value,
  maxLength,
  hint,
  children,
}: Pick<FieldProps, 'label' | 'value' | 'hint'> & {
  readonly maxLength: number;
  readonly children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const full = fullText(value, maxLength);
  const ids = [full === undefined ? '' : `${id}-full`, hint === undefined ? '' : `${id}-hint`];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, maxLength, 'aria-describedby': ids.join(' ').trim() || undefined })}
      {full !== undefined && (
        <small role="alert" id={`${id}-full`}>
          {full}
        </small>
      )}
      {hint !== undefined && (
        <small className="muted" id={`${id}-hint`}>
          {hint}
        </small>
      )}
    </div>
  );
}

/** A field for one line. */
export function TextField({
  label,
  value,
  onChange,
  isRequired = false,
  minLength,
  maxLength = 500,
  min,
  max,
  hint,
  type = 'text',
  autoComplete = 'off',
}: FieldProps & {
  readonly type?:
    'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'date' | 'datetime-local';
  readonly autoComplete?: string;
  readonly minLength?: number;
  readonly min?: number;
  readonly max?: number;
}) {
  return (
    <Field label={label} value={value} maxLength={maxLength} hint={hint}>
      {(control) => (
        <input
          {...control}
          type={type}
          value={value}
          required={isRequired}
          minLength={minLength}
          min={min}
          max={max ?? lastOf[type]}
          autoComplete={autoComplete}
          dir="auto"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

// Later times have no four digits of the year in some time zone, and the server refuses them.
const lastOf: Readonly<Partial<Record<string, string>>> = {
  date: '9999-12-29',
  'datetime-local': '9999-12-29T23:59',
};

/** A field for several lines. Ctrl or Cmd and Enter send its form. */
export function AreaField({
  label,
  value,
  onChange,
  isRequired = false,
  maxLength = 65_536,
  hint,
  rows = 4,
  isMarkdown = false,
}: FieldProps & {
  readonly rows?: number;
  /** Whether a preview follows the field, and `@` and `#` suggest records to link. */
  readonly isMarkdown?: boolean;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isUsed, setUsed] = useState(false);
  const field = (
    <Field label={label} value={value} maxLength={maxLength} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          ref={area}
          value={value}
          rows={rows}
          required={isRequired}
          dir="auto"
          onFocus={() => setUsed(true)}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
            if (isSend) event.currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </Field>
  );
  if (!isMarkdown) return field;
  return (
    <div>
      {field}
      {isUsed && (
        <Suspense>
          <Mentions field={area} onInsert={onChange} />
        </Suspense>
      )}
      <Preview text={value} />
    </div>
  );
}

/** A choice of yes or no. */
export function CheckField({
  label,
  checked,
  onChange,
}: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={() => onChange(!checked)} />
      {label}
    </label>
  );
}

/** A form with its buttons. */
export function Form({
  action,
  isDanger,
  isSending,
  fault,
  onSend,
  onCancel,
  children,
}: {
  /** The name of the button that sends the form. */
  readonly action: string;
  readonly isDanger?: boolean | undefined;
  readonly isSending: boolean;
  readonly fault: string | undefined;
  readonly onSend: () => void;
  readonly onCancel?: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isSending) onSend();
  };
  // Browsers say nothing about a field that is folded away.
  const show = ({ target }: FormEvent): void => {
    if (target instanceof Element) target.closest('details')?.setAttribute('open', '');
  };
  return (
    <form className="form" onSubmit={submit} onInvalidCapture={show}>
      {children}
      <FormEnd {...{ action, isDanger, isSending, fault, onCancel }} />
    </form>
  );
}

/**
 * The error and the buttons of a form, which stay in sight at the end of a dialog. With `onConfirm`,
 * they belong to no form.
 */
export function FormEnd({
  action,
  isDanger = false,
  isSending,
  fault,
  onConfirm,
  onCancel,
}: {
  readonly action: string;
  /** Whether it takes away what nothing brings back. */
  readonly isDanger?: boolean | undefined;
  readonly isSending: boolean;
  readonly fault: string | undefined;
  readonly onConfirm?: () => void;
  readonly onCancel: (() => void) | undefined;
}) {
  return (
    <div className="form-end">
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      <div className="actions">
        <button
          type={onConfirm === undefined ? 'submit' : 'button'}
          className={isDanger ? 'button button-danger' : 'button button-primary'}
          aria-disabled={isSending}
          onClick={isSending ? undefined : onConfirm}
        >
          {action}
        </button>
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            {t('Cancel')}
          </button>
        )}
      </div>
    </div>
  );
}
