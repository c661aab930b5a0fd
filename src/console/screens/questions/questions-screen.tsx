import { useEffect, useMemo } from 'react';
import { api } from '../../api/client';
import { forgetSent, isDecided, keyOf, useEntries } from '../../decisions/outbox';
import { ProposalRow } from '../../rows/proposal-row';
import { QuestionRow } from '../../rows/question-row';
import { RowsProvider, useRows } from '../../rows/row-context';
import { Section } from '../../rows/section';
import { SelectionBar } from '../../rows/selection-bar';
import { useKeysInUrl } from '../../rows/url-state';
import { useRowKeys } from '../../rows/use-row-keys';
import { Failure } from '../../ui/failure';
import { RowsSkeleton } from '../../ui/skeleton';
import { useTitle } from '../../ui/title';

const lists = ['requests'] as const;
const openProposals = { limit: 100, state: ['open'], sort: 'created_at' } as const;

/** The questions and the proposals of agents, which wait for an answer. */
export function QuestionsScreen() {
  const command = api.useQuery('get', '/v1/views/command', {
    params: { query: { include: [...lists] } },
  });
  const proposals = api.useQuery('get', '/v1/proposals', {
    params: { query: { ...openProposals, state: [...openProposals.state] } },
  });
  const entries = useEntries();
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  useRowKeys(selected);
  useEffect(() => forgetSent, []);

  const questions = useMemo(
    () => command.data?.requests.map(({ question }) => question) ?? [],
    [command.data],
  );
  const items = proposals.data?.items ?? [];
  const omittedQuestions = command.data?.truncated.requests ?? 0;
  const omittedProposals = Math.max(0, (proposals.data?.total ?? 0) - items.length);
  const isOpen =
    (kind: 'question' | 'proposal') =>
    ({ id }: { readonly id: string }) =>
      !isDecided(entries.get(keyOf({ kind, id })));
  const count =
    questions.filter(isOpen('question')).length + items.filter(isOpen('proposal')).length;
  useTitle('Questions', count + omittedQuestions + omittedProposals);

  const rows = useRows(opened, selected);

  if (command.data === undefined || proposals.data === undefined) {
    const error = command.error ?? proposals.error;
    if (error === null) return <RowsSkeleton />;
    const retry = (): void => void Promise.all([command.refetch(), proposals.refetch()]);
    return <Failure error={error} onRetry={retry} />;
  }
  const isEmpty = questions.length + items.length === 0 && entries.size === 0;
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
            items={items}
            omitted={omittedProposals}
            render={(proposal, isGone) => (
              <ProposalRow key={proposal.id} proposal={proposal} isGone={isGone} />
            )}
          />
        </div>
        <SelectionBar keys={selected.keys} onDone={() => selected.setKeys([])} />
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
