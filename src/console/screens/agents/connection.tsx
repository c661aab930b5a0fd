import { api } from '../../api/client';
import { Copyable, GuideLink } from '../../ui/copyable';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Panel } from '../../ui/page';
import type { Agent } from './agent';
import { t, Trans } from '../../texts/texts';

/** How each client is connected as the agent. */
export function AgentConnect({ agent: { id } }: { readonly agent: Agent }) {
  return (
    <Panel title={t('Connect a client')}>
      <p className="muted">
        <Trans
          id="These texts contain no secret. Those for a token read it from the variable {code}; create one under Access. A program without MCP calls the API with the same token: see <guide>the guide for agents</guide>."
          values={{ code: <code>CALLBOARD_TOKEN</code> }}
          components={{ guide: <GuideLink /> }}
        />
      </p>
      <Connection id={id} />
    </Panel>
  );
}

const steady = { staleTime: 60_000 } as const;

/** What to paste into each client so that it works as the agent. */
export function Connection({ id }: { readonly id: string }) {
  const params = { path: { id } };
  const read = api.useQuery('get', '/v1/agents/{id}/connect', { params }, steady);
  if (read.data === undefined) {
    if (read.error === null) return <RowsSkeleton />;
    return <Failure error={read.error} onRetry={() => void read.refetch()} />;
  }
  const { clients } = read.data;
  if (clients.length === 0) {
    return (
      <p className="muted">
        <Trans
          id="The server does not know its own address. Set {code}, and this page shows what to paste into Claude Code, Codex, Cursor and other clients."
          values={{ code: <code>PUBLIC_URL</code> }}
        />
      </p>
    );
  }
  return (
    <div className="clients">
      {clients.map(({ client, title, auth, kind, place, text }) => (
        <details key={client} name="clients">
          <summary>{title}</summary>
          <div className="stack">
            <p>
              {deeds[kind]}: {place}.{' '}
              {auth === 'oauth'
                ? t(
                    'The client then asks you in the browser which agent it may be. It must reach this server by https.',
                  )
                : t('It sends a token of the agent.')}
            </p>
            <Copyable text={text} what={t('the text for {title}', { title })} />
          </div>
        </details>
      ))}
    </div>
  );
}

const deeds = {
  command: t('Run this command in'),
  file: t('Add this to the file'),
  url: t('Enter this address at'),
} as const;
