import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { TextField } from './fields';
import { t } from '../texts/texts';

// Less than a pause between two words, more than one between two letters.
const typingMs = 200;

// A sheet of filters closes with its fields, so they do not wait there for a pause.
function isInSheet(field: HTMLInputElement): boolean {
  return field.closest('dialog') !== null;
}

/** A field for words, which are sent when the person pauses. */
export function SearchField({
  label,
  value,
  onChange,
  onKeyDown,
  ref,
}: {
  readonly label: string;
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
  useEffect(() => {
    const words = text.trim();
    if (words === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = words;
      onChange(words);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  const sendNow = (words: string): void => {
    if (words === sent.current) return;
    sent.current = words;
    onChange(words);
  };
  return (
    <label className="field">
      <span>{label}</span>
      <input
        ref={ref}
        type="search"
        value={text}
        maxLength={200}
        autoComplete="off"
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onBlur={({ currentTarget }) => {
          if (isInSheet(currentTarget)) sendNow(text.trim());
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== 'Escape' || text === '') return;
          // Not every browser clears the field. The next Escape may close the sheet at once.
          event.preventDefault();
          event.stopPropagation();
          setText('');
          sendNow('');
        }}
      />
    </label>
  );
}

// The list is read when the person pauses, not after each letter.
const pauseMs = 250;

/** A field for the words of a search. `onChange` must be stable. */
export function WordsField({
  label = t('Words'),
  value,
  onChange,
}: {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextField
      label={label}
      type="search"
      value={text}
      maxLength={200}
      onChange={setText}
      onBlur={(field) => {
        if (isInSheet(field) && text.trim() !== value) onChange(text.trim());
      }}
    />
  );
}
