import { unwrap } from 'callboard-client';
import { lazy, Suspense } from 'react';
import type { Agent } from '../../agents/agent';
import { client } from '../../api/client';
import { Icon } from '../../ui/icon';
import { useWrite } from '../../ui/use-write';

/** The dialog that is open. */
export type Opened = 'edit' | 'pause' | 'revoke' | undefined;

const EditAgent = lazy(async () => ({ default: (await import('./edit-agent')).EditAgent }));
const StopAgent = lazy(async () => ({ default: (await import('./stop-agent')).StopAgent }));

/** The commands of an agent's page, with their dialogs. */
export function AgentCommands({
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
            params: { path: { id: agent.id }, header: { 'If-Match': `"${agent.version}"` } },
          }),
        ),
      { done: `${agent.name} may work again.` },
    );
  return (
    <>
      <button type="button" className="button" onClick={() => onOpen('edit')}>
        <Icon name="edit" /> Edit
      </button>
      {(agent.state === 'active' || agent.state === 'pending') && (
        <button type="button" className="button" onClick={() => onOpen('pause')}>
          Pause …
        </button>
      )}
      {agent.state === 'paused' && (
        <button type="button" className="button" disabled={isSending} onClick={() => void resume()}>
          Resume
        </button>
      )}
      {agent.state !== 'revoked' && (
        <button type="button" className="button" onClick={() => onOpen('revoke')}>
          Revoke …
        </button>
      )}
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <Suspense fallback={null}>
        {opened === 'edit' && <EditAgent agent={agent} onClose={close} />}
        {(opened === 'pause' || opened === 'revoke') && (
          <StopAgent agent={agent} verb={opened} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
