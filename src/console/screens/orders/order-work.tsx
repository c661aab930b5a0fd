import { Link } from 'wouter';
import { api } from '../../api/client';
import { byOffset } from '../../api/pages';
import { ActionItems } from '../../rows/action-items';
import { Item } from '../../rows/item';
import { KeptList } from '../../rows/kept-list';
import { partsOf } from '../../rows/question-text';
import { Failure } from '../../ui/failure';
import { MarkdownLine } from '../../ui/markdown';
import { MoreButton, Panel } from '../../ui/page';
import { short } from '../../ui/short';
import { Time } from '../../ui/time';
import type { Order } from './order';

const open = ['inbox', 'ready', 'waiting'] as const;

/** The open actions of an order. */
export function OrderActions({ order: { id, open_action_count } }: { readonly order: Order }) {
  const query = { limit: 20, order_id: id, status: [...open] };
  const actions = api.useInfiniteQuery('get', '/v1/actions', { params: { query } }, byOffset);
  const items = actions.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title="Open actions" count={open_action_count}>
      {actions.error !== null && (
        <Failure error={actions.error} onRetry={() => void actions.refetch()} />
      )}
      {items !== undefined && (
        <ActionItems
          list={actions}
          actions={items}
          empty={<p className="muted">None. Here you will see the open work of this order.</p>}
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
  open: 'Open',
  answered: 'Answered',
  dismissed: 'Dismissed',
  closed: 'Closed by the agent',
} as const;

/** The questions that the agent asked about an order, newest first. */
export function OrderQuestions({ order: { id } }: { readonly order: Order }) {
  const query = { limit: 10, order_id: id };
  const questions = api.useInfiniteQuery('get', '/v1/questions', { params: { query } }, byOffset);
  const items = questions.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title="Questions">
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
                      asked <Time at={question.created_at} />
                    </span>
                  </p>
                </div>
              </Item>
            );
          }}
          empty={
            <p className="muted">None. Here you will see what the agent asks about this order.</p>
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
