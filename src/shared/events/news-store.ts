import type { Knex } from 'knex';
import { newsRoles } from '../../../generated/news-roles';
import type { components } from '../../../generated/types';
import type { Reader } from '../../platform/db/reader';
import { type Dialect, int } from '../../platform/db/statements/columns';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
import { aboutVisibleDocuments, type DocumentViewer } from '../document-visibility';
import { onShownActions } from '../plans';
import { eventFacts, type EventKind, type FeedEvent } from './event-store';

/** How an event concerns an agent, as the contract lists it. */
export type NewsRole = components['schemas']['NewsRole'];

// The contract says in which roles a kind of event concerns actors. If an actor has several of them,
// the first one counts. Kinds without a role are no news.
const rolesOf = newsRoles satisfies Readonly<Record<EventKind, readonly NewsRole[]>>;

/** Whether a text is a kind of events. */
export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(rolesOf, text);
}

/** The kinds of events that concern actors. */
export type NewsKind = {
  [K in EventKind]: (typeof rolesOf)[K] extends readonly [] ? never : K;
}[EventKind];

/** The kinds of events that are no news. */
export type QuietKind = Exclude<EventKind, NewsKind>;

/** The ids of the actors who have a role in an event, of any kind of actor. */
export type Related = Readonly<Partial<Record<NewsRole, readonly (string | null)[]>>>;

/** An actor whom an event concerns. */
interface Concerned {
  readonly actorId: string;
  readonly role: NewsRole;
}

/**
 * The actors, other than its own, whom an event concerns. Only agents have news, so the store drops
 * the others.
 */
export function concernedBy(
  { kind, actorId }: { readonly kind: EventKind; readonly actorId: string },
  related: Related,
): Concerned[] {
  const roles = new Map<string, NewsRole>();
  for (const role of rolesOf[kind]) {
    for (const id of related[role] ?? []) {
      if (id !== null && id !== actorId && !roles.has(id)) roles.set(id, role);
    }
  }
  return [...roles].map(([id, role]) => ({ actorId: id, role }));
}

/** A copy of an event to store for an actor whom it concerns. */
export interface NewsCopy extends Concerned {
  readonly eventId: string;
  /** The note with the comment or the reason, if the event has one. */
  readonly noteId: string | null;
}

// Keeps a statement short.
const BATCH = 500;

/**
 * Copies events of this transaction for those concerned actors who are agents. Runs together with
 * the commit, after the events have their positions.
 */
export function copyToNews(
  transaction: Transaction,
  workspaceId: string,
  copies: readonly NewsCopy[],
): void {
  for (let start = 0; start < copies.length; start += BATCH) {
    const given = JSON.stringify(copies.slice(start, start + BATCH));
    transaction.writeLast((db) => insertCopies(db, transaction.dialect, { workspaceId, given }));
  }
}

// `cross join` makes SQLite begin with the given copies.
const given: Readonly<Record<Dialect, string>> = {
  sqlite: `(select value ->> 'eventId' as event_id, value ->> 'actorId' as actor_id,
      value ->> 'role' as role, value ->> 'noteId' as note_id from json_each(?)) as copy`,
  postgres: `(select "eventId" as event_id, "actorId" as actor_id, role, "noteId" as note_id
      from json_to_recordset(?::json)
        as copy("eventId" text, "actorId" text, role text, "noteId" text)) as copy`,
};

function insertCopies(
  db: Knex,
  dialect: Dialect,
  { workspaceId, given: copies }: { readonly workspaceId: string; readonly given: string },
): Knex.Raw {
  return db.raw(
    `insert into agent_news
        (workspace_id, agent_actor_id, position, role, note_id, event_id, ${eventFacts.join(', ')})
      select events.workspace_id, actors.id, events.position, copy.role, copy.note_id, events.id,
        ${eventFacts.map((column) => `events.${column}`).join(', ')}
      from ${given[dialect]}
        cross join events
        cross join actors
      where events.workspace_id = ? and events.id = copy.event_id
        and actors.workspace_id = events.workspace_id and actors.id = copy.actor_id
        and actors.kind = 'agent'`,
    [copies, workspaceId],
  );
}

/** An agent with its position in its news. */
export interface NewsReader {
  readonly id: string;
  readonly actor_id: string;
  readonly name: string;
  readonly access_mode: 'worker' | 'sysadmin';
  /** The position that the agent has read, 0 at first. */
  readonly read_through: number;
  /** The last position of the workspace's feed. */
  readonly last: number;
}

const readerOfId = compiledStatement<'workspaceId' | 'agentId'>((db, given) =>
  db('agents')
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
    })
    .join('event_positions', 'event_positions.workspace_id', 'agents.workspace_id')
    .leftJoin('agent_news_reads', (on) => {
      on.on('agent_news_reads.workspace_id', 'agents.workspace_id').on(
        'agent_news_reads.agent_actor_id',
        'agents.actor_id',
      );
    })
    .where({ 'agents.workspace_id': given('workspaceId'), 'agents.id': given('agentId') })
    .select('agents.id', 'agents.actor_id', 'agents.access_mode', 'actors.name')
    .select('agent_news_reads.read_through', 'event_positions.last'),
);

