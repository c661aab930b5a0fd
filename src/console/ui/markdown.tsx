import { lazy, Suspense } from 'react';

const Elements = lazy(async () => ({
  default: (await import('./markdown-elements')).MarkdownElements,
}));

/**
 * Markdown, which is plain text until its library is loaded. `level` is the level of its highest
 * headings.
 */
export function Markdown({ text, level = 4 }: { readonly text: string; readonly level?: 3 | 4 }) {
  return (
    <Suspense fallback={<p className="plain">{text}</p>}>
      <Elements text={text} level={level} />
    </Suspense>
  );
}
