import type { Agent } from '../../agents/agent';
import { Grants } from './grants';
import { Tokens } from './tokens';
import { WebhookSecret } from './webhook-secret';

/** How the agent signs in, and who signs its messages. */
export function AgentAccess({ agent }: { readonly agent: Agent }) {
  return (
    <>
      <Tokens agent={agent} />
      <Grants agent={agent} />
      <WebhookSecret agent={agent} />
    </>
  );
}
