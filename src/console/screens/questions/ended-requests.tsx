import type { components, Proposal } from 'callboard-client';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { Item } from '../../rows/items';
import { PagedPanel } from '../../rows/paged-panel';
import { countSet, Filters } from '../../ui/filters';
import { SelectField } from '../../ui/menu';
import { MarkdownLine } from '../../ui/markdown';
import { partsOf } from '../../ui/short-text';
import { Time } from '../../ui/time';
import { useChoice, useParam } from '../../ui/url-params';
import { AgentFilter, DeciderFilter, PeriodFilter, useSince } from './filters';
import { t, Trans } from '../../texts/texts';

type Question = components['schemas']['Question'];

function useDecided() {
  const [agent] = useParam('agent');
  const [by] = useParam('by');
  const [state, setState] = useParam('state');
  const [order, setOrder] = useChoice('sort', ['newest', 'oldest']);
  const since = useSince();
  return { agent, by, state, setState, since, order, setOrder };
}

type Decided = ReturnType<typeof useDecided>;

const endsOfQuestions = [
  { value: 'answered', name: t('Answered') },
  { value: 'dismissed', name: t('Dismissed') },
  { value: 'closed', name: t('Withdrawn or resolved') },
] as const;

/** The questions that have ended, by who ended them and when. */
export function EndedQuestions() {
  const decided = useDecided();
  const { agent, by, since, order } = decided;
  const state = endsOfQuestions.find(({ value }) => value === decided.state)?.value;
  const query = {
    limit: 50,
    sort: order === 'oldest' ? ('responded_at' as const) : ('-responded_at' as const),
    ...(state === undefined ? { status: 'resolved' as const } : { state: [state] }),
    ...(agent !== '' && { agent_id: agent }),
    ...(by !== '' && { responded_by_actor_id: by }),
    ...(since !== undefined && { responded_since: since }),
  };
  const list = api.useInfiniteQuery('get', '/v1/questions', { params: { query } }, byOffset);
  return (
    <>
      <DecidedFilters decided={decided} ends={endsOfQuestions} />
      <PagedPanel
        list={list}
        filters={JSON.stringify(query)}
        title={t('Ended questions')}
        emptyTitle={t('No question here has ended')}
        empty={t(
          'Questions appear here, with their answers, once somebody has answered or dismissed them.',
        )}
        nameOf={({ id, question }) => ({ id, title: partsOf(question).title })}
        renderRow={(question) => <QuestionItem key={question.id} question={question} />}
        className="items"
      />
    </>
  );
}

function QuestionItem({ question }: { readonly question: Question }) {
  const { id, response, state, timed_out, updated_at, response_comment: comment } = question;
  const href = `/app/questions/${id}`;
  const at = question.responded_at ?? question.dismissed_at ?? question.closed_at ?? updated_at;
  const verb = { open: 'changed', answered: 'answered', dismissed: 'dismissed', closed: 'closed' };
  return (
    <Item rowKey={`question-${id}`} href={href}>
      <div className="item-text">
        <Link href={href} className="item-title" dir="auto">
          <MarkdownLine text={partsOf(question.question).title} />
        </Link>
        {response !== null && (
          <p className="clamped" dir="auto">
            {response}
          </p>
        )}
        {response === null && comment !== null && (
          <p className="clamped muted" dir="auto">
            {comment}
          </p>
        )}
        <p className="row-meta">
          <span dir="auto">
            {timed_out ? t('Nobody in time') : (question.responded_by_actor_name ?? t('Somebody'))}{' '}
            {verb[state]} <Time at={at} />
          </span>
          <span dir="auto">
            {t('asked by {createdByActorName}', {
              createdByActorName: question.created_by_actor_name ?? t('an agent'),
            })}
          </span>
        </p>
      </div>
    </Item>
  );
}

const endsOfProposals = [
  { value: 'permitted', name: t('Permitted, not used') },
  { value: 'consumed', name: t('Permitted and used') },
  { value: 'denied', name: t('Denied') },
  { value: 'withdrawn', name: t('Withdrawn') },
  { value: 'expired', name: t('Expired') },
  { value: 'stale', name: t('Outdated') },
] as const;

/** The proposals that have ended, by who decided them and when. */
export function EndedProposals() {
  const decided = useDecided();
  const { agent, by, since, order } = decided;
  const state = endsOfProposals.find(({ value }) => value === decided.state)?.value;
  const query = {
    limit: 50,
    sort: order === 'oldest' ? ('decided_at' as const) : ('-decided_at' as const),
    ...(state === undefined ? { status: 'resolved' as const } : { state: [state] }),
    ...(agent !== '' && { agent_id: agent }),
    ...(by !== '' && { decided_by_actor_id: by }),
    ...(since !== undefined && { decided_since: since }),
  };
  const list = api.useInfiniteQuery('get', '/v1/proposals', { params: { query } }, byOffset);
  return (
    <>
      <DecidedFilters decided={decided} ends={endsOfProposals} />
      <PagedPanel
        list={list}
        filters={JSON.stringify(query)}
        title={t('Decided proposals')}
        emptyTitle={t('No proposal here is decided')}
        empty={t('Proposals appear here once somebody has permitted or denied them.')}
        nameOf={(proposal) => proposal}
        renderRow={(proposal) => <ProposalItem key={proposal.id} proposal={proposal} />}
        className="items"
      />
    </>
  );
}

function ProposalItem({ proposal }: { readonly proposal: Proposal }) {
  const { id, title, state, decided_at, withdrawn_at, updated_at } = proposal;
  const href = `/app/proposals/${id}`;
  const decider = proposal.decided_by_actor_name ?? 'somebody';
  return (
    <Item rowKey={`proposal-${id}`} href={href}>
      <div className="item-text">
        <Link href={href} className="item-title" dir="auto">
          {title}
        </Link>
        {proposal.decision_comment !== null && (
          <p className="clamped" dir="auto">
            {proposal.decision_comment}
          </p>
        )}
        <p className="row-meta">
          <span>{endsOfProposals.find(({ value }) => value === state)?.name ?? t('Open')}</span>
          {state === 'withdrawn' ? (
            <Time at={withdrawn_at ?? updated_at} />
          ) : (
            <span dir="auto">
              <Trans
                id="decided by {decider} {time}"
                values={{ decider, time: <Time at={decided_at ?? updated_at} /> }}
              />
            </span>
          )}
          <span dir="auto">
            {t('proposed by {createdByActorName}', {
              createdByActorName: proposal.created_by_actor_name ?? t('an agent'),
            })}
          </span>
        </p>
      </div>
    </Item>
  );
}

function DecidedFilters({
  decided: { agent, by, since, state, setState, order, setOrder },
  ends,
}: {
  readonly decided: Decided;
  readonly ends: readonly { readonly value: string; readonly name: string }[];
}) {
  const options = [{ value: '', name: t('All') }, ...ends];
  return (
    <Filters count={countSet(state, by, agent, since ?? '')}>
      <SelectField
        label={t('How it ended')}
        value={options.some(({ value }) => value === state) ? state : ''}
        options={options}
        onChange={setState}
      />
      <DeciderFilter />
      <PeriodFilter />
      <AgentFilter />
      <SelectField
        label={t('Sort')}
        value={order}
        options={[
          { value: 'newest', name: t('Newest first') },
          { value: 'oldest', name: t('Oldest first') },
        ]}
        onChange={setOrder}
      />
    </Filters>
  );
}
