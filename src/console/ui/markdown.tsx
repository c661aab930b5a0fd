import { Component, type ReactNode } from 'react';
import { loadable } from './loadable';

/** The module that shows Markdown; undefined until it is loaded. */
export const useMarkdownElements = loadable(() => import('./markdown-elements'));

/** Markdown, which is plain text until its library is loaded, and when it cannot be shown. */
export function Markdown({
  text,
  under = 3,
}: {
  readonly text: string;
  /** The level of the heading above the text. */
  readonly under?: number;
}) {
  const plain = (
    <div className="plain" dir="auto">
      {text}
    </div>
  );
  return safely({ text, under, plain });
}

/** One line of Markdown for a heading or a button. */
export function MarkdownLine({
  text,
  isButton,
}: {
  readonly text: string;
  readonly isButton?: boolean;
}) {
  return safely({ text, isButton, plain: text });
}

/** What is shown of a text. Without `under`, it is one line. */
export interface Shown {
  readonly text: string;
  readonly under?: number;
  /** Whether it is in a button, in which links are text. */
  readonly isButton?: boolean | undefined;
  readonly plain: ReactNode;
}

function safely(shown: Shown) {
  return (
    <Boundary key={shown.text} plain={shown.plain}>
      <Text {...shown} />
    </Boundary>
  );
}

function Text(shown: Shown) {
  const elements = useMarkdownElements();
  return elements === undefined ? shown.plain : <elements.MarkdownElements {...shown} />;
}

/** Shows the plain text when its elements fail, so that one text never ends a page. */
class Boundary extends Component<{ readonly plain: ReactNode; readonly children: ReactNode }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.plain : this.props.children;
  }
}
