import { useState } from 'react';
import { Markdown } from './markdown';

const shownLength = 4_000;
const shownLines = 120;

/** Markdown of which a long text shows its beginning, until a person wants all of it. */
export function LongMarkdown({
  text,
  under = 3,
}: {
  readonly text: string;
  readonly under?: number;
}) {
  const [isWhole, setWhole] = useState(false);
  const start = startOf(text);
  const isLong = start.length < text.length;
  return (
    <>
      <Markdown text={isLong && !isWhole ? `${start} …` : text} under={under} />
      {isLong && (
        <button
          type="button"
          className="button button-small"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show the whole text'}
        </button>
      )}
    </>
  );
}

function startOf(text: string): string {
  const start = text.slice(0, shownLength);
  const lines = start.split('\n', shownLines + 1);
  return lines.length > shownLines ? lines.slice(0, shownLines).join('\n') : start;
}
