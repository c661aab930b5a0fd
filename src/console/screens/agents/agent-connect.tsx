import { base } from '../../api/address';
import type { Agent } from '../../agents/agent';
import { Connection } from '../../agents/connection';
import { Panel } from '../../ui/page';

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
