import type { components } from 'callboard-client';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { api } from '../../api/client';
import { byOffset, moreOf, most, slow, useAll } from '../../api/read-options';
import { Item } from '../../rows/items';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import { KeptList } from '../../rows/kept-list';
import { Failure, RowsSkeleton, lazy } from '../../ui/loading';
import { SelectField } from '../../ui/menu';
import { Icon } from '../../ui/icon';
import { Empty, MoreButton, Page } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { AgentIcon, pageOfAgent, Presence, type Agent } from './agent';
import { Tabs } from '../../ui/tabs';
import { t, Trans } from '../../texts/texts';

const ConnectDialog = lazy(async () => ({
  default: (await import('./connect-dialog')).ConnectDialog,
}));

// Besides the events, because presence changes with time alone.
const every = { refetchInterval: 60_000 } as const;

const states = {
  used: { name: t('In use'), state: ['pending', 'active', 'paused'] },
  active: { name: t('Active'), state: ['active'] },
  pending: { name: t('Not connected yet'), state: ['pending'] },
  paused: { name: t('Paused'), state: ['paused'] },
  revoked: { name: t('Revoked'), state: ['revoked'] },
  all: { name: t('All'), state: ['pending', 'active', 'paused', 'revoked'] },
} as const;

const sorts = [
  { value: 'name', name: t('By name') },
  { value: '-last_seen_at', name: t('Last seen first') },
  { value: '-created_at', name: t('Newest first') },
] as const;

/** The agents of the workspace: what they do, and whether they are there. */
export function AgentsScreen() {
  const [params, setParams] = useSearchParams();
  const chosen = params.get('state') ?? 'used';
  const filter = isState(chosen) ? chosen : 'used';
  const sort = sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'name';
  const query = { limit: 50, sort, state: [...states[filter].state] };
  const agents = api.useInfiniteQuery(
    'get',
    '/v1/agents',
    { params: { query } },
    { ...byOffset, ...every },
  );
  const works = useWorkOfAgents();
  const blocked = useBlockedAgents();
  const [isConnecting, setConnecting] = useState(false);
  useTitle(t('Agents'));
  useListKeys(useDecisionKeys());
  const items = agents.data?.pages.flatMap((page) => page.items);
  return (
    <Page
      title={t('Agents')}
      actions={
        <>
          <Link className="button" href="/app/insights">
            {t('Insights')}
          </Link>
          <button
            type="button"
            className="button button-primary"
            onClick={() => setConnecting(true)}
          >
            <Icon name="plus" /> {t('Connect an agent')}
          </button>
        </>
      }
    >
      <div className="list-head">
        <Tabs
          label={t('State')}
          param="state"
          chosen={filter}
          tabs={Object.entries(states).map(([value, { name }]) => [value, name] as const)}
        />
        <SelectField
          label={t('Order|sort')}
          value={sort}
          options={sorts}
          onChange={(next) =>
            setParams((before) => {
              before.set('sort', next);
              return before;
            })
          }
        />
      </div>
      {agents.error !== null && (
        <Failure error={agents.error} onRetry={() => void agents.refetch()} />
      )}
      {items === undefined && agents.error === null && <RowsSkeleton />}
      {items !== undefined && (
        <KeptList
          key={filter + sort}
          list={agents}
          items={items}
          nameOf={({ id, name }) => ({ id, title: name })}
          renderRow={(agent) => (
            <AgentItem
              key={agent.id}
              agent={agent}
              works={works.get(agent.actor_id) ?? []}
              isBlocked={blocked.has(agent.id)}
            />
          )}
          className="items boxed agent-items"
          empty={<NoAgents isAny={filter === 'used' || filter === 'all'} />}
        />
      )}
      <MoreButton {...moreOf(agents)} />
      {isConnecting && (
        <Suspense fallback={null}>
          <ConnectDialog onClose={() => setConnecting(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function isState(value: string): value is keyof typeof states {
  return value in states;
}

function AgentItem({
  agent,
  works,
  isBlocked,
}: {
  readonly agent: Agent;
  readonly works: readonly Work[];
  readonly isBlocked: boolean;
}) {
  const href = pageOfAgent(agent.id);
  return (
    <Item rowKey={`agent-${agent.id}`} href={href}>
      <AgentIcon agent={agent} />
      <div className="item-text">
        <Link href={href} className="item-title" dir="auto">
          {agent.name}
        </Link>
        {isBlocked && (
          <p className="late">
            <Trans
              id="Waits for your answer: <link>show it</link>"
              components={{ link: <Link href={`/app/questions?agent=${agent.id}`} /> }}
            />
          </p>
        )}
        {works.map(({ id, title }) => (
          <p key={id} className="one-line">
            <Trans
              id="Works on {title}"
              values={{
                title: (
                  <Link href={`/app/actions/${id}`} dir="auto">
                    {title}
                  </Link>
                ),
              }}
            />
          </p>
        ))}
        <p className="row-meta">
          <Seen agent={agent} />
          {agent.access_mode === 'sysadmin' && <span>{t('sysadmin')}</span>}
          {agent.capabilities.length > 0 && (
            <span className="one-line" dir="auto">
              {agent.capabilities.join(', ')}
            </span>
          )}
        </p>
      </div>
      <Presence agent={agent} />
    </Item>
  );
}

function Seen({ agent: { last_seen_at: at } }: { readonly agent: Agent }) {
  if (at === null) return t('Never seen');
  return (
    <>
      <Trans id="Seen {time}" values={{ time: <Time at={at} /> }} />
    </>
  );
}

function NoAgents({ isAny }: { readonly isAny: boolean }) {
  return (
    <Empty
      isStart={isAny}
      title={isAny ? t('No agent is connected yet') : t('No agent has this state')}
    >
      <p>
        {t(
          'Here you will see each agent: whether it works, is idle or offline, what it works on, and when it was last seen. Its page has its queue, its orders, its tokens, and how to connect it.',
        )}
      </p>
    </Empty>
  );
}

/** An action that an agent works on. */
type Work = components['schemas']['Action'];

/** What is worked on now, by the actor who works on it. */
function useWorkOfAgents(): ReadonlyMap<string, readonly Work[]> {
  const list = api.useInfiniteQuery('get', '/v1/views/working', most, { ...byOffset, ...every });
  const works = new Map<string, Work[]>();
  for (const work of useAll(list)) {
    const actor = work.claimed_by_actor_id ?? work.assigned_actor_id ?? '';
    works.set(actor, [...(works.get(actor) ?? []), work]);
  }
  return works;
}

const waiting = { params: { query: { limit: 200, state: ['open' as const] } } };

/** The agents that cannot go on with something until a person answers. */
function useBlockedAgents(): ReadonlySet<string> {
  const options = { ...byOffset, ...slow };
  const questions = useAll(api.useInfiniteQuery('get', '/v1/questions', waiting, options));
  const proposals = useAll(api.useInfiniteQuery('get', '/v1/proposals', waiting, options));
  const asking = questions.filter(({ blocking }) => blocking);
  return new Set([...asking, ...proposals].map(({ agent_id: id }) => id ?? ''));
}
