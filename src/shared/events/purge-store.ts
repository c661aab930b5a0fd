import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { Purge } from '../../platform/db/purge';
import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import { DAY } from '../../platform/time';

/** The purge of events older than `days` days. */
export function eventPurge(days: number): Purge {
  return { name: 'events', retentionMs: days * DAY, findOldest, remove };
}

async function findOldest(reader: Reader): Promise<string | undefined> {
  // Reads the first entry of each workspace in an index instead of scanning all events.
  const row = await reader.first<{ oldest: string | null }>((db) =>
    db
      .from(
        db('event_positions')
          .select(
            db('events')
              .whereRaw('events.workspace_id = event_positions.workspace_id')
              .min('created_at')
              .as('oldest'),
          )
          .as('first'),
      )
      .min({ oldest: 'first.oldest' }),
  );
  return row?.oldest ?? undefined;
}

/**
 * Deletes the first events, at most 1,000, of one workspace that has events older than `cutoff`,
 * and stores the last deleted position. Returns the number of deleted events; 0 when no workspace
 * has any to delete. A workspace whose old events come after many newer ones, as in an import, keeps
 * them and does not prevent the deletion in others.
 */
async function remove(transaction: Transaction, cutoff: string): Promise<number> {
  for (let after = ''; ;) {
    const found = await findWorkspaceWithOld(transaction, cutoff, after);
    if (found === undefined) return 0;
    const count = await removeOf(transaction, cutoff, found);
    if (count > 0) return count;
    after = found;
  }
}

async function findWorkspaceWithOld(
  transaction: Transaction,
  cutoff: string,
  after: string,
): Promise<string | undefined> {
  const found = await transaction.first<{ workspace_id: string }>((db) =>
    db('event_positions')
      .where('workspace_id', '>', after)
      .whereExists((old) =>
        old
          .from('events')
          .whereRaw('events.workspace_id = event_positions.workspace_id')
          .where('events.created_at', '<', cutoff)
          .select(db.raw('1')),
      )
      .orderBy('workspace_id')
      .select('workspace_id'),
  );
  return found?.workspace_id;
}

async function removeOf(
  transaction: Transaction,
  cutoff: string,
  workspaceId: string,
): Promise<number> {
  const key = { workspace_id: workspaceId };
  // Requests overlap, so the order of positions may differ from the order of times. Delete by
  // position.
  const upTo = await transaction.first<{ position: number | null }>((db) =>
    db
      .from(
        db('events')
          .where(key)
          .orderBy('position')
          .limit(1000)
          .select('position', 'created_at')
          .as('first'),
      )
      .where('first.created_at', '<', cutoff)
      .max({ position: 'first.position' }),
  );
  if (upTo === undefined || upTo.position === null) return 0;
  const { position } = upTo;
  await transaction.write((db) => db('event_positions').where(key).update({ forgotten: position }));
  return transaction.write((db) =>
    db('events').where(key).where('position', '<=', position).delete(),
  );
}

const PAGE = 1000;

/**
 * The purge of news: those that are older than `days` days and read, and those beyond the newest
 * 1,000 unread ones of an agent, whatever their age.
 */
export function newsPurge(days: number): Purge {
  return {
    name: 'agent_news',
    retentionMs: days * DAY,
    findOldest: findOldestNews,
    remove: removeNews,
  };
}

async function findOldestNews(reader: Reader): Promise<string | undefined> {
  const row = await reader.first<{ oldest: string | null }>((db) =>
    db
      .from(
        db('agent_news_reads as reads')
          .select(
            db('agent_news')
              .whereRaw('agent_news.workspace_id = reads.workspace_id')
              .whereRaw('agent_news.agent_actor_id = reads.agent_actor_id')
              .whereRaw('agent_news.position <= reads.read_through')
              .orderBy('agent_news.position')
              .limit(1)
              .select('agent_news.created_at')
              .as('oldest'),
          )
          .as('first'),
      )
      .min({ oldest: 'first.oldest' }),
  );
  return row?.oldest ?? undefined;
}

/** The agents are looked at in the order of this key. */
interface NewsKey {
  readonly workspace_id: string;
  readonly agent_actor_id: string;
}

const firstKey: NewsKey = { workspace_id: '', agent_actor_id: '' };

