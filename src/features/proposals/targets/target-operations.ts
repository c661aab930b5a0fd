import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import type { ReadHandler } from '../../../platform/operation';
import { toPayload } from '../proposal-mapping';
import type { Payload } from '../proposal-rules';
import { getProposalRow } from '../proposal-store';
import { toTarget } from './target-mapping';
import { readTarget, type Target } from './target-reading';
import { findName, type NamedTable } from './target-store';

type Name = components['schemas']['ProposalTargetName'];

/** Reads what a proposal would change, as it is now. */
export const getProposalTarget: ReadHandler<'getProposalTarget'> = async ({ path }, ctx) => {
  const { reader, workspaceId } = ctx;
  const row = await getProposalRow(reader, workspaceId, path.id);
  const payload = toPayload(row.permitted_payload ?? row.payload);
  const target = await readTarget(ctx, row.operation, payload);
  const names = await namesIn(reader, workspaceId, { payload, target });
  return { status: 200, body: toTarget(row.id, target, names) };
};

// The fields of payloads that have ids, besides the target's.
const tables: Readonly<Record<string, NamedTable>> = {
  assigned_actor_id: 'actors',
  assigned_agent_id: 'agents',
  domain_id: 'domains',
  order_id: 'orders',
  project_id: 'projects',
  source_agent_request_id: 'agent_requests',
};

/** The ids in a payload with the names of their records. */
async function namesIn(
  reader: Reader,
  workspaceId: string,
  { payload, target }: { readonly payload: Payload; readonly target: Target },
): Promise<Name[]> {
  const own =
    target.id === null || target.id === ''
      ? []
      : [{ field: 'id', id: target.id, name: titleOf(target) ?? null }];
  const others = Object.entries(tables).flatMap(([field, table]) => {
    const id = payload[field];
    return typeof id === 'string' ? [{ field, table, id }] : [];
  });
  const named = others.map(async ({ field, table, id }) => {
    const name = await findName(reader, table, { workspaceId, id });
    return { field, id, name: name ?? null };
  });
  return [...own, ...(await Promise.all(named))];
}

function titleOf({ action, project, document }: Target): string | undefined {
  return (action ?? project ?? document)?.title;
}
