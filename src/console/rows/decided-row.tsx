import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Subject } from '../decisions/subject';
import { useRowCommands } from '../keys/rows';

/** Says what became of a record that the server no longer lists. */
export function useOutcome({ kind, id }: Subject, isWanted: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ['outcome', kind, id],
    queryFn: async () => (await import('../decisions/what-happened')).whatHappened({ kind, id }),
    enabled: isWanted,
  });
  return isWanted && data?.isOpen === false ? data.text : undefined;
}

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
