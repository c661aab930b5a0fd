import { Link } from 'wouter';
import { AgentIcon, pageOfAgent, Presence, type Agent } from '../../agents/agent';
import { Icon } from '../../ui/icon';
import { Time } from '../../ui/time';

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
            <AgentIcon agent={agent} />
            <Link href={pageOfAgent(agent.id)} className="agent-name" dir="auto">
              {agent.name}
            </Link>
            <Presence agent={agent} />
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
