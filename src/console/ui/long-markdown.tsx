import { useState } from 'react';
import { Markdown } from './markdown';

const shownLength = 4_000;

/** Markdown of which a long text shows its beginning, until a person wants all of it. */
export function LongMarkdown({ text, under }: { readonly text: string; readonly under: number }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > shownLength;
  return (
    <>
      <Markdown
        text={isLong && !isWhole ? `${text.slice(0, shownLength)} …` : text}
        under={under}
      />
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
