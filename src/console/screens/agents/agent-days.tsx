import { InsightPanels } from '../insights/insights';
import type { Agent } from './agent';

/** What an agent did by day, and what became of it. */
export function AgentDays({ agent: { id } }: { readonly agent: Agent }) {
  return <InsightPanels agentId={id} />;
}
