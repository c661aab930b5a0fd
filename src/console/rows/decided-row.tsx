import type { ReactNode } from 'react';
import { useRowCommands } from '../keys/rows';

/** The line that says what was decided about a record. */
export function DecidedRow({
  rowKey,
  title,
  text,
  children,
}: {
  readonly rowKey: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  useRowCommands(rowKey, {});
  return (
    <li>
      <article className="row row-decided" data-row={rowKey} data-decided="true" tabIndex={-1}>
        <Outcome title={title} text={text} />
        {children}
      </article>
    </li>
  );
}

/** The struck title of a record with what became of it. */
export function Outcome({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <p className="row-outcome">
      <s dir="auto">{title}</s> <span dir="auto">{text}</span>
    </p>
  );
}
