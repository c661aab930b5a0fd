import { Link, useSearchParams } from 'wouter';
import type { Agent } from './agent';
import { AgentRequests } from './agent-requests';
import { api } from '../../api/client';
import { byOffset, readAgain } from '../../api/read-options';
import { ActionItems } from '../../rows/items';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { CheckField } from '../../ui/fields';
import { Facts, MoreButton, Panel } from '../../ui/page';
import { Time } from '../../ui/time';

/** What an agent works on and will work on, beside its facts. */
export function AgentWork({ agent }: { readonly agent: Agent }) {
  return (
    <div className="page-columns">
      <div className="stack">
        <AgentRequests agent={agent} />
        <Claims agent={agent} />
        <Queue agent={agent} />
      </div>
      <Panel title="Facts">
        <Facts facts={factsOf(agent)} />
      </Panel>
    </div>
  );
}

const most = { params: { query: { limit: 200 } } } as const;

/** The actions that the agent has claimed, with the ends of the claims. */
function Claims({ agent: { actor_id: actor } }: { readonly agent: Agent }) {
  const { data } = api.useQuery('get', '/v1/views/working', most, readAgain);
  const claimed = data?.items.filter((action) => action.claimed_by_actor_id === actor) ?? [];
  if (claimed.length === 0) return null;
  return (
    <Panel title="Works on" count={claimed.length}>
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
                  last active <Time at={active} />
                </span>
                {end !== null && (
                  <span>
                    its claim ends <Time at={end} /> unless it reports
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
    <Panel title="Queue">
      <CheckField
        label="Also work of the pool that it may claim"
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
          The agent takes what is due first, whether it is assigned to it or in the pool. Actions
          without a due date come last.
        </p>
      )}
      {items !== undefined && (
        <ActionItems
          key={String(withPool)}
          list={queue}
          actions={items}
          empty={
            <p className="muted">
              Nothing. Here you will see the work that <span dir="auto">{name}</span> can do now, in
              the order in which it takes it.
            </p>
          }
        />
      )}
      <MoreButton
        hasMore={queue.hasNextPage}
        isReading={queue.isFetchingNextPage}
        onMore={() => void queue.fetchNextPage()}
      />
    </Panel>
  );
}

function factsOf(agent: Agent) {
  return [
    ['Capabilities', agent.capabilities.join(', ') || 'none'],
    [
      'Access',
      agent.access_mode === 'sysadmin'
        ? 'Sysadmin: it also manages agents and orders'
        : 'Worker: it changes its own work',
    ],
    [
      'Permission',
      agent.requires_proposals ? 'It asks before what people gate' : 'It need not ask',
    ],
    ['Reviews', agent.can_review ? 'It may review the work of others' : 'It reviews nothing'],
    ['Webhook URL', agent.webhook_url ?? 'none'],
    ['MCP endpoint', agent.mcp_url],
    ['Created', <Time key="time" at={agent.created_at} />],
    ['Changed', <Time key="time" at={agent.updated_at} />],
  ] as const;
}
