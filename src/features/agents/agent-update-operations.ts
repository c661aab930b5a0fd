import { nameTakenProblem } from '../../shared/actors';
import { emit } from '../../shared/events';
import { changedFields } from '../../platform/db/statements/write-rows';
import { jsonText } from '../../platform/db/statements/columns';
import { etagOf, checkIfMatch } from '../../platform/http/responses/preconditions';
import type { WriteHandler } from '../../platform/operation';
import type { Outgoing } from '../../platform/outgoing';
import { getAgentById, lockAgent } from './agent-operations';
import { checkMayChange } from './agent-policy';
import { renameAgent, updateAgentRow } from './agent-store';

/**
 * Makes the operation that updates an agent. Absent fields do not change. `checkUrl` judges a
 * changed `webhook_url`.
 */
export const updateAgentWith =
  (checkUrl: Outgoing['checkUrl']): WriteHandler<'updateAgent'> =>
  async ({ path, header, body }, ctx) => {
    const { transaction, actor, now } = ctx;
    const row = await lockAgent(ctx, path.id);
    const { name, ...columns } = changedFields(row, {
      ...body,
      capabilities: body.capabilities && (jsonText(body.capabilities) ?? undefined),
    });
    checkMayChange(actor, row, columns);
    checkIfMatch(header['If-Match'], row.version);
    if (typeof columns.webhook_url === 'string') checkUrl(columns.webhook_url, 'body/webhook_url');
    const fields = Object.keys(name === undefined ? columns : { name, ...columns });
    if (fields.length > 0) {
      if (name !== undefined && !(await renameAgent(transaction, row, name)))
        throw nameTakenProblem({ kind: 'agent', name });
      await updateAgentRow(transaction, row, { ...columns, updated_at: now });
      emit(ctx, {
        kind: 'agent.updated',
        subject: { type: 'agent', id: row.id, title: name ?? row.name },
        summary: `${actor.name} changed ${fields.join(', ')}.`,
        related: { self: [row.actor_id] },
      });
    }
    const agent = await getAgentById(ctx, row.id);
    return { status: 200, body: agent, headers: { ETag: etagOf(agent.version) } };
  };
