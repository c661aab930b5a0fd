import type { ReadHandler } from '../../../platform/operation';
import { planOf } from '../../../shared/plans';
import { getAgentById } from '../../agents';
import { getUser } from '../sign-in/session-operations';
import { getWorkspaceRow, toWorkspace } from '../workspaces/workspace-operations';
import { toUser } from './user-mapping';

/** Shows the caller with the limits and windows that apply. */
export const getMe: ReadHandler<'getMe'> = async (_input, ctx) => {
  const { reader, actor, workspaceId, settings } = ctx;
  const { plan, limits, headroom } = await planOf(reader, workspaceId, settings.storedBytes);
  const workspace = await getWorkspaceRow(reader, workspaceId);
  const caller =
    actor.kind === 'user'
      ? { user: toUser(await getUser(reader, actor)), agent: null }
      : { user: null, agent: await getAgentById(ctx, actor.agentId) };
  return {
    status: 200,
    body: {
      kind: actor.kind,
      actor_id: actor.id,
      name: actor.name,
      workspace: toWorkspace(workspace),
      ...caller,
      role: actor.kind === 'user' ? actor.role : null,
      access_mode: actor.kind === 'agent' ? actor.accessMode : null,
      scopes: actor.kind === 'agent' ? [...actor.scopes] : ['read', 'write'],
      plan,
      limits,
      headroom,
      windows: {
        working_seconds: settings.workingSeconds,
        stalled_seconds: settings.stalledSeconds,
      },
    },
  };
};
