import { useEffect, useRef, useState, type ReactNode } from 'react';
import { linesOf } from './request-fields';
import { Revealed } from './revealed';
import { useEnd } from './use-seen';

const longText = 400;
const longLines = 8;
const shownText = 160;
const shownLines = 3;

/** A text as it is, without Markdown, because Markdown hides parts. A long one is opened first. */
export function Value({
  text,
  label,
  href,
  onSeen,
  renderWhole = (whole) => <Revealed text={whole} />,
}: {
  readonly text: string;
  /** What the text is, for a screen reader. */
  readonly label: string;
  readonly href?: string | undefined;
  /** Called when its end was on the screen. */
  readonly onSeen: () => void;
  /** Shows the opened text in another way. */
  readonly renderWhole?: (text: string) => ReactNode;
}) {
  const lines = linesOf(text);
  const isLong = text.length > longText || lines > longLines;
  const [isOpen, setOpen] = useState(false);
  if (!isLong) {
    return (
      <>
        {href === undefined ? (
          <Revealed text={text} />
        ) : (
          // Another tab, so that what was read of the request stays read.
          <a href={href} target="_blank" rel="noreferrer">
            <Revealed text={text} />
          </a>
        )}
        <End onSeen={onSeen} />
      </>
    );
  }
  const size = `${text.length.toLocaleString()} characters, ${lines.toLocaleString()} lines`;
  return isOpen ? (
    <Whole label={label} onSeen={onSeen}>
      {renderWhole(text)}
    </Whole>
  ) : (
    <>
      <Revealed text={`${startOf(text)} …`} />{' '}
      <button
        type="button"
        className="button button-small"
        data-unread={label}
        onClick={() => setOpen(true)}
      >
        Open all of it: {size}
      </button>
    </>
  );
}

function startOf(text: string): string {
  return text.slice(0, shownText).split('\n').slice(0, shownLines).join('\n');
}

function Whole({
  label,
  onSeen,
  children,
}: {
  readonly label: string;
  readonly onSeen: () => void;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={box} className="request-whole" tabIndex={0} aria-label={label}>
      {children}
      <End onSeen={onSeen} />
    </section>
  );
}

function End({ onSeen }: { readonly onSeen: () => void }) {
  return <span ref={useEnd(onSeen)} className="request-end" />;
}
