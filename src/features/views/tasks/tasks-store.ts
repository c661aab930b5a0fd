import type { Knex } from 'knex';
import { inActiveProject, notTemplate, open, stalled, template, undeferred } from '../../actions';
import { joinActor } from '../../../shared/actors';
import { isFalse, isOneOf, isTrue, type Condition } from '../../../platform/db/statements/columns';
import { isOpen } from '../../../shared/statuses';
import { actionsOf, viewQuery, type ViewQuery, type ViewSource } from '../metrics-store';
import { joinProject } from '../overview/work-store';

/** Which tasks the tasks view shows. */
export type Slice = 'active' | 'stalled' | 'templates' | 'all';

/** A domain of the tasks view. */
export interface TaskDomainRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

/** How many there are in a domain; null is without one. */
export interface DomainCountRow {
  readonly domain_id: string | null;
  readonly count: number;
}

/** A task. */
export interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly project_title: string | null;
  readonly assigned_actor_id: string | null;
  readonly assigned_actor_name: string | null;
  readonly assigned_agent_id: string | null;
  readonly last_activity_at: string;
  readonly due_at: string | null;
  readonly domain_id: string | null;
  readonly order_id: string | null;
}

/** The first domains by name; archived ones only if there is something open in them. */
export async function readDomains(source: ViewSource, limit: number): Promise<TaskDomainRow[]> {
  return source.reader.rows<TaskDomainRow>((db) =>
    firstDomains(db, source, limit).select('domains.id', 'domains.name', 'domains.description'),
  );
}

/** How many actions of the slice each domain has. */
export async function countTasks(source: ViewSource, slice: Slice): Promise<DomainCountRow[]> {
  return source.reader.rows<DomainCountRow>((db) =>
    tasks(db, source, slice)
      // By the column itself, SQLite would read all actions in its order instead of the open ones.
      .groupByRaw("coalesce(actions.domain_id, '')")
      .select(db.raw("nullif(coalesce(actions.domain_id, ''), '') as domain_id"))
      .count({ count: '*' }),
  );
}

/** How many projects of the slice each domain has: template projects in `templates`, else active ones. */
export async function countProjects(source: ViewSource, slice: Slice): Promise<DomainCountRow[]> {
  const kind = (projects: Knex.QueryBuilder): void => {
    if (slice === 'templates') void projects.where(isTrue('is_template'));
    else void projects.where(isFalse('is_template')).where(isOneOf('state', ['active']));
  };
  return source.reader.rows<DomainCountRow>((db) =>
    db('projects')
      .where({ workspace_id: source.workspaceId })
      .where(kind)
      .groupByRaw("coalesce(domain_id, '')")
      .select(db.raw("nullif(coalesce(domain_id, ''), '') as domain_id"))
      .count({ count: '*' }),
  );
}

/** The most urgent tasks of each of the first domains, and of none: by due date, then oldest activity. */
export async function readTasks(
  source: ViewSource,
  slice: Slice,
  most: { readonly domains: number; readonly rows: number },
): Promise<TaskRow[]> {
  const order = 'actions.due_at is null, actions.due_at, actions.last_activity_at, actions.id';
  return source.reader.rows<TaskRow>((db) => {
    const ranked = tasks(db, source, slice)
      .where((either) =>
        either
          .whereNull('actions.domain_id')
          .orWhereIn(
            'actions.domain_id',
            firstDomains(db, source, most.domains).select('domains.id'),
          ),
      )
      .select('actions.workspace_id', 'actions.id')
      .select(
        db.raw(`row_number() over (partition by actions.domain_id order by ${order}) as nth`),
      );
    const query = db('actions')
      .join(ranked.as('ranked'), (on) => {
        on.on('ranked.workspace_id', 'actions.workspace_id').on('ranked.id', 'actions.id');
      })
      .where('ranked.nth', '<=', most.rows)
      .orderBy('ranked.nth');
    return joinActor(joinProject(query), 'actions', 'assigned_actor_id', 'assigned').select({
      id: 'actions.id',
      title: 'actions.title',
      project_title: 'place.title',
      assigned_actor_id: 'actions.assigned_actor_id',
      assigned_actor_name: 'assigned.name',
      assigned_agent_id: 'assigned_agent.id',
      last_activity_at: 'actions.last_activity_at',
      due_at: 'actions.due_at',
      domain_id: 'actions.domain_id',
      order_id: 'actions.order_id',
    });
  });
}

function firstDomains(db: Knex, source: ViewSource, limit: number): Knex.QueryBuilder {
  return db('domains')
    .where('domains.workspace_id', source.workspaceId)
    .where((shown) =>
      shown.where('domains.state', 'active').orWhereExists((held) => {
        void held
          .from('actions as held')
          .whereRaw('held.workspace_id = domains.workspace_id and held.domain_id = domains.id')
          .where(isOpen('held.status'));
      }),
    )
    .orderBy(['domains.name', 'domains.id'])
    .limit(limit);
}

function tasks(db: Knex, source: ViewSource, slice: Slice): Knex.QueryBuilder {
  const asked = viewQuery(source);
  return slices[slice](asked).reduce(
    (actions, condition) => actions.where(condition),
    actionsOf(db, asked),
  );
}

const slices: Record<Slice, (asked: ViewQuery) => readonly Condition[]> = {
  active: (asked) => [open(), notTemplate(), inActiveProject(), undeferred(asked)],
  stalled: (asked) => [stalled(asked)],
  templates: () => [open(), template()],
  all: () => [open(), notTemplate()],
};
