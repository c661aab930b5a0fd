import { lazy, Suspense, useCallback, useState, type ComponentType } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { Presence, type Agent } from '../../agents/agent';
import { api } from '../../api/client';
import { usePageKeys } from '../../keys/page-keys';
import { useItemKeys } from '../../rows/item';
import { Failure } from '../../ui/failure';
import { Page } from '../../ui/page';
import { RowsSkeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { AgentCommands, type Opened } from './agent-commands';
import { AgentWork } from './agent-work';
import { Tabs } from './tabs';

type Tab = ComponentType<{ readonly agent: Agent }>;

const tabs: Readonly<Record<string, { readonly name: string; readonly Content: Tab }>> = {
  work: { name: 'Work', Content: AgentWork },
  orders: {
    name: 'Orders',
    Content: lazy(async () => ({ default: (await import('./agent-orders')).AgentOrders })),
  },
  access: {
    name: 'Access',
    Content: lazy(async () => ({ default: (await import('./agent-access')).AgentAccess })),
  },
  connect: {
    name: 'Connect',
    Content: lazy(async () => ({ default: (await import('./agent-connect')).AgentConnect })),
  },
};

// Besides the events, because presence changes with time alone.
const every = { refetchInterval: 60_000 } as const;

/** An agent: its facts and its queue, its orders, its access, and how to connect it. */
export function AgentScreen() {
  const { id = '' } = useParams();
  const read = api.useQuery('get', '/v1/agents/{id}', { params: { path: { id } } }, every);
  useTitle(read.data?.name ?? 'Agent');
  if (read.data === undefined) {
    if (read.error === null) return <RowsSkeleton />;
    return <Failure error={read.error} onRetry={() => void read.refetch()} />;
  }
  return <AgentPage key={id} agent={read.data} />;
}

function AgentPage({ agent }: { readonly agent: Agent }) {
  const [params] = useSearchParams();
  const chosen = params.get('tab') ?? 'work';
  const { Content } = tabs[chosen] ?? { Content: AgentWork };
  const [opened, setOpened] = useState<Opened>();
  const edit = useCallback(() => setOpened('edit'), []);
  usePageKeys('/app/agents', edit);
  useItemKeys();
  return (
    <Page
      title={agent.name}
      back={{ href: '/app/agents', name: 'Agents' }}
      meta={
        <>
          <Presence agent={agent} />
          <span>
            {agent.last_seen_at === null ? (
              'never seen'
            ) : (
              <>
                seen <Time at={agent.last_seen_at} />
              </>
            )}
          </span>
        </>
      }
      actions={<AgentCommands agent={agent} opened={opened} onOpen={setOpened} />}
    >
      <Tabs
        label="Parts of the page"
        param="tab"
        chosen={chosen}
        tabs={Object.entries(tabs).map(([value, { name }]) => [value, name] as const)}
      />
      <Suspense fallback={<RowsSkeleton />}>
        <Content agent={agent} />
      </Suspense>
    </Page>
  );
}
