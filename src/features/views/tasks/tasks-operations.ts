import { limits } from '../../../../generated/limits';
import type { ViewsHandlers } from '../../../../generated/handlers';
import type { components } from '../../../../generated/types';
import { type KeyPrefixes, keyOf } from '../../../platform/action-keys';
import { int } from '../../../platform/db/statements/columns';
import { fitRows, groupBy } from '../fitting-rules';
import {
  countProjects,
  countTasks,
  readDomains,
  readTasks,
  type DomainCountRow,
  type TaskDomainRow,
  type TaskRow,
} from './tasks-store';

/** The maximum number of domains. */
const maxDomains = 200;

/** The entry for tasks without a domain; the contract requires its id to be a string. */
const noDomain = { id: 'none', name: 'No domain', description: null };

/** GET /v1/views/tasks: the tasks of a slice, grouped by domain. */
export const getTasksView: ViewsHandlers['getTasksView'] = async ({ query }, ctx) => {
  const slice = query.slice ?? 'active';
  const domain = query.domain_id === 'none' ? null : query.domain_id;
  const caps = {
    domains: maxDomains,
    rows: query.rows_per_domain ?? limits.task_rows,
    all: limits.view_actions,
  };
  const [domains, actionCounts, projectCounts, tasks] = await Promise.all([
    domain === null ? { rows: [], omitted: 0 } : readDomains(ctx, domain, caps.domains),
    countTasks(ctx, slice),
    countProjects(ctx, slice),
    readTasks(ctx, { slice, domain }, caps),
  ]);
  const counts = { actions: byDomain(actionCounts), projects: byDomain(projectCounts) };
  const toDomain = (row: TaskDomainRow, rows: readonly TaskRow[]): TaskDomain => {
    const key = row === noDomain ? null : row.id;
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      project_count: counts.projects.get(key) ?? 0,
      action_count: counts.actions.get(key) ?? 0,
      rows: rows.map((task) => toTaskRow(task, key === null ? null : row.name, ctx)),
    };
  };
  const hasTasksWithoutDomain =
    (counts.actions.get(null) ?? 0) + (counts.projects.get(null) ?? 0) > 0;
  const hasNoDomain = hasTasksWithoutDomain && (domain === undefined || domain === null);
  const shown = hasNoDomain ? [...domains.rows, noDomain] : domains.rows;
  return { status: 200, body: fitTasks({ shown, omitted: domains.omitted, tasks, toDomain, ctx }) };
};

interface TasksParts {
  readonly shown: readonly TaskDomainRow[];
  /** The number of domains that are not in `shown`. */
  readonly omitted: number;
  /** The most urgent task of each domain, then the others by urgency. */
  readonly tasks: readonly TaskRow[];
  readonly toDomain: (row: TaskDomainRow, tasks: readonly TaskRow[]) => TaskDomain;
  readonly ctx: KeyPrefixes;
}

/** The view with as many domains and tasks as fit: each domain with its first task, and others. */
function fitTasks({ shown, omitted, tasks, toDomain, ctx }: TasksParts): TasksView {
  const idOf = (row: TaskDomainRow): string | null => (row === noDomain ? null : row.id);
  const firsts = new Map<string | null, TaskRow>();
  const others: TaskRow[] = [];
  for (const task of tasks) {
    if (firsts.has(task.domain_id)) others.push(task);
    else firsts.set(task.domain_id, task);
  }
  const entries = shown.map((row) => {
    const first = firsts.get(idOf(row));
    return toDomain(row, first === undefined ? [] : [first]);
  });
  const names = new Map(shown.map((row) => [idOf(row), row === noDomain ? null : row.name]));
  const [ofDomains = 0, ofOthers = 0] = fitRows(
    [
      { rows: entries },
      {
        rows: others.map((task) => toTaskRow(task, names.get(task.domain_id) ?? null, ctx)),
        hasFirst: false,
      },
    ],
    { domains: [], truncated: { domains: 0, rows: 0 } },
  );
  const rows = groupBy(
    [...firsts.values(), ...others.slice(0, ofOthers)],
    (task) => task.domain_id,
  );
  const domains = shown.slice(0, ofDomains).map((row) => toDomain(row, rows.get(idOf(row)) ?? []));
  return {
    domains,
    truncated: {
      domains: omitted + shown.length - domains.length,
      rows: domains.reduce((sum, one) => sum + one.action_count - one.rows.length, 0),
    },
  };
}

type TasksView = components['schemas']['TasksView'];
type TaskDomain = components['schemas']['TaskDomain'];

function byDomain(counts: readonly DomainCountRow[]): Map<string | null, number> {
  return new Map(counts.map(({ domain_id: domain, count }) => [domain, int(count)]));
}

function toTaskRow(
  task: TaskRow,
  domainName: string | null,
  prefixes: KeyPrefixes,
): TaskDomain['rows'][number] {
  return {
    action_id: task.id,
    key: keyOf(prefixes, task),
    title: task.title,
    project_id: task.project_id,
    project_title: task.project_title,
    assigned_actor_id: task.assigned_actor_id,
    assigned_actor_name: task.assigned_actor_name,
    assigned_agent_id: task.assigned_agent_id,
    assigned_agent_name: task.assigned_agent_id === null ? null : task.assigned_actor_name,
    touched_at: task.last_activity_at,
    due_at: task.due_at,
    priority: task.priority,
    domain_id: task.domain_id,
    domain_name: domainName,
    order_id: task.order_id,
  };
}
