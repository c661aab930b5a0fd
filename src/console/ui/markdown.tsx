import { lazy, Suspense } from 'react';

const Elements = lazy(async () => ({
  default: (await import('./markdown-elements')).MarkdownElements,
}));

/** Markdown, which is plain text until its library is loaded. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="plain">{text}</p>}>
      <Elements text={text} />
    </Suspense>
  );
}
