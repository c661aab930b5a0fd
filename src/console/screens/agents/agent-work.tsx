import { unwrap, type components } from 'callboard-client';
import { Link, useSearchParams } from 'wouter';
import type { Agent } from './agent';
import { capabilitiesOf } from './agent-fields';
import { api, client, paramsOf } from '../../api/client';
import { byOffset, moreOf, most, readAgain, useAll } from '../../api/read-options';
import { choiceOf, factsOf, inputs } from '../../pickers/fact-edit';
import { ActionItems } from '../../rows/items';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { CheckField } from '../../ui/fields';
import { Facts, MoreButton, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { t, Trans } from '../../texts/texts';
import { partsOf } from '../../ui/short-text';

type AgentUpdate = components['schemas']['AgentUpdate'];

/** What an agent works on and will work on, beside its facts. */
export function AgentWork({ agent }: { readonly agent: Agent }) {
  return (
    <div className="page-columns">
      <div className="stack">
        <AgentRequests agent={agent} />
        <Claims agent={agent} />
        <Queue agent={agent} />
      </div>
      <Panel title={t('Facts')}>
        <Facts facts={factsAbout(agent)} />
      </Panel>
    </div>
  );
}

/** The actions that the agent has claimed, with the ends of the claims. */
function Claims({ agent: { actor_id: actor } }: { readonly agent: Agent }) {
  const options = { ...byOffset, ...readAgain };
  const claimed = useAll(api.useInfiniteQuery('get', '/v1/views/working', most, options)).filter(
    (action) => action.claimed_by_actor_id === actor,
  );
  if (claimed.length === 0) return null;
  return (
    <Panel title={t('Works on')} count={claimed.length}>
      <ul className="items">
        {claimed.map(({ id, key, title, claim_expires_at: end, last_activity_at: active }) => (
          <li key={id}>
            <div className="item-text">
              <Link href={`/app/actions/${id}`} className="item-title" dir="auto">
                {title}
              </Link>
              <span className="row-meta">
                <span>{key}</span>
                <span>
                  <Trans id="last active {time}" values={{ time: <Time at={active} /> }} />
                </span>
                {end !== null && (
                  <span>
                    <Trans
                      id="its claim ends {time} unless it reports"
                      values={{ time: <Time at={end} /> }}
                    />
                  </span>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Queue({ agent: { id, name } }: { readonly agent: Agent }) {
  const [params, setParams] = useSearchParams();
  const withPool = params.has('pool');
  const query = { limit: 20, include_claimable: withPool };
  const queue = api.useInfiniteQuery(
    'get',
    '/v1/agents/{id}/queue',
    { params: { path: { id }, query } },
    byOffset,
  );
  const items = queue.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title={t('Queue')}>
      <CheckField
        label={t('Also work of the pool that it may claim')}
        checked={withPool}
        onChange={(checked) =>
          setParams(
            (before) => {
              if (checked) before.set('pool', '1');
              else before.delete('pool');
              return before;
            },
            { replace: true },
          )
        }
      />
      {queue.error !== null && <Failure error={queue.error} onRetry={() => void queue.refetch()} />}
      {items === undefined && queue.error === null && <RowsSkeleton />}
      {withPool && (
        <p className="muted">
          {t(
            'The agent takes what is due first, whether it is assigned to it or in the pool. Actions without a due date come last.',
          )}
        </p>
      )}
      {items !== undefined && (
        <ActionItems
          key={String(withPool)}
          list={queue}
          actions={items}
          empty={
            <p className="muted">
              <Trans
                id="Nothing. Here you will see the work that {name} can do now, in the order in which it takes it."
                values={{ name: <span dir="auto">{name}</span> }}
              />
            </p>
          }
        />
      )}
      <MoreButton {...moreOf(queue)} />
    </Panel>
  );
}

const access = choiceOf([
  { value: 'worker', name: t('Worker: it changes its own work') },
  { value: 'sysadmin', name: t('Sysadmin: it also manages agents and orders') },
]);

const permission = choiceOf([
  { value: 'true', name: t('It asks before what people gate') },
  { value: 'false', name: t('It need not ask') },
]);

const reviews = choiceOf([
  { value: 'true', name: t('It may review the work of others') },
  { value: 'false', name: t('It reviews nothing') },
]);

function factsAbout(agent: Agent) {
  const save = (known: Pick<Agent, 'id' | 'version'>, body: AgentUpdate) =>
    unwrap(client.PATCH('/v1/agents/{id}', { params: paramsOf(known), body }));
  const fact = factsOf<AgentUpdate>(agent, save, agent.state !== 'revoked');
  return [
    // Another name frees the name of a revoked agent.
    factsOf<AgentUpdate>(
      agent,
      save,
    )({
      label: t('Name'),
      input: inputs.name,
      value: agent.name,
      bodyOf: (name) => ({ name: name.trim() }),
      shown: agent.name,
    }),
    fact({
      label: t('Emoji'),
      input: inputs.text,
      value: agent.icon ?? '',
      bodyOf: (icon) => ({ icon: icon.trim() || null }),
      shown: agent.icon,
    }),
    fact({
      label: t('Capabilities'),
      input: inputs.lines,
      value: agent.capabilities.join('\n'),
      bodyOf: (lines) => ({ capabilities: capabilitiesOf(lines) }),
      shown: agent.capabilities.join(', ') || null,
    }),
    fact({
      label: t('Access'),
      input: access,
      value: agent.access_mode,
      bodyOf: (mode) => ({ access_mode: mode === 'sysadmin' ? mode : 'worker' }),
    }),
    fact({
      label: t('Permission'),
      input: permission,
      value: String(agent.requires_proposals),
      bodyOf: (value) => ({ requires_proposals: value === 'true' }),
    }),
    fact({
      label: t('Reviews'),
      input: reviews,
      value: String(agent.can_review),
      bodyOf: (value) => ({ can_review: value === 'true' }),
    }),
    fact({
      label: t('Webhook URL'),
      input: inputs.secretUrl,
      value: agent.webhook_url ?? '',
      bodyOf: (url) => ({ webhook_url: url.trim() || null }),
      shown: agent.webhook_url,
    }),
    [t('MCP endpoint'), agent.mcp_url],
    [t('Created'), <Time key="time" at={agent.created_at} />],
    [t('Changed'), <Time key="time" at={agent.updated_at} />],
  ] as const;
}

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
function AgentRequests({ agent }: { readonly agent: Agent }) {
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
