import { useEffect, useMemo } from 'react';
import { api } from '../../api/client';
import { forgetSent, useEntries } from '../../decisions/decisions';
import { ProposalRow, QuestionRow } from '../../rows/request-rows';
import { RowsProvider, useKeysInUrl, useRows } from '../../rows/row-state';
import { Section, SelectionBar } from '../../rows/section';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { useTitle } from '../../ui/title';

const lists = ['requests', 'proposals'] as const;
const none: readonly never[] = [];

/** The questions and the proposals of agents, which wait for an answer. */
export function QuestionsScreen() {
  const {
    data: command,
    error,
    refetch,
  } = api.useQuery('get', '/v1/views/command', { params: { query: { include: [...lists] } } });
  const entries = useEntries();
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  useListKeys(useDecisionKeys(selected));
  useEffect(() => forgetSent, []);

  const questions = useMemo(
    () => command?.requests.map(({ question }) => question) ?? [],
    [command],
  );
  const { proposals = none } = command ?? {};
  const omittedQuestions = command?.truncated.requests ?? 0;
  const omittedProposals = command?.truncated.proposals ?? 0;
  useTitle('Questions');

  const rows = useRows(opened, selected);

  if (command === undefined) {
    if (error === null) return <RowsSkeleton />;
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  const isEmpty = questions.length + proposals.length === 0 && entries.size === 0;
  return (
    <RowsProvider value={rows}>
      <div className="now">
        <h1 tabIndex={-1}>Questions and proposals</h1>
        {isEmpty && <Nothing />}
        <div className="now-lists">
          <Section
            title="Questions"
            kind="question"
            items={questions}
            omitted={omittedQuestions}
            render={(question, isGone) => (
              <QuestionRow key={question.id} question={question} isGone={isGone} />
            )}
          />
          <Section
            title="Proposals"
            kind="proposal"
            items={proposals}
            omitted={omittedProposals}
            render={(proposal, isGone) => (
              <ProposalRow key={proposal.id} proposal={proposal} isGone={isGone} />
            )}
          />
        </div>
        <SelectionBar keys={selected.keys} onDone={selected.setKeys} />
      </div>
    </RowsProvider>
  );
}

function Nothing() {
  return (
    <section className="empty">
      <h2>No agent asks</h2>
      <p>
        Here you will see what agents want to know, with the answers to choose from and what each
        agent does next, and what they want to do but may not without your permission.
      </p>
    </section>
  );
}
