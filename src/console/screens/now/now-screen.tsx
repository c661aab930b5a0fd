import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { LazyConnectDialog } from '../../agents/lazy-connect-dialog';
import { forgetSent, isDecided, keyOf, useEntries } from '../../decisions/entries';
import { Failure } from '../../ui/failure';
import { RowsSkeleton } from '../../ui/skeleton';
import { useTitle } from '../../ui/title';
import { AgentsAside } from './agents-aside';
import { ProposalRow } from '../../rows/lazy-proposal-row';
import { QuestionRow } from '../../rows/question-row';
import { ReviewRow } from '../../rows/review-row';
import { RowsProvider, useRows } from '../../rows/row-context';
import { Section } from '../../rows/section';
import { SelectionBar } from '../../rows/selection-bar';
import { NotifyMe } from './notify-me';
import { Summary } from './summary';
import { useKeysInUrl } from '../../rows/url-state';
import { useNowData } from './use-now';
import { useRowKeys } from '../../rows/use-row-keys';
import { CheckinRow, StalledRow } from './work-rows';

const none: readonly never[] = [];

const EmptyNow = lazy(async () => ({ default: (await import('./empty-now')).EmptyNow }));

/** The command view: everything that waits for the person, each decided in its row. */
export function NowScreen() {
  const { data: command, error, refetch } = useNowData();
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
  useRowKeys(selected);
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
  useTitle('Now');

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
          <h1 tabIndex={-1}>Now</h1>
          <Summary
            counts={counts}
            working={command.metrics.active_count}
            inbox={command.metrics.inbox_count}
          />
        </div>
        {error !== null && <Failure error={error} onRetry={retry} />}
        <div className="now-columns">
          <div className="now-lists">
            {isEmpty && (
              <Suspense>
                <EmptyNow hasAgents={command.agents.length > 0} onConnect={showConnect} />
              </Suspense>
            )}
            <Section
              title="Questions"
              kind="question"
              items={questions}
              omitted={omitted.questions}
              render={(question, isGone) => (
                <QuestionRow key={question.id} question={question} isGone={isGone} />
              )}
            />
            <Section
              title="Reviews"
              kind="review"
              items={reviews}
              omitted={omitted.reviews}
              render={(action, isGone) => (
                <ReviewRow key={action.id} action={action} isGone={isGone} />
              )}
            />
            <Section
              title="Proposals"
              kind="proposal"
              items={proposals}
              omitted={omitted.proposals}
              render={(proposal, isGone) => (
                <ProposalRow key={proposal.id} proposal={proposal} isGone={isGone} />
              )}
            />
            <Section
              title="Overdue check-ins"
              kind="checkin"
              items={overdue}
              omitted={0}
              render={(order, isGone) => (
                <CheckinRow key={order.id} order={order} isGone={isGone} />
              )}
            />
            <Section
              title="Stalled work"
              kind="stalled"
              items={stalled}
              omitted={omitted.stalled}
              render={(action, isGone) => (
                <StalledRow key={action.id} action={action} isGone={isGone} />
              )}
            />
          </div>
          <div className="now-side">
            <AgentsAside
              agents={command.agents}
              omitted={command.truncated.agents}
              onConnect={showConnect}
            />
            <NotifyMe />
          </div>
        </div>
        <SelectionBar keys={selected.keys} onDone={selected.setKeys} />
        {isConnecting && <LazyConnectDialog onClose={() => setConnecting(false)} />}
      </div>
    </RowsProvider>
  );
}