/** News of one agent after a position and up to another one. */
interface Obsolete extends NewsKey {
  readonly after: number;
  readonly through: number;
}

async function removeNews(transaction: Transaction, cutoff: string): Promise<number> {
  const finds = [
    (after: NewsKey) => findRead(transaction, cutoff, after),
    (after: NewsKey) => findSurplus(transaction, after),
  ];
  for (const find of finds) {
    // An agent of whom nothing can be deleted does not prevent the deletion for others.
    for (let after = firstKey; ;) {
      const obsolete = await find(after);
      if (obsolete === undefined) break;
      const count = await removeNewsOf(transaction, obsolete);
      if (count > 0) return count;
      after = obsolete;
    }
  }
  return 0;
}

async function removeNewsOf(transaction: Transaction, obsolete: Obsolete): Promise<number> {
  const { after, through, workspace_id, agent_actor_id } = obsolete;
  const rows = (db: Knex): Knex.QueryBuilder =>
    db('agent_news').where({ workspace_id, agent_actor_id }).where('position', '>', after);
  const end = await transaction.first<{ position: number | null }>((db) =>
    db
      .from(
        rows(db)
          .where('position', '<=', through)
          .orderBy('position')
          .limit(PAGE)
          .select('position')
          .as('first'),
      )
      .max({ position: 'first.position' }),
  );
  const position = int(end?.position ?? 0);
  return transaction.write((db) => rows(db).where('position', '<=', position).delete());
}

// Requests overlap, so the order of positions may differ a little from the order of times. An agent
// is found by its first row, and its read rows go up to the first one that is not old enough.
async function findRead(
  transaction: Transaction,
  cutoff: string,
  key: NewsKey,
): Promise<Obsolete | undefined> {
  return transaction.first<Obsolete>((db) => {
    const ofReads = () =>
      db('agent_news')
        .whereRaw('agent_news.workspace_id = reads.workspace_id')
        .whereRaw('agent_news.agent_actor_id = reads.agent_actor_id')
        .whereRaw('agent_news.position <= reads.read_through');
    const firstKept = ofReads()
      .where('agent_news.created_at', '>=', cutoff)
      .orderBy('agent_news.position')
      .limit(1)
      .select(db.raw('agent_news.position - 1'));
    const first = ofReads().orderBy('agent_news.position').limit(1).select('agent_news.created_at');
    return db('agent_news_reads as reads')
      .where(db.raw('?', [first]), '<', cutoff)
      .whereRaw('(reads.workspace_id, reads.agent_actor_id) > (?, ?)', [
        key.workspace_id,
        key.agent_actor_id,
      ])
      .orderBy(['reads.workspace_id', 'reads.agent_actor_id'])
      .limit(1)
      .select('reads.workspace_id', 'reads.agent_actor_id', db.raw('0 as after'))
      .select({ through: db.raw('coalesce(?, reads.read_through)', [firstKept]) });
  });
}

async function findSurplus(transaction: Transaction, key: NewsKey): Promise<Obsolete | undefined> {
  return transaction.first<Obsolete>((db) => {
    const readThrough = db('agent_news_reads')
      .whereRaw('agent_news_reads.workspace_id = agents.workspace_id')
      .whereRaw('agent_news_reads.agent_actor_id = agents.actor_id')
      .select('read_through');
    const agents = db('agents')
      .select({ workspace_id: 'agents.workspace_id', agent_actor_id: 'agents.actor_id' })
      .select({ after: db.raw('coalesce(?, 0)', [readThrough]) })
      .as('reader');
    const firstSurplus = db('agent_news')
      .whereRaw('agent_news.workspace_id = reader.workspace_id')
      .whereRaw('agent_news.agent_actor_id = reader.agent_actor_id')
      .whereRaw('agent_news.position > reader.after')
      .orderBy('agent_news.position', 'desc')
      .offset(limits.stored_news)
      .limit(1)
      .select('agent_news.position');
    const found = db.from(agents).select('reader.*').select({ through: firstSurplus }).as('found');
    return db
      .from(found)
      .whereNotNull('through')
      .whereRaw('(workspace_id, agent_actor_id) > (?, ?)', [key.workspace_id, key.agent_actor_id])
      .orderBy(['workspace_id', 'agent_actor_id'])
      .limit(1)
      .select('workspace_id', 'agent_actor_id', 'after', 'through');
  });
}
