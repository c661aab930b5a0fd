import type { components } from '../../../../generated/types';
import { bool, json, strings } from '../../../platform/db/statements/columns';
import { digestOfState, type TargetKind } from './target-rules';
import type { Target } from './target-reading';
import type { TargetAction, TargetDocument, TargetProject } from './target-store';

type Schemas = components['schemas'];

const types: Readonly<Record<TargetKind, Schemas['ProposalTarget']['type']>> = {
  none: 'none',
  action: 'action',
  closing: 'project',
  document: 'document',
  template: 'project',
};

/** A target in the contract's shape. */
export function toTarget(
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
