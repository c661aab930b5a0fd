import { memo, useMemo } from 'react';
import { Markdown } from '../../ui/markdown';
import { textOf } from './document';

const partLength = 16_000;

const Part = memo(Markdown);

/** The text of a document: Markdown, or other JSON with spaces. */
export function DocumentText({
  text,
  isJson,
  isWhole,
}: {
  readonly text: string;
  readonly isJson: boolean;
  /** Whether all pieces were read: a part of JSON cannot be formatted. */
  readonly isWhole: boolean;
}) {
  const parts = useMemo(() => (isJson ? [] : partsOf(text)), [text, isJson]);
  if (isJson) return <pre className="json">{isWhole ? textOf(JSON.parse(text)) : text}</pre>;
  if (text.trim() === '') return <p className="muted">The document is empty.</p>;
  return (
    <div className="document-text">
      {parts.map((part, index) => (
        // Parts are only added, so the place of one never changes.
        <Part key={index} text={part} under={2} />
      ))}
    </div>
  );
}

/** Cuts Markdown at empty lines that are in no block of code, so that each part is drawn once. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let end = 0;
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    end = Math.min(text.length, end + line.length + 1);
    if (!isCode && line.trim() === '' && end - start > partLength) {
      parts.push(text.slice(start, end));
      start = end;
    }
  }
  return [...parts, text.slice(start)];
}
