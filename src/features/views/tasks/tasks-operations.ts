import { limits } from '../../../../generated/limits';
import type { ViewsHandlers } from '../../../../generated/handlers';
import type { components } from '../../../../generated/types';
import { int } from '../../../platform/db/statements/columns';
import { groupBy } from '../grouping';
import {
  countProjects,
  countTasks,
  readDomains,
  readTasks,
  type DomainCountRow,
  type TaskDomainRow,
  type TaskRow,
} from './tasks-store';

/** The maximum number of domains, and of rows per domain. */
const caps = { domains: 200, rows: limits.task_rows };

/** The entry for tasks without a domain; the contract requires its id to be a string. */
const noDomain = { id: 'none', name: 'No domain', description: null };

/** GET /v1/views/tasks: the tasks of a slice, grouped by domain. */
export const getTasksView: ViewsHandlers['getTasksView'] = async (input, ctx) => {
  const slice = input.query.slice ?? 'active';
  const [domains, actionCounts, projectCounts, tasks] = await Promise.all([
    readDomains(ctx, caps.domains),
    countTasks(ctx, slice),
    countProjects(ctx, slice),
    readTasks(ctx, slice, caps),
  ]);
  const actions = byDomain(actionCounts);
  const projects = byDomain(projectCounts);
  const rows = groupBy(tasks, (task) => task.domain_id);
  const toDomain = (domain: TaskDomainRow, key: string | null): TaskDomain => ({
    id: domain.id,
    name: domain.name,
    description: domain.description,
    project_count: projects.get(key) ?? 0,
    action_count: actions.get(key) ?? 0,
    rows: (rows.get(key) ?? []).map((task) => toTaskRow(task, key === null ? null : domain.name)),
  });
  const hasTasksWithoutDomain = (actions.get(null) ?? 0) + (projects.get(null) ?? 0) > 0;
  const entries = domains.map((domain) => toDomain(domain, domain.id));
  return {
    status: 200,
    body: { domains: hasTasksWithoutDomain ? [...entries, toDomain(noDomain, null)] : entries },
  };
};

type TaskDomain = components['schemas']['TaskDomain'];

function byDomain(counts: readonly DomainCountRow[]): Map<string | null, number> {
  return new Map(counts.map(({ domain_id: domain, count }) => [domain, int(count)]));
}

function toTaskRow(task: TaskRow, domainName: string | null): TaskDomain['rows'][number] {
  return {
    action_id: task.id,
    title: task.title,
    project_title: task.project_title,
    assigned_actor_id: task.assigned_actor_id,
    assigned_actor_name: task.assigned_actor_name,
    assigned_agent_id: task.assigned_agent_id,
    assigned_agent_name: task.assigned_agent_id === null ? null : task.assigned_actor_name,
    touched_at: task.last_activity_at,
    due_at: task.due_at,
    domain_id: task.domain_id,
    domain_name: domainName,
    order_id: task.order_id,
  };
}
