import { Link } from 'wouter';
import { api } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { ActionItems, Item } from '../../rows/items';
import { KeptList } from '../../rows/kept-list';
import { partsOf, short } from '../../ui/short-text';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { LongMarkdown, MarkdownLine } from '../../ui/markdown';
import { MoreButton, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import type { Order } from './order';
import { t, Trans } from '../../texts/texts';

const open = ['inbox', 'ready', 'waiting'] as const;

/** The open actions of an order. */
export function OrderActions({ order: { id, open_action_count } }: { readonly order: Order }) {
  const query = { limit: 20, order_id: id, status: [...open] };
  const actions = api.useInfiniteQuery('get', '/v1/actions', { params: { query } }, byOffset);
  const items = actions.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title={t('Open actions')} count={open_action_count}>
      {actions.error !== null && (
        <Failure error={actions.error} onRetry={() => void actions.refetch()} />
      )}
      {items !== undefined && (
        <ActionItems
          list={actions}
          actions={items}
          empty={
            <p className="muted">{t('None. Here you will see the open work of this order.')}</p>
          }
        />
      )}
      <MoreButton
        hasMore={actions.hasNextPage}
        isReading={actions.isFetchingNextPage}
        onMore={() => void actions.fetchNextPage()}
      />
    </Panel>
  );
}

const states = {
  open: t('Open'),
  answered: t('Answered'),
  dismissed: t('Dismissed'),
  closed: t('Closed by the agent'),
} as const;

/** The questions that the agent asked about an order, newest first. */
export function OrderQuestions({ order: { id } }: { readonly order: Order }) {
  const query = { limit: 10, order_id: id };
  const questions = api.useInfiniteQuery('get', '/v1/questions', { params: { query } }, byOffset);
  const items = questions.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title={t('Questions')}>
      {questions.error !== null && (
        <Failure error={questions.error} onRetry={() => void questions.refetch()} />
      )}
      {items !== undefined && (
        <KeptList
          list={questions}
          items={items}
          nameOf={({ id, question }) => ({ id, title: partsOf(question).title })}
          renderRow={(question) => {
            const href = `/app/questions?open=question-${question.id}`;
            const title = <MarkdownLine text={partsOf(question.question).title} isButton />;
            return (
              <Item key={question.id} rowKey={`asked-${question.id}`} href={href}>
                <div className="item-text">
                  {question.state === 'open' ? (
                    <Link href={href} className="item-title" dir="auto">
                      {title}
                    </Link>
                  ) : (
                    <p dir="auto">{title}</p>
                  )}
                  <p className="row-meta">
                    {states[question.state]}
                    {question.response !== null && (
                      <span dir="auto">{short(question.response)}</span>
                    )}
                    <span>
                      <Trans
                        id="asked {time}"
                        values={{ time: <Time at={question.created_at} /> }}
                      />
                    </span>
                  </p>
                </div>
              </Item>
            );
          }}
          empty={
            <p className="muted">
              {t('None. Here you will see what the agent asks about this order.')}
            </p>
          }
        />
      )}
      <MoreButton
        hasMore={questions.hasNextPage}
        isReading={questions.isFetchingNextPage}
        onMore={() => void questions.fetchNextPage()}
      />
    </Panel>
  );
}

/** The check-ins of an order, newest first. */
export function Checkins({ id }: { readonly id: string }) {
  const checkins = api.useInfiniteQuery(
    'get',
    '/v1/orders/{id}/checkins',
    { params: { path: { id }, query: { limit: 5 } } },
    byOffset,
  );
  const items = checkins.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title={t('Check-ins')}>
      {checkins.error !== null && (
        <Failure error={checkins.error} onRetry={() => void checkins.refetch()} />
      )}
      {items === undefined && checkins.error === null && <RowsSkeleton />}
      {items !== undefined && (
        <KeptList
          list={checkins}
          items={items}
          nameOf={({ id: checkin, summary }) => ({ id: checkin, title: summary })}
          renderRow={({ id: checkin, kind, summary, created_at }) => (
            <li key={checkin}>
              <div className="item-text">
                <p className="row-meta">
                  <strong>{kind === 'report' ? t('Report') : t('Sign of life')}</strong>
                  <Time at={created_at} />
                </p>
                <LongMarkdown text={summary} under={2} />
              </div>
            </li>
          )}
          empty={
            <p className="muted">{t('None yet. Here you will read what the agent reports.')}</p>
          }
        />
      )}
      <MoreButton
        hasMore={checkins.hasNextPage}
        isReading={checkins.isFetchingNextPage}
        onMore={() => void checkins.fetchNextPage()}
      />
    </Panel>
  );
}
