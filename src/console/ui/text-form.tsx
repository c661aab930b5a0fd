import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { keepDraft, readDraft } from '../api/person';
import { Field, Preview } from './fields';
import { lazy } from './loading';
import { t } from '../texts/texts';

const maxLength = 65_536;

const Mentions = lazy(async () => ({ default: (await import('./mentions')).Mentions }));

/**
 * A field for a text, with a button that sends it. Enter sends too, and Shift Enter begins a line.
 * What was typed is kept in this tab until it is sent.
 */
export function TextForm({
  draftKey,
  label,
  action,
  isRequired = true,
  hasFocus = true,
  isMarkdown = false,
  isReadOnly = false,
  onSend,
  onCancel,
  children,
}: {
  readonly draftKey: string;
  readonly label: string;
  readonly action: string;
  readonly isRequired?: boolean;
  /** Whether the field takes the focus when it appears. */
  readonly hasFocus?: boolean;
  /** Whether a preview follows the field, and `@` and `#` suggest records to link. */
  readonly isMarkdown?: boolean;
  /** Whether the text stays as it is, and only the button sends it. */
  readonly isReadOnly?: boolean;
  readonly onSend: (text: string) => void;
  readonly onCancel?: () => void;
  /** More buttons. */
  readonly children?: ReactNode;
}) {
  const [text, setText] = useState(() => readDraft(draftKey));
  const field = useRef<HTMLTextAreaElement>(null);
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (!hasFocus) return;
    field.current?.focus();
    // Who has typed before goes on at the end.
    field.current?.setSelectionRange(maxLength, maxLength);
  }, [hasFocus]);
  const isEmpty = text.trim() === '';

  function change(next: string): void {
    setText(next);
    keepDraft(draftKey, next);
  }

  function send(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (isRequired && isEmpty) {
      field.current?.reportValidity();
      return;
    }
    onSend(text.trim());
  }

  return (
    <form className="text-form" onSubmit={send}>
      <Field label={label} value={text} maxLength={maxLength}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            value={text}
            rows={3}
            required={isRequired}
            readOnly={isReadOnly}
            dir="auto"
            onFocus={() => setUsed(true)}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && onCancel !== undefined) {
                event.preventDefault();
                onCancel();
              }
              const isPlain = event.key === 'Enter' && !event.shiftKey && !isReadOnly;
              if (isPlain) send(event);
            }}
          />
        )}
      </Field>
      {isMarkdown && isUsed && (
        <Suspense>
          <Mentions field={field} onInsert={change} />
        </Suspense>
      )}
      {isMarkdown && <Preview text={text} />}
      <div className="actions">
        <button type="submit" className="button button-primary">
          {action} {!isReadOnly && <kbd>Enter</kbd>}
        </button>
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            {t('Cancel')} <kbd>Esc</kbd>
          </button>
        )}
        {children}
      </div>
    </form>
  );
}
