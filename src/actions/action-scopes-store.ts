import { arrayWithin, type Condition } from '../platform/db/columns';
import type { Dialect } from '../platform/db/hands';
import type { Settings } from '../platform/operation';
import { SECOND, shift } from '../platform/time';
import { settledReviews } from './action-rules';

/** The moment that the scopes look at, and the windows of the derived states. */
export interface Clock {
  readonly now: string;
  readonly settings: Settings;
}

/** The statuses of open actions. */
export const openStatuses = ['inbox', 'ready', 'waiting'] as const;

/** Overdue first, then by due date, position and age: the order to take work in (product section 4, "Claims"). */
export const queueOrder =
  '(actions.due_at is null), actions.due_at, (actions.position is null), actions.position, actions.created_at, actions.id';

// Conditions on a query over `actions`, each product section 4's definition of its word.

/** Not finished and not dropped. */
export function open(): Condition {
  return (query) => void query.whereIn('actions.status', [...openStatuses]);
}

/** A template itself, or an action of a template project. */
export function template(): Condition {
  return (query) =>
    void query
      .where('actions.is_template', true)
      .orWhereExists((project) => void ofProject(project).where('own_project.is_template', true));
}

/** Neither a template nor an action of a template project. */
export function notTemplate(): Condition {
  return (query) =>
    void query
      .where('actions.is_template', false)
      .whereNotExists((project) => void ofProject(project).where('own_project.is_template', true));
}

/** In no project, or in an active one. */
export function inActiveProject(): Condition {
  return (query) =>
    void query
      .whereNull('actions.project_id')
      .orWhereExists((project) => void ofProject(project).where('own_project.state', 'active'));
}

/** Not put off beyond now. */
export function undeferred({ now }: Pick<Clock, 'now'>): Condition {
  return (query) =>
    void query.whereNull('actions.defer_until').orWhere('actions.defer_until', '<=', now);
}

/** Put off beyond now. */
export function deferred({ now }: Pick<Clock, 'now'>): Condition {
  return (query) => void query.where('actions.defer_until', '>', now);
}

/** In a project that is not active. */
export function inIdleProject(): Condition {
  return (query) =>
    void query.whereExists(
      (project) => void ofProject(project).whereNot('own_project.state', 'active'),
    );
}

/** Under nobody's live claim. */
export function unclaimed({ now }: Pick<Clock, 'now'>): Condition {
  return (query) =>
    void query.whereNull('actions.claim_expires_at').orWhere('actions.claim_expires_at', '<=', now);
}

/** The actor's: assigned to it, or nobody's and under its live claim. */
export function heldBy(actorId: string, { now }: Pick<Clock, 'now'>): Condition {
  return (query) =>
    void query.where('actions.assigned_actor_id', actorId).orWhere((pool) => {
      void pool
        .whereNull('actions.assigned_actor_id')
        .where('actions.claimed_by_actor_id', actorId)
        .where('actions.claim_expires_at', '>', now);
    });
}

/**
 * Ready, and under a live claim; or ready and assigned, its assignee was active within the working window, and no claim ran out since.
 */
export function working({ now, settings }: Clock): Condition {
  return (query) =>
    void query.where('actions.status', 'ready').where((busy) => {
      void busy.where('actions.claim_expires_at', '>', now).orWhere((active) => {
        void active
          .whereNull('actions.claim_expires_at')
          .whereNotNull('actions.assigned_actor_id')
          .where('actions.assignee_active_at', '>', workingSince(now, settings));
      });
    });
}

/** Ready or waiting, assigned, in no queue's way, and without activity for the stalled window or with a claim that ran out. */
export function stalled({ now, settings }: Clock): Condition {
  return (query) =>
    void query
      .whereIn('actions.status', ['ready', 'waiting'])
      .whereNotNull('actions.assigned_actor_id')
      .where((still) => {
        void still
          .where('actions.last_activity_at', '<=', shift(now, -settings.stalledSeconds * SECOND))
          .orWhere('actions.claim_expires_at', '<=', now);
      })
      .where(notTemplate())
      .where(inActiveProject());
}

