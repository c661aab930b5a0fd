import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import { bool, json, strings } from '../../../platform/db/statements/columns';
import type { ReadHandler } from '../../../platform/operation';
import { toPayload } from '../proposal-mapping';
import type { Payload } from '../proposal-rules';
import { getProposalRow } from '../proposal-store';
import { idIn, readTarget, type Target } from './target-reading';
import { digestOfState, type TargetKind } from './target-rules';
import {
  findName,
  type NamedTable,
  type TargetAction,
  type TargetDocument,
  type TargetProject,
} from './target-store';

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
    target.id === null ? [] : [{ field: 'id', id: target.id, name: titleOf(target) ?? null }];
  const others = Object.entries(tables).flatMap(([field, table]) => {
    const id = idIn(payload, field);
    return id === null ? [] : [{ field, table, id }];
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

type Schemas = components['schemas'];

const types: Readonly<Record<TargetKind, Schemas['ProposalTarget']['type']>> = {
  none: 'none',
  action: 'action',
  closing: 'project',
  document: 'document',
  template: 'project',
};

/** A target in the contract's shape. */
function toTarget(
  proposalId: string,
  target: Target,
  names: readonly Schemas['ProposalTargetName'][],
): Schemas['ProposalTarget'] {
  const { action, project, document } = target;
  return {
    proposal_id: proposalId,
    type: types[target.kind],
    id: target.id,
    digest: digestOfState(target.state),
    action: action === undefined ? null : toAction(action, []),
    project: project === undefined ? null : toProject(project),
    document: document === undefined ? null : toDocument(document),
    actions: target.actions.rows.map((row) => toAction(row, target.blockersOf(row.id))),
    actions_omitted: target.actions.omitted,
    links: target.links.rows.map(({ id, title, url, document_id, action_id, project_id }) => ({
      id,
      title,
      url,
      document_id,
      action_id,
      project_id,
    })),
    links_omitted: target.links.omitted,
    names: [...names],
  };
}

function toAction(
  row: TargetAction,
  blockedBy: readonly string[],
): Schemas['ProposalTargetAction'] {
  return {
    id: row.id,
    title: row.title,
    details: row.details,
    status: row.status,
    assigned_actor_id: row.assigned_actor_id,
    assigned_actor_name: row.assigned_actor_name,
    project_id: row.project_id,
    project_title: row.project_title,
    order_id: row.order_id,
    order_name: row.order_name,
    requirements: strings(row.requirements),
    blocked_by: [...blockedBy],
  };
}

function toProject(row: TargetProject): Schemas['ProposalTargetProject'] {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    domain_id: row.domain_id,
    domain_name: row.domain_name,
    is_template: bool(row.is_template),
    state: row.state,
    work_mode: row.work_mode,
    due_at: row.due_at,
  };
}

function toDocument(row: TargetDocument): Schemas['ProposalTargetDocument'] {
  return {
    id: row.id,
    title: row.title,
    access_mode: row.access_mode,
    content: json(row.content),
  };
}
