import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Field } from './fields';
import { t } from '../texts/texts';

// Less than a pause between two words, more than one between two letters.
const typingMs = 200;

const maxLength = 200;

// A sheet of filters closes with its fields, so they do not wait there for a pause.
function isInSheet(field: HTMLInputElement): boolean {
  return field.closest('dialog') !== null;
}

/** A field for words, which are sent when the person pauses. `onChange` must be stable. */
export function SearchField({
  label = t('Words'),
  value,
  onChange,
  onKeyDown,
  ref,
}: {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly ref?: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The address has changed by another way, such as the button Back.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  const send = useCallback(
    (words: string): void => {
      if (words === sent.current) return;
      sent.current = words;
      onChange(words);
    },
    [onChange],
  );
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text, send]);
  return (
    <Field label={label} value={text} maxLength={maxLength}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          type="search"
          value={text}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setText(event.target.value)}
          onBlur={({ currentTarget }) => {
            if (isInSheet(currentTarget)) send(text.trim());
          }}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            if (event.key !== 'Escape' || text === '') return;
            // Not every browser clears the field. The next Escape may close the sheet at once.
            event.preventDefault();
            event.stopPropagation();
            setText('');
            send('');
          }}
        />
      )}
    </Field>
  );
}
