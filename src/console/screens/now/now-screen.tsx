import { startTransition, Suspense, useEffect, useMemo, useState } from 'react';
import type { CommandView, components } from 'callboard-client';
import { Link } from 'wouter';
import { AgentIcon, pageOfAgent, Presence, type Agent } from '../agents/agent';
import { api } from '../../api/client';
import { nowRead, readAgain } from '../../api/read-options';
import { forgetSent, isDecided, keyOf, useEntries } from '../../decisions/decisions';
import {
  canNotify,
  setNotificationsEnabled,
  useNotificationsEnabled,
  useTitle,
} from '../../ui/title';
import { ProposalRow, QuestionRow, type Question } from '../../rows/request-rows';
import { ReviewRow } from '../../rows/review-row';
import { RowsProvider, useKeysInUrl, useRows } from '../../rows/row-state';
import { Section, SelectionBar } from '../../rows/section';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import { Failure, RowsSkeleton, lazy, useInTime } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { Time } from '../../ui/time';
import { useParam } from '../../ui/url-params';
import { CheckinRow, StalledRow, type Order } from './work-rows';
import { t, Trans } from '../../texts/texts';

const none: readonly never[] = [];

const ConnectDialog = lazy(async () => ({
  default: (await import('../agents/connect-dialog')).ConnectDialog,
}));

const EmptyNow = lazy(async () => ({ default: (await import('./empty-now')).EmptyNow }));

/** The command view: everything that waits for the person, each decided in its row. */
export function NowScreen() {
  const [whose] = useParam('for');
  const { data, error, refetch } = useNowData(whose);
  const command = useInTime(data);
  const { reviews = none, proposals = none, stalled = none } = command ?? {};
  const questions = useMemo(
    () => command?.requests.map(({ question }) => question) ?? [],
    [command],
  );
  const overdue = useMemo(
    () => command?.orders.filter((order) => order.checkin_overdue) ?? [],
    [command],
  );
  const entries = useEntries();
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  const [isConnecting, setConnecting] = useState(false);
  const showConnect = (): void => setConnecting(true);
  useListKeys(useDecisionKeys(selected));
  useEffect(() => forgetSent, []);

  const count = (kind: Parameters<typeof keyOf>[0]['kind'], items: readonly { id: string }[]) =>
    items.filter(({ id }) => !isDecided(entries.get(keyOf({ kind, id })))).length;
  const omitted = {
    questions: command?.truncated.requests ?? 0,
    reviews: command?.truncated.reviews ?? 0,
    proposals: command?.truncated.proposals ?? 0,
    stalled: command?.truncated.stalled ?? 0,
  };
  const counts = {
    questions: count('question', questions) + omitted.questions,
    reviews: count('review', reviews) + omitted.reviews,
    proposals: count('proposal', proposals) + omitted.proposals,
    stalled: count('stalled', stalled) + omitted.stalled,
    overdue: count('checkin', overdue),
  };
  const waiting = counts.questions + counts.reviews + counts.proposals;
  useTitle(t('Now'));

  const rows = useRows(opened, selected);

  const retry = (): void => void refetch();
  if (command === undefined) {
    return error === null ? <RowsSkeleton /> : <Failure error={error} onRetry={retry} />;
  }
  const isEmpty = waiting + counts.stalled + counts.overdue === 0 && entries.size === 0;
  return (
    <RowsProvider value={rows}>
      <div className="now">
        <div className="now-head">
          <h1 tabIndex={-1}>{t('Now')}</h1>
          <Summary
            counts={counts}
            working={command.metrics.active_count}
            inbox={command.metrics.inbox_count}
          />
        </div>
        {command.waiting !== undefined && <WhoseTabs waiting={command.waiting} whose={whose} />}
        {error !== null && <Failure error={error} onRetry={retry} />}
        <Columns
          command={command}
          questions={questions}
          overdue={overdue}
          isEmpty={isEmpty}
          onConnect={showConnect}
        />
        <SelectionBar keys={selected.keys} onDone={selected.setKeys} />
        {isConnecting && (
          <Suspense fallback={null}>
            <ConnectDialog onClose={() => setConnecting(false)} />
          </Suspense>
        )}
      </div>
    </RowsProvider>
  );
}

