import type { Knex } from 'knex';
import {
  arrayWithin,
  type Condition,
  type Dialect,
  isFalse,
  isOneOf,
  isTrue,
} from '../../platform/db/statements/columns';
import type { SortKey } from '../../platform/db/statements/page-order';
import { isOpen } from '../../shared/statuses';
import { type ActivityWindows, settledReviews, type WorkspaceNow } from './action-rules';
import { behindInSequence, behindReview, firstInSequence } from './blockers/sequence-scopes-store';
import { leased, notReleasedBy, unleased } from './claims/claim-scopes-store';

/** The actor who works on a working action: its assignee, or the claimant of pool work. */
export const worker = 'coalesce(actions.assigned_actor_id, actions.claimed_by_actor_id)';

// Conditions on a query over `actions`. Each defines one term of docs/domain.md.

/** Can be done now. */
export function ready(): Condition {
  return isOneOf('actions.status', ['ready']);
}

/** Not finished and not dropped. */
export function open(): Condition {
  return isOpen('actions.status');
}

/** A template itself, or an action of a template project. */
export function template(workspaceId: string): Condition {
  return (query) =>
    void query
      .where('actions.is_template', true)
      .orWhereExists((project) => void ofTemplate(project, workspaceId));
}

/** Neither a template nor an action of a template project. */
export function notTemplate(workspaceId: string): Condition {
  return (query) =>
    void query
      .where('actions.is_template', false)
      .whereNotExists((project) => void ofTemplate(project, workspaceId));
}

/** In no project, or in an active one. */
export function inActiveProject(workspaceId: string): Condition {
  return (query) =>
    void query
      .whereNull('actions.project_id')
      .orWhereExists(
        (project) =>
          void ofProject(project, workspaceId).where(isOneOf('own_project.state', ['active'])),
      );
}

/** Not deferred beyond now. */
export function undeferred({ now }: Pick<ActivityWindows, 'now'>): Condition {
  return (query) =>
    void query.whereNull('actions.defer_until').orWhere('actions.defer_until', '<=', now);
}

/** Deferred beyond now. */
export function deferred({ now }: Pick<ActivityWindows, 'now'>): Condition {
  return (query) => void query.where('actions.defer_until', '>', now);
}

/** In a project that is not active. */
export function inIdleProject(workspaceId: string): Condition {
  return (query) =>
    void query.whereExists(
      (project) =>
        void ofProject(project, workspaceId).whereNot(isOneOf('own_project.state', ['active'])),
    );
}

/** Without a live claim; for ready actions only. */
export function unclaimed(clock: Pick<ActivityWindows, 'now'>): Condition {
  return unleased(clock);
}

/** An agent that looks for work. */
export interface Seeker extends WorkspaceNow {
  readonly actorId: string;
  /** A JSON array. */
  readonly capabilities: string;
}

/** Pool work under a live claim of the actor. */
function poolClaimedBy({ actorId, now }: Pick<Seeker, 'actorId' | 'now'>): Condition {
  return (query) =>
    void query
      .whereNull('actions.assigned_actor_id')
      .where('actions.claimed_by_actor_id', actorId)
      .where(leased({ now }));
}

/**
 * Pool work that a queue may offer to the agent, if it is actionable: unclaimed, within its
 * capabilities, and not released by it just now.
 */
export function claimablePool(
  dialect: Dialect,
  { actorId, capabilities, now }: Omit<Seeker, 'workspaceId'>,
): Condition {
  return (query) =>
    void query
      .whereNull('actions.assigned_actor_id')
      .where(unclaimed({ now }))
      .where(notReleasedBy({ actorId, now }))
      .where(coveredBy(dialect, capabilities));
}

/**
 * What an agent can work on or claim now: the actionable actions that are assigned to it, that it
 * has claimed, or that it could claim, except those that it released just now. Its queue, its
 * attention, its overview, `claim-next` and the list with `actionable=true` show exactly these
 * actions; the former read each part by its own index.
 */
export function workableBy(dialect: Dialect, agent: Seeker): Condition {
  return (query) =>
    void query.where(actionable(agent)).where((own) => {
      void own
        .where(assignedTo(agent))
        .orWhere(poolClaimedBy(agent))
        .orWhere(claimablePool(dialect, agent));
    });
}

/** Assigned to the actor, which has not released it just now. */
export function assignedTo(agent: Pick<Seeker, 'actorId' | 'now'>): Condition {
  return (query) =>
    void query.where('actions.assigned_actor_id', agent.actorId).where(notReleasedBy(agent));
}

/**
 * The ready actions that are assigned to the actor, or unassigned and under its live claim, as
 * `actions`. With `others`, also the ready actions of that condition, which must exclude the
 * former. Each part uses its own index.
 */
export function readyAssignedOrClaimedBy(
  db: Knex,
  {
    workspaceId,
    actorId,
    now,
  }: Pick<ActivityWindows, 'now'> & Readonly<Record<'workspaceId' | 'actorId', string>>,
  others?: Condition,
): Knex.QueryBuilder {
  const readyOnes = (): Knex.QueryBuilder =>
    db('actions').where('actions.workspace_id', workspaceId).where(ready()).select('actions.*');
  const claimed = readyOnes().where(poolClaimedBy({ actorId, now }));
  const parts = others === undefined ? [claimed] : [claimed, readyOnes().where(others)];
  const own = readyOnes().where(assignedTo({ actorId, now }));
  return db.from(own.unionAll(parts).as('actions'));
}

/**
 * Ready and under a live claim; or ready and assigned, without an expired claim, and its assignee
 * was active within the working window.
 */