/** The agent of an id with its position, or undefined. */
export async function findNewsReader(
  reader: Reader,
  workspaceId: string,
  agentId: string,
): Promise<NewsReader | undefined> {
  const row = await reader.first<
    Omit<NewsReader, 'read_through'> & { readonly read_through: number | null }
  >(readerOfId({ workspaceId, agentId }));
  return row && { ...row, read_through: int(row.read_through ?? 0), last: int(row.last) };
}

/** A copy of an event, with the sizes in bytes of the texts that belong to it. */
export interface NewsRow extends FeedEvent {
  readonly role: NewsRole;
  readonly note_id: string | null;
  readonly size: number;
}

/** The part of an agent's news to read. */
interface NewsPart {
  readonly workspaceId: string;
  /** The agent's actor. */
  readonly actorId: string;
  /** Reads positions greater than this one. */
  readonly after: number;
  readonly viewer: DocumentViewer;
  /** The start of the plan's history window, which hides news up to `readThrough` only. */
  readonly historyStart: string | null;
  readonly readThrough: number;
  readonly limit: number;
}

/** Reads the first news of a part, oldest first. */
export async function readNews(reader: Reader, part: NewsPart): Promise<NewsRow[]> {
  const bytes = reader.dialect === 'postgres' ? 'octet_length(??)' : 'length(cast(?? as blob))';
  const rows = await reader.rows<NewsRow>((db) => {
    const sizeOf = (columns: readonly string[]): Knex.Raw =>
      db.raw(columns.map((column) => `coalesce(${bytes.replace('??', column)}, 0)`).join(' + '));
    return newsOf(db, part)
      .where('agent_news.position', '>', part.after)
      .where(aboutVisibleDocuments(part.viewer, reader.dialect, 'agent_news'))
      .where((shown) => {
        if (part.historyStart === null) return;
        void shown
          .where('agent_news.position', '>', part.readThrough)
          .orWhere(onShownActions({ ...part, start: part.historyStart }, 'agent_news'));
      })
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agent_news.workspace_id').on(
          'actors.id',
          'agent_news.actor_id',
        );
      })
      .leftJoin('actors as person', (on) => {
        on.on('person.workspace_id', 'agent_news.workspace_id').on(
          'person.id',
          'agent_news.on_behalf_of_actor_id',
        );
      })
      .leftJoin('notes', (on) => {
        on.on('notes.workspace_id', 'agent_news.workspace_id').on('notes.id', 'agent_news.note_id');
      })
      .leftJoin('agent_requests', (on) => {
        on.on('agent_requests.workspace_id', 'agent_news.workspace_id').on(
          'agent_requests.id',
          'agent_news.subject_id',
        );
      })
      .orderBy('agent_news.position')
      .limit(part.limit)
      .select(columns.map((column) => `agent_news.${column}`))
      .select({ id: 'agent_news.event_id' })
      .select('actors.kind as actor_kind', 'actors.name as actor_name')
      .select({ on_behalf_of_name: 'person.name' })
      .select({ size: sizeOf(texts) });
  });
  return rows.map((row) => ({ ...row, position: int(row.position), size: int(row.size) }));
}

const columns = ['workspace_id', 'position', 'role', 'note_id', ...eventFacts] as const;

// The texts that an item contains.
const texts = [
  'agent_news.summary',
  'notes.body',
  'agent_requests.response',
  'agent_requests.response_comment',
  'agent_requests.on_answer',
  'agent_requests.permitted_payload',
  'agent_requests.payload',
];

function newsOf(
  db: Knex,
  { workspaceId, actorId }: Pick<NewsPart, 'workspaceId' | 'actorId'>,
): Knex.QueryBuilder {
  return db('agent_news').where({
    'agent_news.workspace_id': workspaceId,
    'agent_news.agent_actor_id': actorId,
  });
}

/** The news that an agent has not read and whose subject it may see, to count. */
export function unreadNewsOf(
  db: Knex,
  { workspaceId, actorId, viewer }: Pick<NewsPart, 'workspaceId' | 'actorId' | 'viewer'>,
  dialect: Dialect,
): Knex.QueryBuilder {
  const readThrough = db('agent_news_reads')
    .where({ workspace_id: workspaceId, agent_actor_id: actorId })
    .select('read_through');
  return newsOf(db, { workspaceId, actorId })
    .where('agent_news.position', '>', db.raw('coalesce(?, 0)', [readThrough]))
    .where(aboutVisibleDocuments(viewer, dialect, 'agent_news'));
}

const forward = compiledStatement<'workspaceId' | 'actorId' | 'through'>((db, given) =>
  db('agent_news_reads')
    .insert({
      workspace_id: given('workspaceId'),
      agent_actor_id: given('actorId'),
      read_through: given('through'),
    })
    .onConflict(['workspace_id', 'agent_actor_id'])
    .merge({
      read_through: db.raw(
        'case when excluded.read_through > agent_news_reads.read_through then excluded.read_through else agent_news_reads.read_through end',
      ),
    })
    .returning('read_through'),
);

/** Moves the position of an agent forward, never back. Returns the stored position. */
export async function markNewsRead(
  transaction: Transaction,
  read: { readonly workspaceId: string; readonly actorId: string; readonly through: number },
): Promise<number> {
  const row = await transaction.first<{ read_through: number }>(forward(read));
  return int(row?.read_through ?? 0);
}
