import { isCallboardError } from 'callboard-client';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { forgetSent, isDecided, keyOf, useEntry, type Subject } from '../../decisions/decisions';
import { focusRow, useListKeys } from '../../keys/list-keys';
import { RowsProvider, useKeysInUrl, useRows } from '../../rows/row-state';
import { useDecisionKeys } from '../../rows/decision-keys';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { LongMarkdown } from '../../ui/markdown';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { t, Trans } from '../../texts/texts';

/** Where the page of a question or a proposal belongs. */
export const trailOfRequests = [{ href: '/app/questions', name: t('Questions') }] as const;

/** A record's title for the tab. */
export function shortTitle(title: string): string {
  return title.length > 60 ? `${title.slice(0, 59)}…` : title;
}

/** What is shown until a record is read, or instead of it. */
export function RecordMissing({
  name,
  error,
  onRetry,
}: {
  /** The kind of the record, such as `question`. */
  readonly name: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  // While a failed read is repeated, its error is null.
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  const shown = error ?? last;
  if (shown === null) return <RowsSkeleton />;
  if (isCallboardError(shown) && (shown.status === 404 || shown.status === 400)) {
    return (
      <section className="empty">
        <h1 tabIndex={-1}>
          {name === 'question' ? t('There is no such question') : t('There is no such proposal')}
        </h1>
        <p>
          <Trans
            id="The address may be mistyped, or it belongs to another workspace. <link>Show all open questions and proposals</link>."
            components={{ link: <Link href="/app/questions" /> }}
          />
        </p>
      </section>
    );
  }
  return <Failure error={shown} onRetry={onRetry} />;
}

/** Whether a record is decided in its row: it is open, or a decision about it is on its way. */
export function useIsOpen(subject: Subject, isOpen: boolean): boolean {
  const entry = useEntry(keyOf(subject));
  return isOpen || (isDecided(entry) && (entry.state === 'waiting' || entry.state === 'sending'));
}

/** The only row of a page, which has the focus, so that its keys work at once. */
export function SingleRow({
  subject,
  children,
}: {
  readonly subject: Subject;
  readonly children: ReactNode;
}) {
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  const rows = useRows(opened, selected, true);
  const key = keyOf(subject);
  useListKeys(useDecisionKeys(selected));
  useEffect(() => forgetSent, []);
  // After the focus of the screen, which the shell sets when the address changes.
  useEffect(() => {
    const frame = requestAnimationFrame(() => focusRow(key));
    return () => cancelAnimationFrame(frame);
  }, [key]);
  return (
    <RowsProvider value={rows}>
      <ul className="rows">{children}</ul>
    </RowsProvider>
  );
}

/** Who ended a record and when, with the texts. Texts that are null are left out. */
export function Ending({
  sentence,
  at,
  texts,
  children,
}: {
  readonly sentence: string;
  readonly at: string;
  readonly texts: readonly (readonly [string, string | null])[];
  readonly children?: ReactNode;
}) {
  return (
    <Panel title={t('How it ended')}>
      <p dir="auto">
        <strong>{sentence}</strong> <Time at={at} />
      </p>
      {texts.map(
        ([name, text]) =>
          text !== null && (
            <div key={name}>
              <h3 className="muted">{name}</h3>
              <LongMarkdown text={text} />
            </div>
          ),
      )}
      {children}
    </Panel>
  );
}

interface Concerned {
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
}

interface RecordLink {
  readonly href: string;
  readonly title: string;
}

/** The record that a request is about: its titles as rows want them, and its page. */
export function useAbout({ action_id, project_id, order_id }: Concerned) {
  const action = api.useQuery('get', '/v1/actions/{id}', pathOf(action_id), whenWanted(action_id));
  const wanted = action_id === null ? project_id : null;
  const project = api.useQuery('get', '/v1/projects/{id}', pathOf(wanted), whenWanted(wanted));
  const order = api.useQuery('get', '/v1/orders/{id}', pathOf(order_id), whenWanted(order_id));
  return {
    titles: {
      action_title: action.data?.title ?? null,
      project_title: project.data?.title ?? null,
      order_name: order.data?.name ?? null,
    },
    link:
      linkOf('actions', action_id, action.data?.title ?? t('An action')) ??
      linkOf('orders', order_id, order.data?.name ?? t('An order')) ??
      linkOf('projects', project_id, project.data?.title ?? t('A project')),
  };
}

/** A link to the page of the record. */
export function About({ link }: { readonly link: RecordLink }) {
  return <Link href={link.href}>{link.title}</Link>;
}

function pathOf(id: string | null) {
  return { params: { path: { id: id ?? '' } } };
}

function whenWanted(id: string | null) {
  return { enabled: id !== null };
}

function linkOf(screen: string, id: string | null, title: string): RecordLink | null {
  return id === null ? null : { href: `/app/${screen}/${id}`, title };
}
