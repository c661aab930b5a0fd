import type { Knex } from 'knex';
import {
  actionsOf,
  inActiveProject,
  notTemplate,
  open,
  stalled,
  template,
  undeferred,
} from '../../actions';
import { joinActor } from '../../../shared/actor-store';
import {
  bytesOfTexts,
  isFalse,
  isOneOf,
  isTrue,
  type Condition,
} from '../../../platform/db/statements/columns';
import { isOpen } from '../../../shared/statuses';
import { compiledCappedList, type CappedList } from '../capped-store';
import { joinProject } from '../project-queries-store';
import { viewParams, type ViewContext, type ViewParams } from '../view-params';

/** Which tasks the tasks view shows. */
export type Slice = 'active' | 'stalled' | 'templates' | 'all';

/** A domain of the tasks view. */
export interface TaskDomainRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

/** A count per domain; `domain_id` is null for records without a domain. */
export interface DomainCountRow {
  readonly domain_id: string | null;
  readonly count: number;
}

/** An action as the tasks view shows it. */
export interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly project_id: string | null;
  readonly project_title: string | null;
  readonly assigned_actor_id: string | null;
  readonly assigned_actor_name: string | null;
  readonly assigned_agent_id: string | null;
  readonly last_activity_at: string;
  readonly due_at: string | null;
  readonly priority: number;
  readonly number: number | null;
  readonly domain_id: string | null;
  readonly order_id: string | null;
}

interface DomainsParams {
  readonly workspaceId: string;
  readonly id: string | undefined;
}

const shownDomains = compiledCappedList<TaskDomainRow, DomainsParams>(({ workspaceId, id }) => ({
  matching: (db) => {
    const domains = domainsWithWork(db, workspaceId);
    return id === undefined ? domains : domains.where('domains.id', id);
  },
  select: (query) => query.select('domains.id', 'domains.name', 'domains.description'),
  order: 'domains.name, domains.id',
  first: 'domains',
  bytes: bytesOfTexts('domains.description'),
}));

/**
 * The first domains by name, or the one of an id. Archived domains are included only if they have
 * open actions.
 */
export function readDomains(
  { reader, workspaceId }: ViewContext,
  id: string | undefined,
  limit: number,
): Promise<CappedList<TaskDomainRow>> {
  return shownDomains(reader, { workspaceId, id }, limit);
}

/** Counts the actions of the slice per domain. */
export async function countTasks(ctx: ViewContext, slice: Slice): Promise<DomainCountRow[]> {
  return ctx.reader.rows<DomainCountRow>((db) =>
    tasks(db, ctx, slice)
      // With the bare column, SQLite picks the wrong index and scans all actions.
      .groupByRaw("coalesce(actions.domain_id, '')")
      .select(db.raw("nullif(coalesce(actions.domain_id, ''), '') as domain_id"))
      .count({ count: '*' }),
  );
}

/** Counts projects per domain: template projects for `templates`, active ones otherwise. */
export async function countProjects(ctx: ViewContext, slice: Slice): Promise<DomainCountRow[]> {
  const ofSlice = (projects: Knex.QueryBuilder): void => {
    if (slice === 'templates') void projects.where(isTrue('is_template'));
    else void projects.where(isFalse('is_template')).where(isOneOf('state', ['active']));
  };
  return ctx.reader.rows<DomainCountRow>((db) =>
    db('projects')
      .where({ workspace_id: ctx.workspaceId })
      .where(ofSlice)
      .groupByRaw("coalesce(domain_id, '')")
      .select(db.raw("nullif(coalesce(domain_id, ''), '') as domain_id"))
      .count({ count: '*' }),
  );
}

/** The maximum number of domains, of tasks per domain, and of all tasks. */
export interface TaskCaps {
  readonly domains: number;
  readonly rows: number;
  readonly all: number;
}

/**
 * The most urgent task of each of the first domains and of no domain, then the most urgent of the
 * others, by due date, then oldest activity. `domain` selects one domain, or null for no domain.
 */
export async function readTasks(
  ctx: ViewContext,
  { slice, domain }: { readonly slice: Slice; readonly domain: string | null | undefined },
  caps: TaskCaps,
): Promise<TaskRow[]> {
  const order = 'actions.due_at is null, actions.due_at, actions.last_activity_at, actions.id';
  return ctx.reader.rows<TaskRow>((db) => {
    const ranked = tasks(db, ctx, slice)
      .where((either) => {
        if (domain === undefined || domain === null) void either.whereNull('actions.domain_id');
        if (domain === undefined)
          void either.orWhereIn('actions.domain_id', firstDomains(db, ctx, caps.domains));
        else if (domain !== null) void either.where('actions.domain_id', domain);
      })
      .select('actions.workspace_id', 'actions.id')
      // With the bare column, SQLite picks the wrong index and scans all actions.
      .select(
        db.raw(
          `row_number() over (partition by coalesce(actions.domain_id, '') order by ${order}) as rank_in_domain`,
        ),
      );
    const query = db('actions')
      .join(ranked.as('ranked'), (on) => {
        on.on('ranked.workspace_id', 'actions.workspace_id').on('ranked.id', 'actions.id');
      })
      .where('ranked.rank_in_domain', '<=', caps.rows)
      .orderByRaw(`ranked.rank_in_domain > 1, ${order}`)
      .limit(caps.all);
    return joinActor(joinProject(query), 'actions', 'assigned_actor_id', 'assigned').select({
      id: 'actions.id',
      title: 'actions.title',
      project_id: 'actions.project_id',
      project_title: 'project.title',
      assigned_actor_id: 'actions.assigned_actor_id',
      assigned_actor_name: 'assigned.name',
      assigned_agent_id: 'assigned_agent.id',
      last_activity_at: 'actions.last_activity_at',
      due_at: 'actions.due_at',
      priority: 'actions.priority',
      number: 'actions.number',
      domain_id: 'actions.domain_id',
      order_id: 'actions.order_id',
    });
  });
}

function firstDomains(db: Knex, ctx: ViewContext, limit: number): Knex.QueryBuilder {
  return domainsWithWork(db, ctx.workspaceId)
    .select('domains.id')
    .orderBy(['domains.name', 'domains.id'])
    .limit(limit);
}

function domainsWithWork(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('domains')
    .where('domains.workspace_id', workspaceId)
    .where((either) =>
      either.where('domains.state', 'active').orWhereExists((query) => {
        void query
          .from('actions')
          .where('actions.workspace_id', workspaceId)
          .whereRaw('actions.domain_id = domains.id')
          .where(isOpen('actions.status'));
      }),
    );
}

function tasks(db: Knex, ctx: ViewContext, slice: Slice): Knex.QueryBuilder {
  const params = viewParams(ctx);
  return slices[slice](params).reduce(
    (actions, condition) => actions.where(condition),
    actionsOf(db, params.workspaceId),
  );
}

const slices: Record<Slice, (params: ViewParams) => readonly Condition[]> = {
  active: (params) => [
    open(),
    notTemplate(params.workspaceId),
    inActiveProject(params.workspaceId),
    undeferred(params),
  ],
  stalled: (params) => [stalled(params)],
  templates: ({ workspaceId }) => [open(), template(workspaceId)],
  all: ({ workspaceId }) => [open(), notTemplate(workspaceId)],
};
