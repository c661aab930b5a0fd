import type { components } from 'callboard-client';
import { Icon } from '../../ui/icon';
import { Time } from '../../ui/time';

type Agent = components['schemas']['Agent'];

const presences = { working: 'Working', idle: 'Idle', offline: 'Offline' } as const;

/** The agents of the workspace with what they do now. */
export function AgentsAside({
  agents,
  omitted,
  onConnect,
}: {
  readonly agents: readonly Agent[];
  readonly omitted: number;
  readonly onConnect: () => void;
}) {
  return (
    <aside className="agents" aria-labelledby="agents-title">
      <h2 id="agents-title">Agents</h2>
      {agents.length === 0 && <p className="muted">No agent is connected yet.</p>}
      <ul>
        {agents.map((agent) => (
          <li key={agent.id} className="agent">
            <span className="agent-icon" aria-hidden="true">
              {iconOf(agent)}
            </span>
            <span className="agent-name" dir="auto">
              {agent.name}
            </span>
            <span className={`presence presence-${agent.presence}`}>
              {agent.state === 'paused' ? 'Paused' : presences[agent.presence]}
            </span>
            <span className="agent-seen">
              {agent.last_seen_at === null ? (
                'never seen'
              ) : (
                <>
                  seen <Time at={agent.last_seen_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p className="muted">and {omitted} more</p>}
      <button type="button" className="button" onClick={onConnect}>
        <Icon name="plus" /> Connect an agent
      </button>
    </aside>
  );
}

/** The agent's emoji, or the first letter of its name. */
function iconOf({ icon, name }: Agent): string {
  const isEmoji = icon !== null && /\p{Extended_Pictographic}/u.test(icon);
  return isEmoji ? icon : name.slice(0, 1).toUpperCase();
}