export function working({ now, workingSince }: Omit<ActivityWindows, 'stalledSince'>): Condition {
  return (query) =>
    void query.where(ready()).where((busy) => {
      void busy.where(leased({ now })).orWhere((active) => {
        // Repeat `ready`: SQLite compares each part of an `or` alone with an index's condition.
        void active
          .where(ready())
          .whereNull('actions.claim_expires_at')
          .whereNotNull('actions.assigned_actor_id')
          .where('actions.assignee_active_at', '>', workingSince);
      });
    });
}

/**
 * Ready or waiting, assigned, in no template or inactive project, and without activity for the
 * stalled window or with an expired claim.
 */
export function stalled({
  workspaceId,
  now,
  stalledSince,
}: WorkspaceNow & Pick<ActivityWindows, 'stalledSince'>): Condition {
  return (query) =>
    void query
      .where(isOneOf('actions.status', ['ready', 'waiting']))
      .whereNotNull('actions.assigned_actor_id')
      .where((idle) => {
        void idle
          .where('actions.last_activity_at', '<=', stalledSince)
          .orWhere('actions.claim_expires_at', '<=', now);
      })
      .where(inPlay(workspaceId));
}

/**
 * A queue may offer the action: it is ready, undeferred and unblocked, in no inactive project, and
 * the first one of a sequential project.
 */
export function actionable({ workspaceId, now }: WorkspaceNow): Condition {
  return (query) =>
    void query
      .where(ready())
      .where(undeferred({ now }))
      .where(
        inPlay(workspaceId, (project) => {
          void project.whereNot('own_project.work_mode', 'sequential').orWhere((first) => {
            void first
              .where(
                'actions.id',
                '=',
                (query: Knex.QueryBuilder) => void firstInSequence({ workspaceId, now })(query),
              )
              .whereNot(behindReview(workspaceId));
          });
        }),
      )
      .whereNot(blocked(workspaceId));
}

// Not a template, and in no project or in an active one that is not a template. `more` adds
// conditions on the project to the same subquery.
function inPlay(workspaceId: string, more: Condition = () => undefined): Condition {
  return (query) =>
    void query.where('actions.is_template', false).where((either) => {
      void either.whereNull('actions.project_id').orWhereExists((project) => {
        void ofProjectAmong(project, workspaceId)
          .where(isOneOf('own_project.state', ['active']))
          .where(isFalse('own_project.is_template'))
          .where(more);
      });
    });
}

/** In a sequential project, and behind another action of it. */
export function behindOthersInSequence(db: Knex, { workspaceId, now }: WorkspaceNow): Condition {
  return (query) =>
    void query.whereExists((project) => {
      void ofProject(project, workspaceId)
        .where('own_project.work_mode', 'sequential')
        .where(behindInSequence(db, { workspaceId, now }));
    });
}

/** Has a blocker that is neither dropped, nor done with its review settled. */
export function blocked(workspaceId: string): Condition {
  return (query) =>
    void query.whereExists((blocker) => {
      void blocker
        .from('action_blockers as held_by')
        .join('actions as blocker', (on) => {
          on.on('blocker.workspace_id', 'held_by.workspace_id').on(
            'blocker.id',
            'held_by.blocker_id',
          );
        })
        .where('held_by.workspace_id', workspaceId)
        .whereRaw('held_by.action_id = actions.id')
        .whereNot('blocker.status', 'dropped')
        .whereNot((ended) => {
          void ended
            .where(isOneOf('blocker.status', ['done']))
            .whereIn('blocker.review_state', [...settledReviews]);
        });
    });
}

/** Whether capabilities, a JSON array, cover the requirements. */
export function coveredBy(dialect: Dialect, capabilities: string | Knex.Raw): Condition {
  return (query) =>
    void query
      .where('actions.requirements', '[]')
      .orWhere(arrayWithin(dialect, 'actions.requirements', capabilities));
}

// Uses an index that has templates only, of which there are few.
function ofTemplate(
  query: Parameters<Condition>[0],
  workspaceId: string,
): Parameters<Condition>[0] {
  return ofProjectAmong(query, workspaceId).where(isTrue('own_project.is_template'));
}

// With `between` for equality, because SQLite prefers the primary key to a partial index when the
// key is compared with `=`.
function ofProjectAmong(
  query: Parameters<Condition>[0],
  workspaceId: string,
): Parameters<Condition>[0] {
  return query
    .from('projects as own_project')
    .where('own_project.workspace_id', workspaceId)
    .whereRaw('own_project.id between actions.project_id and actions.project_id');
}

/** The action's project, as `own_project`. */
export function ofProject(
  query: Parameters<Condition>[0],
  workspaceId: string,
): Parameters<Condition>[0] {
  return query
    .from('projects as own_project')
    .where('own_project.workspace_id', workspaceId)
    .whereRaw('own_project.id = actions.project_id');
}

/**
 * The order in which agents take work: overdue first, then by priority, due date, position and age.
 */
export const queueSort = [
  { column: 'actions.queue_rank', type: 'int32' },
  { column: 'actions.due_at', type: 'instant', nullable: true },
  { column: 'actions.position', type: 'integer', nullable: true },
  { column: 'actions.created_at', type: 'instant' },
] as const satisfies SortKey;

/** `queueSort` for `order by`: nulls last, and the id as the last column. */
export const queueOrder = [
  ...queueSort.flatMap((sort) =>
    'nullable' in sort ? [`(${sort.column} is null)`, sort.column] : [sort.column],
  ),
  'actions.id',
].join(', ');
