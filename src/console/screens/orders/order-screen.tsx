import { isCallboardError } from 'callboard-client';
import { Suspense, useCallback, useState } from 'react';
import { Link, useParams } from 'wouter';
import { pageOfAgent } from '../agents/agent';
import { api } from '../../api/client';
import { usePageKeys } from '../../keys/keys';
import { RecordLinks } from '../../links/record-links';
import { Notes } from '../../notes/notes';
import { choiceOf, factsOf, inputs } from '../../pickers/fact-edit';
import { DomainName } from '../../pickers/names';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import { NotFound } from '../../shell/fallbacks';
import { Failure, lazyForm, RowsSkeleton } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { LongMarkdown, MarkdownLine } from '../../ui/markdown';
import { Facts, Page, Panel, MoreButton } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { useWrite } from '../../ui/use-write';
import {
  CadenceField,
  cadenceOf,
  changeOrder,
  CheckinDue,
  everyText,
  orderStates,
  secondsOf,
  type Order,
  type OrderUpdate,
} from './order';
import { t, Trans } from '../../texts/texts';
import { byOffset, moreOf } from '../../api/read-options';
import { ActionItems, Item } from '../../rows/items';
import { KeptList } from '../../rows/kept-list';
import { partsOf, short } from '../../ui/short-text';

// Besides the events, because a check-in becomes overdue with time alone.
const every = { refetchInterval: 60_000 } as const;

/** A standing order: what its agent takes care of, its check-ins, and its open work. */
export function OrderScreen() {
  const { id = '' } = useParams();
  const read = api.useQuery('get', '/v1/orders/{id}', { params: { path: { id } } }, every);
  useTitle(read.data?.name ?? t('Order'));
  if (read.data === undefined) {
    if (read.error === null) return <RowsSkeleton />;
    if (isCallboardError(read.error, 'NOT_FOUND')) return <NotFound />;
    return <Failure error={read.error} onRetry={() => void read.refetch()} />;
  }
  return <OrderPage key={id} order={read.data} />;
}

function OrderPage({ order }: { readonly order: Order }) {
  const [opened, setOpened] = useState<Opened>();
  const edit = useCallback(() => setOpened('edit'), []);
  const agentId = order.agent_id;
  const back = pageOfAgent(agentId, 'orders');
  const agent = api.useQuery('get', '/v1/agents/{id}', { params: { path: { id: agentId } } });
  const name = agent.data?.name ?? t('The agent');
  usePageKeys(back, order.state === 'dropped' ? undefined : edit);
  useListKeys(useDecisionKeys());
  return (
    <Page
      title={order.name}
      trail={[
        { href: '/app/agents', name: t('Agents') },
        { href: back, name },
      ]}
      meta={
        <>
          {orderStates[order.state]}
          <CheckinDue order={order} />
        </>
      }
      actions={<OrderCommands order={order} opened={opened} onOpen={setOpened} />}
    >
      <div className="page-columns">
        <div className="stack">
          {order.summary !== null && (
            <Panel title={t('Summary')}>
              <LongMarkdown text={order.summary} under={2} />
            </Panel>
          )}
          <Checkins id={order.id} />
          <OrderActions order={order} />
          <OrderQuestions order={order} />
          <Notes of="orders" id={order.id} />
        </div>
        <div className="stack">
          <Panel title={t('Facts')}>
            <Facts facts={factsAbout(order, name)} />
          </Panel>
          <RecordLinks order_id={order.id} />
        </div>
      </div>
    </Page>
  );
}

const cadence = {
  isTyped: true,
  render: ({ value, onChange }: Parameters<typeof CadenceField>[0]) => (
    <CadenceField value={value} onChange={onChange} />
  ),
};

const permission = choiceOf([
  { value: 'true', name: t('The agent asks before what people gate') },
  { value: 'false', name: t('It need not ask') },
]);

