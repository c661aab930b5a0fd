import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { byOffset, readAgain } from '../../api/read-options';
import { useEntries } from '../../decisions/decisions';
import { ProposalRow, QuestionRow } from '../../rows/request-rows';
import { Section } from '../../rows/section';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { MoreButton } from '../../ui/page';
import { countSet, Filters } from '../../ui/filters';
import { SelectField } from '../../ui/menu';
import { useChoice, useParam } from '../../ui/url-params';
import { AgentFilter, SortFilter, useSort, useStays } from './filters';
import { useEntriesOf } from './question-entries';
import { t } from '../../texts/texts';

/** What waits for an answer, in pages, by agent and by the person for whom it waits. */
export function OpenRequests() {
  const entries = useEntries();
  const [agent] = useParam('agent');
  const [addressee, setAddressee] = useChoice('for', ['', 'me', 'none']);
  const [order] = useSort();
  const sort = order === 'newest' ? ('-created_at' as const) : ('created_at' as const);
  const query = {
    state: ['open' as const],
    sort,
    limit: 50,
    ...(agent !== '' && { agent_id: agent }),
  };
  const ofAddressee = addressee === '' ? {} : { assigned_actor_id: addressee };
  const every = { ...byOffset, ...readAgain };
  const questions = api.useInfiniteQuery(
    'get',
    '/v1/questions',
    { params: { query: { ...query, ...ofAddressee } } },
    every,
  );
  const proposals = api.useInfiniteQuery('get', '/v1/proposals', { params: { query } }, every);
  const key = [agent, addressee, sort].join(' ');
  const listedQuestions = questions.data?.pages.flatMap(({ items }) => items);
  const entriesOfQuestions = useEntriesOf(listedQuestions, key);
  const listed = proposals.data?.pages.flatMap(({ items }) => items) ?? [];
  const isRead = entriesOfQuestions !== undefined && proposals.data !== undefined;
  const failed = [questions, proposals].find(({ error }) => error !== null);
  const count = (entriesOfQuestions?.length ?? 0) + listed.length;
  const isFiltered = agent + addressee !== '';
  const hasFilters = useStays(isFiltered || count > 1);
  return (
    <>
      {hasFilters && (
        <Filters count={countSet(agent, addressee)}>
          <AgentFilter />
          <SelectField
            label={t('Questions for')}
            value={addressee}
            options={[
              { value: '', name: t('Everybody') },
              { value: 'me', name: t('Me') },
              { value: 'none', name: t('Nobody in particular') },
            ]}
            onChange={setAddressee}
          />
          <SortFilter />
        </Filters>
      )}
      {failed !== undefined && (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {!isRead && failed === undefined && <RowsSkeleton />}
      {isRead && count === 0 && entries.size === 0 && <Nothing isFiltered={isFiltered} />}
      {isRead && (
        <div className="now-lists">
          <Section
            key={`questions ${key}`}
            title={t('Questions')}
            kind="question"
            items={entriesOfQuestions}
            omitted={omitted(questions.data?.pages, entriesOfQuestions.length)}
            more={moreOf(questions)}
            render={(question, isGone) => (
              <QuestionRow key={question.id} question={question} isGone={isGone} />
            )}
          />
          <Section
            key={`proposals ${key}`}
            title={t('Proposals')}
            kind="proposal"
            items={listed}
            omitted={omitted(proposals.data?.pages, listed.length)}
            more={moreOf(proposals)}
            render={(proposal, isGone) => (
              <ProposalRow key={proposal.id} proposal={proposal} isGone={isGone} />
            )}
          />
        </div>
      )}
    </>
  );
}

interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

function moreOf({ hasNextPage, isFetchingNextPage, fetchNextPage }: Paged): ReactNode {
  return (
    <MoreButton
      hasMore={hasNextPage}
      isReading={isFetchingNextPage}
      onMore={() => void fetchNextPage()}
    />
  );
}

function omitted(
  pages: readonly { readonly total?: number }[] | undefined,
  listed: number,
): number {
  return Math.max(0, (pages?.at(-1)?.total ?? 0) - listed);
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <section className="empty">
      <h2>{t('Nothing that waits matches')}</h2>
      <p>{t('Choose another agent, or the questions for everybody.')}</p>
    </section>
  ) : (
    <section className="empty">
      <h2>{t('No agent asks')}</h2>
      <p>
        {t(
          'Here you will see what agents want to know, with the answers to choose from and what each agent does next, and what they want to do but may not without your permission.',
        )}
      </p>
    </section>
  );
}
