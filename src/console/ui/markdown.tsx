import { Component, useState, type ReactNode } from 'react';
import { loadable } from './loading';
import { t } from '../texts/texts';

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

/** The module that shows Markdown; undefined until it is loaded. Without it, text is plain. */
export const useMarkdownElements = loadable(() => load(), {
  MarkdownElements: ({ plain }: ShownText) => plain,
});

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

/** The words of one line of Markdown, for a name that nobody sees. */
export function MarkdownWords({ text }: { readonly text: string }) {
  return safely({ text, isWords: true, plain: text });
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

const shownLength = 4_000;
const shownLines = 120;

/** Markdown of which a long text shows its beginning, until a person wants all of it. */
export function LongMarkdown({
  text,
  under = 3,
  startsWhole = false,
}: {
  readonly text: string;
  readonly under?: number;
  readonly startsWhole?: boolean;
}) {
  const [isWhole, setWhole] = useState(startsWhole);
  // The button would move while the text gets its Markdown.
  const isSettled = useMarkdownElements() !== undefined;
  const start = startOf(text);
  const isLong = start.length < text.length;
  return (
    <>
      <Markdown text={isLong && !isWhole ? `${start} …` : text} under={under} />
      {isLong && isSettled && (
        <button
          data-reads
          type="button"
          className="button button-small"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('Show less') : t('Show the whole text')}
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

/** What is shown of a text of Markdown. Without `under`, it is one line. */
export interface ShownText {
  readonly text: string;
  /** The level of the heading above the text. */
  readonly under?: number;
  /** Whether it is in a button, in which links are text. */
  readonly isButton?: boolean | undefined;
  /** Whether it has only the words of the text, and no elements. */
  readonly isWords?: boolean;
  readonly plain: ReactNode;
}
