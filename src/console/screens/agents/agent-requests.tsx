import { Link } from 'wouter';
import { api } from '../../api/client';
import { readAgain } from '../../api/read-options';
import { Panel } from '../../ui/page';
import { partsOf } from '../../ui/short-text';
import { Time } from '../../ui/time';
import type { Agent } from './agent';
import { t, Trans } from '../../texts/texts';

const shown = 5;

function useOpenRequests(id: string) {
  const query = { agent_id: id, state: ['open' as const], sort: 'created_at' as const };
  const params = { query: { ...query, limit: shown } };
  const questions = api.useQuery('get', '/v1/questions', { params }, readAgain);
  const proposals = api.useQuery('get', '/v1/proposals', { params }, readAgain);
  return {
    isRead: questions.data !== undefined && proposals.data !== undefined,
    questions: questions.data?.items ?? [],
    proposals: proposals.data?.items ?? [],
    count: (questions.data?.total ?? 0) + (proposals.data?.total ?? 0),
  };
}

/** What the agent has asked people, and why it does not work, if it does not. */
export function AgentRequests({ agent }: { readonly agent: Agent }) {
  const { id } = agent;
  const { isRead, questions, proposals, count } = useOpenRequests(id);
  const queue = api.useQuery(
    'get',
    '/v1/agents/{id}/queue',
    { params: { path: { id }, query: { limit: 1, include_claimable: true } } },
    readAgain,
  );
  const isBlocked = questions.some(({ blocking }) => blocking) || proposals.length > 0;
  const ready = queue.data?.total;
  const reason = isRead && ready !== undefined ? reasonOf(agent, { isBlocked, ready }) : undefined;
  return (
    <>
      {reason !== undefined && <p className="notice notice-warn">{reason}</p>}
      {count > 0 && (
        <Panel title={t('Waits for your answer')} count={count}>
          <ul className="items">
            {questions.map((question) => (
              <li key={question.id} className="item-text">
                <Link href={`/app/questions/${question.id}`} className="item-title" dir="auto">
                  {partsOf(question.question).title}
                </Link>
                <span className="row-meta">
                  {question.blocking && <span>{t('it cannot go on')}</span>}
                  <span>
                    <Trans id="asked {time}" values={{ time: <Time at={question.created_at} /> }} />
                  </span>
                </span>
              </li>
            ))}
            {proposals.map(({ id: proposal, title, created_at: at }) => (
              <li key={proposal} className="item-text">
                <Link href={`/app/proposals/${proposal}`} className="item-title" dir="auto">
                  {title}
                </Link>
                <span className="row-meta">
                  <span>
                    <Trans id="proposed {time}" values={{ time: <Time at={at} /> }} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
          {count > questions.length + proposals.length && (
            <Link className="button" href={`/app/questions?agent=${id}`}>
              {t('Show all')}
            </Link>
          )}
        </Panel>
      )}
    </>
  );
}

/** Why an agent does not work; undefined if it works, or may begin at any moment. */
function reasonOf(
  { state, presence, last_seen_at: seen }: Agent,
  { isBlocked, ready }: { readonly isBlocked: boolean; readonly ready: number },
): string | undefined {
  if (state === 'revoked') return undefined;
  if (state === 'paused') return t('It is paused, so it takes no work until somebody resumes it.');
  if (seen === null) return t('It has not connected yet. The tab Connect says how it does.');
  if (presence === 'working') return undefined;
  if (isBlocked) return t('It waits for your answer.');
  if (ready === 0) return t('It is idle, because it has no work that it can do now.');
  return presence === 'offline'
    ? t(
        '{ready, plural, one {It is offline, with one action that it can do now.} other {It is offline, with # actions that it can do now.}}',
        { ready },
      )
    : t(
        '{ready, plural, one {It is idle, with one action that it can do now.} other {It is idle, with # actions that it can do now.}}',
        { ready },
      );
}
