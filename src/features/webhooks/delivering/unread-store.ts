import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { Settings } from '../../../platform/operation';
import { addMilliseconds, SECOND } from '../../../platform/time';
import type { OwnedKey } from '../../../platform/turns';
import { notClosed } from '../../../shared/closed-workspaces-store';
import type { Plan } from '../../../shared/plans';
import type { WebhookKey } from '../deliveries/delivery-store';
import type { LookedFor } from './delivering-store';

/**
 * Finds webhooks whose feed has moved and that are below the limit of waiting deliveries, and those
 * of agents whose claimable work must be counted. In the order of their keys, after `after`. Reads
 * all workspaces, because one process delivers for all of them.
 */
export async function findMovedWebhooks(
  reader: Reader,
  { now, after, limit, mails }: LookedFor,
): Promise<OwnedKey[]> {
  const rows = await reader.rows<{ workspace_id: string; id: string }>((db) => {
    const moved = db('webhooks')
      .join('event_positions as feed', 'feed.workspace_id', 'webhooks.workspace_id')
      .whereNull('webhooks.deleted_at')
      .whereRaw("webhooks.state = 'enabled'")
      .where(notClosed(db, 'webhooks.workspace_id'))
      .where((moved) => {
        void moved
          .where((unread) => {
            void unread
              .whereRaw('webhooks.position < feed.last')
              .whereNotExists((full) => waitingBeyondLimit(full, db));
          })
          .orWhere((work) => {
            void work
              .whereNotNull('webhooks.agent_id')
              .whereRaw('coalesce(webhooks.work_position, -1) < feed.last')
              .where((due) => {
                void due
                  .whereNull('webhooks.work_counted_at')
                  .orWhere('webhooks.work_counted_at', '<=', workDueBefore(now));
              });
          });
      })
      .whereRaw('(webhooks.workspace_id, webhooks.id) > (?, ?)', [...after])
      .orderBy(['webhooks.workspace_id', 'webhooks.id'])
      .limit(limit)
      .select('webhooks.workspace_id', 'webhooks.id');
    return mails ? moved : moved.whereNull('webhooks.overdue_checked_at');
  });
  return rows.map(({ workspace_id, id }) => [workspace_id, id]);
}

function waitingBeyondLimit(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
  return query
    .from('webhook_deliveries as waiting')
    .whereRaw('waiting.workspace_id = webhooks.workspace_id')
    .whereRaw('waiting.webhook_id = webhooks.id')
    .whereRaw("waiting.status = 'pending'")
    .offset(limits.webhook_waiting - 1)
    .limit(1)
    .select(db.raw('1'));
}

/** Work that was counted at this time or before may be counted again. */
export function workDueBefore(now: string): string {
  return addMilliseconds(now, -limits.webhook_work_seconds * SECOND);
}

/** The settings of a workspace; null where those of the server apply. */
interface WorkspaceSettings {
  readonly plan: Plan;
  readonly working_seconds: number | null;
  readonly stalled_seconds: number | null;
}

/** The settings of a workspace, with the server's where it has none. */
export async function readSettings(
  reader: Reader,
  workspaceId: string,
  server: Settings,
): Promise<{ readonly plan: Plan; readonly settings: Settings }> {
  const row = await reader.first<WorkspaceSettings>((db) =>
    db('workspaces')
      .where({ id: workspaceId })
      .select('plan', 'working_seconds', 'stalled_seconds'),
  );
  return {
    plan: row?.plan ?? 'unlimited',
    settings: {
      ...server,
      workingSeconds: row?.working_seconds ?? server.workingSeconds,
      stalledSeconds: row?.stalled_seconds ?? server.stalledSeconds,
    },
  };
}

/** What reading the feed for a webhook changes. It does not change the webhook's version. */
export interface Progress {
  readonly position: number;
  readonly work_count?: number;
  readonly work_position?: number;
  readonly work_counted_at?: string;
  readonly overdue_checked_at?: string;
}

/** Stores how far a locked webhook has got. */
export async function storeProgress(
  transaction: Transaction,
  { workspace_id, id }: WebhookKey,
  progress: Progress,
): Promise<void> {
  await transaction.write((db) => db('webhooks').where({ workspace_id, id }).update(progress));
}
