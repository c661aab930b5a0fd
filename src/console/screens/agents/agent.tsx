import type { components } from 'callboard-client';
import { t } from '../../texts/texts';

/** An agent of the workspace. */
export type Agent = components['schemas']['Agent'];

const presences = { working: t('Working|agent'), idle: t('Idle'), offline: t('Offline') } as const;
const states = {
  pending: t('Not connected yet'),
  active: undefined,
  paused: t('Paused'),
  revoked: t('Revoked'),
} as const;

/** Whether the agent works, or why it cannot. */
export function Presence({ agent: { state, presence } }: { readonly agent: Agent }) {
  return (
    <span className={`presence presence-${state === 'paused' ? 'offline' : presence}`}>
      {states[state] ?? presences[presence]}
    </span>
  );
}

/** The agent's emoji, or the first letter of its name. */
export function AgentIcon({ agent: { icon, name } }: { readonly agent: Agent }) {
  const isEmoji = icon !== null && /\p{Extended_Pictographic}/u.test(icon);
  const [first = ''] = name;
  return (
    <span className="agent-icon" aria-hidden="true">
      {isEmoji ? icon : first.toUpperCase()}
    </span>
  );
}

/** The address of an agent's page. */
export function pageOfAgent(id: string, tab?: 'orders' | 'access' | 'connect'): string {
  return `/app/agents/${id}${tab === undefined ? '' : `?tab=${tab}`}`;
}
