import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { Condition, Dialect } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import {
  blocked,
  coveredBy,
  deferred,
  notTemplate,
  ofProject,
  ready,
} from '../action-scopes-store';
import { actionsOf } from '../action-store';
import { claimedByWorker, leased, releasedBy } from './claim-scopes-store';
import { behindInSequence } from '../blockers/sequence-scopes-store';
import { compiledSearchQuery, withinSearch, type Search } from './queue-store';

/** The number of ready actions that no queue offers the agent, by cause. */
export type Withheld = Record<
  | 'blocked'
  | 'deferred'
  | 'sequential'
  | 'missing_capability'
  | 'claimed'
  | 'paused_project'
  | 'released',
  number
>;

const maxExamined = limits.withheld_actions;
const maxBlockersRead = 1000;

/** The columns that decide whether an action is withheld. */
const examinedColumns = [
  'id',
  'workspace_id',
  'project_id',
  'assigned_actor_id',
  'position',
  'created_at',
  'requirements',
  'defer_until',
  'claim_expires_at',
  'claimed_by_actor_id',
  'claim_worker',
  'released_until',
  'last_claimed_by_actor_id',
  'updated_by_actor_id',
] as const;

const withheldWork = compiledSearchQuery((db, search, dialect) => {
  // `where` is cheap and false for most actions, so `condition` runs for the others only.
  const countOf = (cause: keyof Withheld, condition: Condition, where: Knex.Raw): Knex.Raw =>
    db.raw('count(case when ? then ? end) as ??', [
      where,
      db.select(db.raw('1')).where(condition),
      cause,
    ]);
  const hasRequirements = db.raw("actions.requirements <> '[]'");
  return joinProject(db, dialect, search)
    .where((cause) => {
      void cause
        .whereNotNull('actions.project_id')
        .orWhere(deferred(search))
        .orWhere(hasRequirements)
        .orWhere(claimedByOthers(search))
        .orWhere(releasedBy(search))
        .orWhereNotNull('actions.has_blockers');
    })
    .select([
      countOf('blocked', blocked(search.workspaceId), db.raw('actions.has_blockers is not null')),
      countOf('deferred', deferred(search), db.raw('actions.defer_until is not null')),
      countOf(
        'sequential',
        behindInSequence(db, search),
        db.raw("own_project.work_mode = 'sequential'"),
      ),
      countOf('missing_capability', uncovered(dialect, search), hasRequirements),
      countOf('claimed', claimedByOthers(search), db.raw('actions.claim_expires_at is not null')),
      db.raw("count(case when own_project.state <> 'active' then 1 end) as paused_project"),
      countOf('released', releasedBy(search), db.raw('actions.released_until is not null')),
    ]);
});

// The agent's ready actions and those of the pool, each by an index, `maxExamined` in all.
function examinedActions(db: Knex, search: Search): Knex.QueryBuilder {
  const readyOnes = (): Knex.QueryBuilder =>
    withinSearch(actionsOf(db, search.workspaceId), search)
      .where(ready())
      .where('actions.is_template', false)
      .where(
        (either) =>
          void either.whereNull('actions.project_id').orWhere(notTemplate(search.workspaceId)),
      )
      .select(...examinedColumns.map((column) => `actions.${column}`), hasBlockers(db, search));
  return readyOnes()
    .where('actions.assigned_actor_id', search.actorId)
    .unionAll([readyOnes().whereNull('actions.assigned_actor_id')])
    .limit(maxExamined);
}

// Loads all blockers once when there are few; otherwise queries them per action.
function hasBlockers(db: Knex, { workspaceId }: Search): Knex.Raw {
  const first = (limit: number): Knex.QueryBuilder =>
    db('action_blockers')
      .where('workspace_id', workspaceId)
      .orderBy('action_id')
      .limit(limit)
      .select('action_id');
  const own = db('action_blockers as held_by')
    .where('held_by.workspace_id', workspaceId)
    .whereRaw('held_by.action_id = actions.id')
    .limit(1)
    .select(db.raw('1'));
  return db.raw(
    'case when (select count(*) from ? as few) > ? then ? when actions.id in ? then 1 end as has_blockers',
    [first(maxBlockersRead + 1), db.raw(String(maxBlockersRead)), own, first(maxBlockersRead)],
  );
}

// For a plain join, Postgres would scan all projects. The limit of the lateral join makes it query
// the project of each action.
function joinProject(db: Knex, dialect: Dialect, search: Search): Knex.QueryBuilder {
  const query = db.from(examinedActions(db, search).as('actions'));
  if (dialect === 'postgres') {
    const project = ofProject(db.select('state', 'work_mode').limit(1), search.workspaceId);
    return query.leftJoin(db.raw('lateral ? as own_project', [project]), db.raw('true'));
  }
  return query.leftJoin('projects as own_project', (on) => {
    on.on('own_project.workspace_id', 'actions.workspace_id').on(
      'own_project.id',
      'actions.project_id',
    );
  });
}

/**
 * Counts the ready actions that are withheld from the agent, with one statement that examines 1,000
 * actions at most.
 */
export async function countWithheld(reader: Reader, search: Search): Promise<Withheld> {
  const row = await reader.first<Record<string, number>>(withheldWork(reader, search));
  const count = (cause: keyof Withheld): number => Number(row?.[cause] ?? 0);
  return {
    blocked: count('blocked'),
    deferred: count('deferred'),
    sequential: count('sequential'),
    missing_capability: count('missing_capability'),
    claimed: count('claimed'),
    paused_project: count('paused_project'),
    released: count('released'),
  };
}

function uncovered(dialect: Dialect, { capabilities }: Search): Condition {
  return (query) =>
    void query.whereNull('actions.assigned_actor_id').whereNot(coveredBy(dialect, capabilities));
}

function claimedByOthers(search: Search): Condition {
  return (query) => void query.where(leased(search)).whereNot(claimedByWorker(search));
}
