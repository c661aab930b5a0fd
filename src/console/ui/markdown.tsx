import { loadable } from './loadable';

/** The module that shows Markdown; undefined until it is loaded. */
export const useMarkdownElements = loadable(() => import('./markdown-elements'));

/** Markdown, which is plain text until its library is loaded. */
export function Markdown({
  text,
  under = 3,
}: {
  readonly text: string;
  /** The level of the heading above the text. */
  readonly under?: number;
}) {
  const elements = useMarkdownElements();
  if (elements === undefined) return <p className="plain">{text}</p>;
  return <elements.MarkdownElements text={text} under={under} />;
}
