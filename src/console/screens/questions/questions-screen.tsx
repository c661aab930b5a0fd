import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { unwrap, type components } from 'callboard-client';
import { forgetSent, useEntries } from '../../decisions/decisions';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import { RowsProvider, useKeysInUrl, useRows } from '../../rows/row-state';
import { SelectionBar, Section } from '../../rows/section';
import { Tabs } from '../../ui/tabs';
import { useTitle } from '../../ui/title';
import { useChoice, useParam } from '../../ui/url-params';
import { EndedProposals, EndedQuestions } from './ended-requests';
import { t } from '../../texts/texts';
import { api, client } from '../../api/client';
import {
  byOffset,
  readAgain,
  most,
  readInParts,
  slow,
  useAll,
  moreOf,
} from '../../api/read-options';
import { ProposalRow, QuestionRow, type Question as QuestionEntry } from '../../rows/request-rows';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { MoreButton } from '../../ui/page';
import { countSet, Filters } from '../../ui/filters';
import { SelectField } from '../../ui/menu';
import { AgentFilter, SortFilter, useSort, useStays } from './filters';

const tabs = [
  ['open', t('Open')],
  ['questions', t('Ended questions')],
  ['proposals', t('Decided proposals')],
] as const;

/** The questions and the proposals of agents: those that wait for an answer, and those that ended. */
export function QuestionsScreen() {
  const [tab] = useChoice('show', ['open', 'questions', 'proposals']);
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  const rows = useRows(opened, selected);
  useListKeys(useDecisionKeys(selected));
  useEffect(() => forgetSent, []);
  useTitle(t('Questions'));
  return (
    <RowsProvider value={rows}>
      <div className="now">
        <h1 tabIndex={-1}>{t('Questions and proposals')}</h1>
        <Tabs label={t('Questions and proposals')} param="show" chosen={tab} tabs={tabs} />
        {tab === 'open' && <OpenRequests />}
        {tab === 'questions' && <EndedQuestions />}
        {tab === 'proposals' && <EndedProposals />}
        <SelectionBar keys={selected.keys} onDone={selected.setKeys} />
      </div>
    </RowsProvider>
  );
}

/** What waits for an answer, in pages, by agent and by the person for whom it waits. */
function OpenRequests() {
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
            more={<MoreButton {...moreOf(questions)} />}
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
            more={<MoreButton {...moreOf(proposals)} />}
            render={(proposal, isGone) => (
              <ProposalRow key={proposal.id} proposal={proposal} isGone={isGone} />
            )}
          />
        </div>
      )}
    </>
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

type Question = components['schemas']['Question'];

const actionsPath = '/v1/actions/batch-get';
const withIds = (ids: string[]) => ({ params: { query: { ids } } });

/**
 * Adds the titles of what questions are about, as their rows show them. Actions are read together,
 * and a row appears with its title, so that nothing moves. Undefined until the first are read.
 * `list` tells the lists of other filters apart.
 */
function useEntriesOf(
  questions: readonly Question[] | undefined,
  list: string,
): readonly QuestionEntry[] | undefined {
  // A question that came between the reads of two pages is in both.
  const all = [...new Map((questions ?? []).map((question) => [question.id, question])).values()];
  const ids = [...new Set(all.flatMap(({ action_id: id }) => id ?? []))];
  const actions = useQuery({
    queryKey: ['get', actionsPath, withIds(ids), list],
    queryFn: () =>
      readInParts(ids, async (part) => {
        const { visible } = await unwrap(client.GET(actionsPath, withIds(part)));
        const titles = new Map(visible.map(({ id, title }) => [id, title]));
        return part.map((id) => [id, titles.get(id) ?? null] as const);
      }),
    placeholderData: (data, before) => (before?.queryKey[3] === list ? data : undefined),
    enabled: ids.length > 0,
    ...slow,
  });
  const projects = useTitles(
    '/v1/projects',
    all.some(({ project_id: id }) => id !== null),
  );
  const orders = useTitles(
    '/v1/orders',
    all.some(({ order_id: id }) => id !== null),
  );
  if (questions === undefined || actions.isLoading) return undefined;
  const titles = new Map(actions.data);
  const isRead = ({ action_id: id }: Question): boolean =>
    id === null || titles.has(id) || actions.isError;
  return all.filter(isRead).map((question) => ({
    ...question,
    agent_name: question.created_by_actor_name,
    action_title: titles.get(question.action_id ?? '') ?? null,
    project_title: projects.get(question.project_id ?? '') ?? null,
    order_name: orders.get(question.order_id ?? '') ?? null,
  }));
}

function useTitles(path: '/v1/projects' | '/v1/orders', isWanted: boolean) {
  const of = (one: typeof path) => ({ ...byOffset, ...slow, enabled: isWanted && path === one });
  const projects = api.useInfiniteQuery('get', '/v1/projects', most, of('/v1/projects'));
  const orders = api.useInfiniteQuery('get', '/v1/orders', most, of('/v1/orders'));
  return new Map([
    ...useAll(projects).map(({ id, title }) => [id, title] as const),
    ...useAll(orders).map(({ id, name }) => [id, name] as const),
  ]);
}