/** What a queue may offer: ready, undeferred, unblocked, of an active project, and in a sequential project behind nothing. */
export function actionable({ now }: Pick<Clock, 'now'>): Condition {
  return (query) =>
    void query
      .where('actions.status', 'ready')
      .where(notTemplate())
      .where(inActiveProject())
      .where(undeferred({ now }))
      .whereNot(blocked())
      .whereNot(behindOpen({ now }))
      .whereNot(behindReview());
}

/**
 * In a sequential project, and an action of it comes first that is open and undeferred, or finished and in review: successors go on only
 * once it is approved (product section 4, "Review").
 */
export function behindOthers(clock: Pick<Clock, 'now'>): Condition {
  return (query) => void query.where(behindOpen(clock)).orWhere(behindReview());
}

function behindOpen({ now }: Pick<Clock, 'now'>): Condition {
  return behind(
    (earlier) =>
      void earlier.whereIn('earlier.status', [...openStatuses]).where((due) => {
        void due.whereNull('earlier.defer_until').orWhere('earlier.defer_until', '<=', now);
      }),
  );
}

function behindReview(): Condition {
  // A literal, by which SQLite knows that the index of the reviews in line will do. Only finished work is in review.
  return behind((earlier) => void earlier.whereRaw("earlier.review_state = 'pending'"));
}

function behind(holding: Condition): Condition {
  return (query) =>
    void query.whereExists((earlier) => {
      void ofProject(earlier)
        .where('own_project.work_mode', 'sequential')
        .join('actions as earlier', (on) => {
          on.on('earlier.workspace_id', 'own_project.workspace_id').on(
            'earlier.project_id',
            'own_project.id',
          );
        })
        .where('earlier.is_template', false)
        .where(holding)
        .whereRaw(`${lineOf('earlier')} < ${lineOf('actions')}`);
    });
}

/** Held by a blocker that is neither dropped, nor done and past its review. */
export function blocked(): Condition {
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
        .whereRaw('held_by.workspace_id = actions.workspace_id')
        .whereRaw('held_by.action_id = actions.id')
        .whereNot('blocker.status', 'dropped')
        .whereNot((ended) => {
          void ended
            .where('blocker.status', 'done')
            .whereIn('blocker.review_state', [...settledReviews]);
        });
    });
}

/** Whether capabilities cover the requirements. */
export function coveredBy(dialect: Dialect, capabilities: readonly string[]): Condition {
  return arrayWithin(dialect, 'actions.requirements', capabilities);
}

/** `working` for a row that is at hand. */
export function isWorking(
  row: {
    readonly status: string;
    readonly assigned_actor_id: string | null;
    readonly assignee_active_at: string | null;
    readonly claim_expires_at: string | null;
  },
  { now, settings }: Clock,
): boolean {
  if (row.status !== 'ready') return false;
  if (row.claim_expires_at !== null) return row.claim_expires_at > now;
  return (
    row.assigned_actor_id !== null &&
    row.assignee_active_at !== null &&
    row.assignee_active_at > workingSince(now, settings)
  );
}

function workingSince(now: string, settings: Settings): string {
  return shift(now, -settings.workingSeconds * SECOND);
}

// A project's order: position, those without one last, then age.
function lineOf(table: string): string {
  return `(${lineTerms(table)})`;
}

function lineTerms(table: string): string {
  return `case when ${table}.position is null then 1 else 0 end, coalesce(${table}.position, 0), ${table}.created_at, ${table}.id`;
}

function ofProject(query: Parameters<Condition>[0]): Parameters<Condition>[0] {
  return query
    .from('projects as own_project')
    .whereRaw('own_project.workspace_id = actions.workspace_id')
    .whereRaw('own_project.id = actions.project_id');
}