// A row and the head of the screen are at least so high, in pixels.
const rowHeight = 120;
const headHeight = 160;

/**
 * The lists, and the agents beside or below them. At first it renders no more rows than the window
 * shows, because hundreds of elements at once would keep a phone from answering.
 */
function Columns({
  command,
  questions,
  overdue,
  isEmpty,
  onConnect,
}: {
  readonly command: CommandView;
  readonly questions: readonly Question[];
  readonly overdue: readonly Order[];
  readonly isEmpty: boolean;
  readonly onConnect: () => void;
}) {
  const { reviews = none, proposals = none, stalled = none, truncated } = command;
  const [isWhole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const lists = [questions, reviews, proposals, overdue, stalled];
  const first = isWhole ? Infinity : Math.ceil((innerHeight - headHeight) / rowHeight);
  /** How many rows of a list are rendered now, after those of the lists before it. */
  const roomAt = (place: number): number =>
    lists.slice(0, place).reduce((room, { length }) => Math.max(0, room - length), first);
  return (
    <div className="now-columns">
      <div className="now-lists">
        {isEmpty && (
          <Suspense>
            <EmptyNow onConnect={onConnect} />
          </Suspense>
        )}
        <Section
          title={t('Questions')}
          kind="question"
          items={questions}
          atMost={roomAt(0)}
          omitted={truncated.requests}
          render={(question, isGone) => (
            <QuestionRow key={question.id} question={question} isGone={isGone} />
          )}
        />
        <Section
          title={t('Reviews')}
          kind="review"
          items={reviews}
          atMost={roomAt(1)}
          omitted={truncated.reviews ?? 0}
          render={(action, isGone) => <ReviewRow key={action.id} action={action} isGone={isGone} />}
        />
        <Section
          title={t('Proposals')}
          kind="proposal"
          items={proposals}
          atMost={roomAt(2)}
          omitted={truncated.proposals ?? 0}
          render={(proposal, isGone) => (
            <ProposalRow key={proposal.id} proposal={proposal} isGone={isGone} />
          )}
        />
        <Section
          title={t('Overdue check-ins')}
          kind="checkin"
          items={overdue}
          atMost={roomAt(3)}
          omitted={0}
          render={(order, isGone) => <CheckinRow key={order.id} order={order} isGone={isGone} />}
        />
        <Section
          title={t('Stalled work')}
          kind="stalled"
          items={stalled}
          atMost={roomAt(4)}
          omitted={truncated.stalled ?? 0}
          render={(action, isGone) => (
            <StalledRow key={action.id} action={action} isGone={isGone} />
          )}
        />
      </div>
      {isWhole && (
        <div className="now-side">
          <AgentsAside agents={command.agents} omitted={truncated.agents} onConnect={onConnect} />
          <NotifyMe />
        </div>
      )}
    </div>
  );
}

/** Reads everything that the screen shows. */
function useNowData(whose: string) {
  return api.useQuery('get', '/v1/views/command', nowRead(whose), readAgain);
}

type WaitingCounts = components['schemas']['WaitingCounts'];

/** Switches between what waits for the person, or for nobody, and what waits for anybody. */
function WhoseTabs({
  waiting,
  whose,
}: {
  readonly waiting: WaitingCounts;
  readonly whose: string;
}) {
  const isMine = whose === 'me';
  const tabs = [
    [t('Everybody’s'), '/app', waiting.everybody, !isMine],
    [t('Mine'), '/app?for=me', waiting.mine, isMine],
  ] as const;
  return (
    <nav aria-label={t('Whose decisions')}>
      <ul className="tabs">
        {tabs.map(([name, href, { questions, reviews, proposals }, isCurrent]) => (
          <li key={href}>
            <Link className="tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              <span className="count">{questions + reviews + proposals}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Counts {
  readonly questions: number;
  readonly reviews: number;
  readonly proposals: number;
  readonly stalled: number;
  readonly overdue: number;
}

/** How much waits, in numbers that lead to it. */
function Summary({
  counts,
  working,
  inbox,
}: {
  readonly counts: Counts;
  readonly working: number;
  readonly inbox: number;
}) {
  const tiles = [
    [
      t('{count, plural, one {Question} other {Questions}}', { count: counts.questions }),
      counts.questions,
      'mine',
      '#question',
    ],
    [
      t('{count, plural, one {Review} other {Reviews}}', { count: counts.reviews }),
      counts.reviews,
      'mine',
      '#review',
    ],
    [
      t('{count, plural, one {Proposal} other {Proposals}}', { count: counts.proposals }),
      counts.proposals,
      'mine',
      '#proposal',
    ],
    [t('Overdue'), counts.overdue, 'late', '#checkin'],
    [t('Stalled'), counts.stalled, 'late', '#stalled'],
    [t('Working now'), working, 'info', '/app/work?tab=working'],
    [t('In the inbox'), inbox, 'info', '/app/inbox'],
  ] as const;
  return (
    <ul className="tiles">
      {tiles.map(([name, value, tone, href]) => {
        const text = (
          <>
            <b>{value}</b> {name}
          </>
        );
        return (
          <li key={href}>
            {value === 0 && <span className="tile">{text}</span>}
            {value > 0 &&
              (href.startsWith('#') ? (
                <a className={`tile tile-${tone}`} href={href}>
                  {text}
                </a>
              ) : (
                <Link className={`tile tile-${tone}`} href={href}>
                  {text}
                </Link>
              ))}
          </li>
        );
      })}
    </ul>
  );
}

/** The agents of the workspace with what they do now. */
function AgentsAside({
  agents,
  omitted,
  onConnect,
}: {
  readonly agents: readonly Agent[];
  readonly omitted: number;
  readonly onConnect: () => void;
}) {
  return (
    <aside className="agents" aria-labelledby="agents-title">
      <h2 id="agents-title">{t('Agents')}</h2>
      {agents.length === 0 && <p className="muted">{t('No agent is connected yet.')}</p>}
      <ul>
        {agents.map((agent) => (
          <li key={agent.id} className="agent">
            <AgentIcon agent={agent} />
            <Link href={pageOfAgent(agent.id)} className="agent-name" dir="auto">
              {agent.name}
            </Link>
            <Presence agent={agent} />
            <span className="agent-seen">
              {agent.last_seen_at === null ? (
                t('never seen')
              ) : (
                <>
                  <Trans id="seen {time}" values={{ time: <Time at={agent.last_seen_at} /> }} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p className="muted">{t('and {omitted} more', { omitted })}</p>}
      <button type="button" className="button" onClick={onConnect}>
        <Icon name="plus" /> {t('Connect an agent')}
      </button>
    </aside>
  );
}

/** Switches the notifications of this browser on or off. */
function NotifyMe() {
  const isEnabled = useNotificationsEnabled();
  const [isRefused, setRefused] = useState(false);
  if (!canNotify()) return null;
  const change = (): void =>
    void setNotificationsEnabled(!isEnabled).then((isAllowed) => setRefused(!isAllowed));
  return (
    <div className="stack">
      <label className="check">
        <input type="checkbox" checked={isEnabled} onChange={change} />
        {t('Notify me when something waits')}
      </label>
      <div role="alert">
        {isRefused && (
          <p className="notice notice-warn">
            {t('The browser does not allow it. Allow notifications for this page in its settings.')}
          </p>
        )}
      </div>
    </div>
  );
}
