import type { components } from '../../../../generated/types';
import { bool, strings } from '../../../platform/db/statements/columns';
import { repeatRuleOf } from '../action-mapping';
import { requiresReview } from '../action-rules';
import type { ActionRow } from '../action-store';

type Item = components['schemas']['ActionBatchUpdateItem'];
type Changes = NonNullable<Item['changes']>;

/** A locked action before its item. */
export interface Before {
  readonly row: ActionRow;
  readonly labels: readonly string[];
}

// The two fields of the assignee are one, and an approval cannot be taken back.
type Field = Exclude<keyof Changes, 'assigned_agent_id' | 'permitted_proposal_id' | 'status'>;

const earlier: Readonly<Record<Field, (before: Before) => Changes>> = {
  title: ({ row }) => ({ title: row.title }),
  details: ({ row }) => ({ details: row.details }),
  project_id: ({ row }) => ({ project_id: row.project_id }),
  domain_id: ({ row }) => ({ domain_id: row.domain_id }),
  order_id: ({ row }) => ({ order_id: row.order_id }),
  assigned_actor_id: ({ row }) => ({ assigned_actor_id: row.assigned_actor_id }),
  is_template: ({ row }) => ({ is_template: bool(row.is_template) }),
  requires_review: ({ row }) => ({ requires_review: requiresReview(row) }),
  reviewer_actor_id: ({ row }) => ({ reviewer_actor_id: row.requested_reviewer_actor_id }),
  delegate_label: ({ row }) => ({ delegate_label: row.delegate_label }),
  requirements: ({ row }) => ({ requirements: strings(row.requirements) }),
  repeat_rule: ({ row }) => ({ repeat_rule: repeatRuleOf(row) }),
  defer_until: ({ row }) => ({ defer_until: row.defer_until }),
  due_at: ({ row }) => ({ due_at: row.due_at }),
  // The column has no other numbers.
  priority: ({ row }) => ({ priority: priorities.find((each) => each === row.priority) ?? 0 }),
  labels: ({ labels }) => ({ labels: [...labels] }),
  file_ids: ({ row }) => ({ file_ids: strings(row.file_ids) }),
  position: ({ row }) => ({ position: row.position === null ? null : Number(row.position) }),
};

const priorities = [0, 1, 2, 3, 4] as const;

/**
 * The item that restores what an item changed; undefined if it changed nothing or ended the state
 * "done", which only a completion restores.
 */
export function undoOf(item: Item, before: Before, version: number): Item | undefined {
  const { id, changes = {}, drop, reopen } = item;
  const { row } = before;
  if (version === row.version) return undefined;
  if (drop !== undefined) {
    const status = openStatus(row);
    return {
      id,
      version,
      reopen: {},
      ...(status === undefined || status === 'inbox' ? {} : { changes: { status } }),
    };
  }
  if (reopen !== undefined) return row.status === 'dropped' ? { id, version, drop: {} } : undefined;
  const names = fieldsOf(item);
  const restored = Object.entries(earlier)
    .filter(([name]) => names.has(name))
    .reduce<Changes>((all, [, restore]) => ({ ...all, ...restore(before) }), {});
  const status = changes.status === undefined ? undefined : openStatus(row);
  return { id, version, changes: { ...restored, ...(status === undefined ? {} : { status }) } };
}

// Nothing can wait for the answer to a question again, because the questions have ended.
function openStatus(row: ActionRow): Changes['status'] {
  if (row.status === 'done' || row.status === 'dropped') return undefined;
  return bool(row.waits_for_answer) ? 'ready' : row.status;
}

function fieldsOf({
  changes = {},
  add_labels: added,
  remove_labels: removed,
}: Item): ReadonlySet<string> {
  const names = new Set(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  if (added !== undefined || removed !== undefined) names.add('labels');
  if (names.has('assigned_agent_id')) names.add('assigned_actor_id');
  // An action takes the domain of its new project.
  if (names.has('project_id')) names.add('domain_id');
  return names;
}