function factsAbout(order: Order, agentName: string) {
  const { last_seen_at: seen, document_id: document, domain_id: domain, position } = order;
  const { checkin_every_seconds: every } = order;
  const fact = factsOf<OrderUpdate>(order, changeOrder, order.state !== 'dropped');
  return [
    fact({
      label: t('Agent'),
      input: inputs.agent,
      value: order.agent_id,
      bodyOf: (agent_id) => ({ agent_id }),
      shown: <Link href={pageOfAgent(order.agent_id)}>{agentName}</Link>,
    }),
    [t('Agent last seen'), seen === null ? t('never') : <Time key="time" at={seen} />],
    fact({
      label: t('Check-ins'),
      input: cadence,
      value: cadenceOf(order),
      bodyOf: (value) => ({ checkin_every_seconds: secondsOf(value) }),
      shown: every && everyText(every),
    }),
    fact({
      label: t('Document'),
      input: inputs.document,
      value: document ?? '',
      bodyOf: (id) => ({ document_id: id || null }),
      shown: document && <OrderDocument id={document} />,
    }),
    fact({
      label: t('Domain'),
      input: inputs.domain,
      value: domain ?? '',
      bodyOf: (id) => ({ domain_id: id || null }),
      shown: domain && <DomainName id={domain} />,
    }),
    fact({
      label: t('Permission'),
      input: permission,
      value: String(order.requires_proposals),
      bodyOf: (value) => ({ requires_proposals: value === 'true' }),
    }),
    fact({
      label: t('Position'),
      input: inputs.number,
      value: String(position ?? ''),
      bodyOf: (value) => ({ position: value === '' ? null : Number(value) }),
      shown: position,
    }),
    [t('Created'), <Time key="time" at={order.created_at} />],
    [t('Changed'), <Time key="time" at={order.updated_at} />],
  ] as const;
}

function OrderDocument({ id }: { readonly id: string }) {
  const { data } = api.useQuery('get', '/v1/documents/{id}', { params: { path: { id } } });
  return <Link href={`/app/documents/${id}`}>{data?.title ?? t('Its document')}</Link>;
}

const EditOrder = lazyForm(async () => ({ default: (await import('./order-dialogs')).EditOrder }));
const EndOrder = lazyForm(async () => ({ default: (await import('./order-dialogs')).EndOrder }));

/** The dialog that is open. */
type Opened = 'edit' | 'end' | undefined;

/** The commands of an order's page, with their dialogs. An ended order has none. */
function OrderCommands({
  order,
  opened,
  onOpen,
}: {
  readonly order: Order;
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { write, isSending, fault } = useWrite();
  if (order.state === 'dropped') return null;
  const { state } = order;
  const next = state === 'active' ? 'paused' : 'active';
  const close = (): void => onOpen(undefined);
  const toggle = () =>
    write(() => changeOrder(order, { state: next }), {
      done: next === 'paused' ? t('The order is paused.') : t('The order is active.'),
      undo: (changed) => changeOrder(changed, { state }),
    });
  return (
    <>
      <button type="button" className="button" onClick={() => onOpen('edit')}>
        <Icon name="edit" /> {t('Edit')}
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={isSending}
        onClick={() => void toggle()}
      >
        {state === 'active' ? t('Pause') : t('Activate')}
      </button>
      <button type="button" className="button" onClick={() => onOpen('end')}>
        {t('End …')}
      </button>
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <Suspense fallback={null}>
        {opened === 'edit' && <EditOrder order={order} onClose={close} />}
        {opened === 'end' && <EndOrder order={order} onClose={close} />}
      </Suspense>
    </>
  );
}

const open = ['inbox', 'ready', 'waiting'] as const;

/** The open actions of an order. */
function OrderActions({ order: { id, open_action_count } }: { readonly order: Order }) {
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
      <MoreButton {...moreOf(actions)} />
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
function OrderQuestions({ order: { id } }: { readonly order: Order }) {
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
      <MoreButton {...moreOf(questions)} />
    </Panel>
  );
}

/** The check-ins of an order, newest first. */
function Checkins({ id }: { readonly id: string }) {
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
      <MoreButton {...moreOf(checkins)} />
    </Panel>
  );
}
