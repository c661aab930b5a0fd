import { useEffect, useState } from 'react';
import { TextField } from '../../ui/fields';

// The list is read when the person pauses, not after each letter.
const pauseMs = 250;

/** A field for the words of a search. `onChange` must be stable. */
export function WordsField({
  label = 'Words',
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
  return <TextField label={label} type="search" value={text} maxLength={200} onChange={setText} />;
}
