import { Link } from 'wouter';
import type { FeedEvent } from '../../api/events';
import { pageOf } from '../../api/page-of';
import { Icon, type IconName } from '../../ui/icon';
import { Time } from '../../ui/time';

const icons: Readonly<Record<string, IconName>> = {
  action: 'work',
  agent: 'agent',
  checkin: 'order',
  claim: 'stalled',
  document: 'document',
  domain: 'settings',
  link: 'docs',
  note: 'edit',
  oauth_grant: 'agent',
  order: 'order',
  project: 'project',
  proposal: 'proposal',
  question: 'question',
  token: 'agent',
};

/** An event as a sentence, with the record that it affects. */
export function EventRow({ event }: { readonly event: FeedEvent }) {
  const { id, kind, actor, subject, summary } = event;
  const page = pageOf(subject.type, subject.id, event);
  const isNamed = summary.startsWith(actor.name);
  return (
    <li data-row={id} tabIndex={-1}>
      <Icon name={icons[kind.split('.')[0] ?? ''] ?? 'settings'} />
      <div className="item-text">
        <p className="event-summary" dir="auto">
          {isNamed ? (
            <>
              <strong>{actor.name}</strong>
              {summary.slice(actor.name.length)}
            </>
          ) : (
            summary
          )}
        </p>
        <p className="row-meta">
          {page === undefined ? (
            <span className="event-subject" dir="auto">
              {subject.title}
            </span>
          ) : (
            <Link href={page} className="event-subject" dir="auto">
              {subject.title}
            </Link>
          )}
          {!isNamed && <span dir="auto">{actor.name}</span>}
          {event.on_behalf_of !== undefined && (
            <span dir="auto">for {event.on_behalf_of.name}</span>
          )}
        </p>
      </div>
      <Time at={event.created_at} />
    </li>
  );
}
