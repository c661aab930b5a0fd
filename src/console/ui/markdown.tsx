import { lazy, Suspense } from 'react';

const Elements = lazy(async () => ({
  default: (await import('./markdown-elements')).MarkdownElements,
}));

/** Markdown, which is plain text until its library is loaded. */
export function Markdown({
  text,
  under = 3,
}: {
  readonly text: string;
  /** The level of the heading under which it is. */
  readonly under?: number;
}) {
  return (
    <Suspense fallback={<p className="plain">{text}</p>}>
      <Elements text={text} under={under} />
    </Suspense>
  );
}
