import { base } from '../../api/address';
import { api } from '../../api/client';
import { Copyable } from '../../ui/copyable';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Panel } from '../../ui/page';
import type { Agent } from './agent';

/** How each client is connected as the agent. */
export function AgentConnect({ agent: { id } }: { readonly agent: Agent }) {
  return (
    <Panel title="Connect a client">
      <p className="muted">
        These texts contain no secret. Those for a token read it from the variable{' '}
        <code>CALLBOARD_TOKEN</code>; create one under Access. A program without MCP calls the API
        with the same token: see <a href={`${base}/docs/agents`}>the guide for agents</a>.
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
        The server does not know its own address. Set <code>PUBLIC_URL</code>, and this page shows
        what to paste into Claude Code, Codex, Cursor and other clients.
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
                ? 'The client then asks you in the browser which agent it may be. It must reach this server by https.'
                : 'It sends a token of the agent.'}
            </p>
            <Copyable text={text} what={`the text for ${title}`} />
          </div>
        </details>
      ))}
    </div>
  );
}

const deeds = {
  command: 'Run this command in',
  file: 'Add this to the file',
  url: 'Enter this address at',
} as const;
