import { Component, type ReactNode } from 'react';
import { loadable } from './loadable';
import type { ShownText } from './shown-text';

interface Elements {
  readonly MarkdownElements: (shown: ShownText) => ReactNode;
}

let load: () => Promise<Elements>;

/**
 * Sets how the module that shows Markdown is loaded. It imports the modules of every page, and this
 * is one of them, so an import from here would close a circle.
 */
export function loadMarkdownBy(one: () => Promise<Elements>): void {
  load = one;
}

/** The module that shows Markdown; undefined until it is loaded. */
export const useMarkdownElements = loadable(() => load());

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

function safely(shown: ShownText) {
  return (
    <Boundary key={shown.text} plain={shown.plain}>
      <Text {...shown} />
    </Boundary>
  );
}

function Text(shown: ShownText) {
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
