import { isCallboardError, unwrap } from 'callboard-client';
import { Suspense, useState, type ComponentType } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { api, client, paramsOf } from '../../api/client';
import { usePageKeys } from '../../keys/keys';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import { NotFound } from '../../shell/fallbacks';
import { Failure, RowsSkeleton, lazy } from '../../ui/loading';
import { Page } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { useWrite } from '../../ui/use-write';
import { Presence, type Agent } from './agent';
import { AgentWork } from './agent-work';
import { AgentConnect } from './connection';
import { Tabs } from '../../ui/tabs';
import { t, Trans } from '../../texts/texts';

const trail = [{ href: '/app/agents', name: t('Agents') }] as const;

type Tab = ComponentType<{ readonly agent: Agent }>;

const tabs: Readonly<Record<string, { readonly name: string; readonly Content: Tab }>> = {
  work: { name: t('Work'), Content: AgentWork },
  orders: {
    name: t('Orders'),
    Content: lazy(async () => ({ default: (await import('./agent-orders')).AgentOrders })),
  },
  days: {
    name: t('Days'),
    Content: lazy(async () => ({ default: (await import('../insights/insights')).InsightPanels })),
  },
  usage: {
    name: t('Usage'),
    Content: lazy(async () => ({ default: (await import('./agent-usage')).AgentUsage })),
  },
  access: {
    name: t('Access'),
    Content: lazy(async () => ({ default: (await import('./agent-access')).AgentAccess })),
  },
  connect: { name: t('Connect'), Content: AgentConnect },
};

// Besides the events, because presence changes with time alone.
const every = { refetchInterval: 60_000 } as const;

/** An agent: its facts and its queue, its orders, its access, and how to connect it. */
export function AgentScreen() {
  const { id = '' } = useParams();
  const read = api.useQuery('get', '/v1/agents/{id}', { params: { path: { id } } }, every);
  useTitle(read.data?.name ?? t('Agent'));
  if (read.data === undefined) {
    if (read.error === null) return <RowsSkeleton />;
    if (isCallboardError(read.error, 'NOT_FOUND')) return <NotFound />;
    return <Failure error={read.error} onRetry={() => void read.refetch()} />;
  }
  return <AgentPage key={id} agent={read.data} />;
}

function AgentPage({ agent }: { readonly agent: Agent }) {
  const [params] = useSearchParams();
  const chosen = params.get('tab') ?? 'work';
  const { Content } = tabs[chosen] ?? { Content: AgentWork };
  const [opened, setOpened] = useState<Opened>();
  usePageKeys('/app/agents', editFirst);
  useListKeys(useDecisionKeys());
  return (
    <Page
      title={agent.name}
      trail={trail}
      meta={
        <>
          <Presence agent={agent} />
          <span>
            {agent.last_seen_at === null ? (
              t('never seen')
            ) : (
              <>
                <Trans id="seen {time}" values={{ time: <Time at={agent.last_seen_at} /> }} />
              </>
            )}
          </span>
        </>
      }
      actions={<AgentCommands agent={agent} opened={opened} onOpen={setOpened} />}
    >
      <Tabs
        label={t('Parts of the page')}
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

function editFirst(): void {
  document.querySelector<HTMLElement>('.fact-button')?.click();
}

/** The dialog that is open. */
type Opened = 'pause' | 'revoke' | undefined;

const StopAgent = lazy(async () => ({ default: (await import('./agent-dialogs')).StopAgent }));

/** The commands of an agent's page, with their dialogs. */
function AgentCommands({
  agent,
  opened,
  onOpen,
}: {
  readonly agent: Agent;
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { write, isSending, fault } = useWrite();
  const close = (): void => onOpen(undefined);
  const resume = () =>
    write(
      () =>
        unwrap(
          client.POST('/v1/agents/{id}/resume', {
            params: paramsOf(agent),
          }),
        ),
      { done: t('{name} may work again.', { name: agent.name }) },
    );
  return (
    <>
      {(agent.state === 'active' || agent.state === 'pending') && (
        <button type="button" className="button" onClick={() => onOpen('pause')}>
          {t('Pause …')}
        </button>
      )}
      {agent.state === 'paused' && (
        <button
          type="button"
          className="button"
          aria-disabled={isSending}
          onClick={() => void resume()}
        >
          {t('Resume')}
        </button>
      )}
      {agent.state !== 'revoked' && (
        <button type="button" className="button" onClick={() => onOpen('revoke')}>
          {t('Revoke …')}
        </button>
      )}
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <Suspense fallback={null}>
        {opened !== undefined && <StopAgent agent={agent} verb={opened} onClose={close} />}
      </Suspense>
    </>
  );
}
