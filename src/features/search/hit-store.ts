import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { type KeyPrefixes, keyOf, numbersIn } from '../../platform/action-keys';
import type { Reader } from '../../platform/db/reader';
import { findTermPosition, type SearchTerm } from '../../platform/search-words';
import { countCharacters } from '../../platform/text-length';
import { int } from '../../platform/db/statements/columns';
import { withinHistory } from '../../shared/plans';

/** A record of the search index with what its hit shows of it. */
export interface EntryRow {
  readonly type: HitType;
  readonly id: string;
  /** The number of an action; null for others. */
  readonly number: number | null;
  readonly title: string;
  /**
   * A JSON array of the record's other texts, each a string or null, ordered as in `search-rules`.
   */
  readonly body: string;
  readonly status: string | null;
  readonly subject_id: string | null;
  readonly subject_title: string | null;
  readonly assigned_actor_id: string | null;
  readonly assignee_name: string | null;
  readonly project_id: string | null;
  readonly project_title: string | null;
  readonly created_by_actor_id: string;
  readonly author_name: string;
}

/** The tables of the records, with the columns of notes that name one. */
const tables = {
  agent_requests: 'agent_request_id',
  actions: 'action_id',
  projects: 'project_id',
  orders: 'order_id',
  documents: 'document_id',
} as const;

// Of a note, the columns are those of the record that it is on.
const aboutHits = `
  select entry.type, entry.id, entry.title, entry.body, entry.workspace_id,
    case when entry.type = 'action' then actions.number end as number,
    case entry.type when 'action' then actions.status when 'project' then projects.state
      when 'order' then orders.state when 'agent' then agents.state
      when 'question' then agent_requests.status when 'proposal' then agent_requests.status end as status,
    case when entry.type = 'note' then coalesce(notes.action_id, notes.project_id, notes.order_id,
      notes.document_id, notes.agent_request_id) end as subject_id,
    case when entry.type = 'note' then coalesce(actions.title, projects.title, orders.name,
      documents.title, agent_requests.question) end as subject_title,
    case when entry.type <> 'note' then coalesce(actions.assigned_actor_id, orders.assigned_actor_id,
      agent_requests.assigned_actor_id) end as assigned_actor_id,
    coalesce(notes.project_id, agent_requests.project_id, actions.project_id, asked.project_id) as project_id,
    coalesce(notes.created_by_actor_id, actions.created_by_actor_id, projects.created_by_actor_id,
      orders.created_by_actor_id, documents.created_by_actor_id, agent_requests.created_by_actor_id,
      agents.created_by_actor_id) as created_by_actor_id
    from search_entries as entry
    left join notes on notes.workspace_id = entry.workspace_id and notes.id = entry.id
    left join agents on agents.workspace_id = entry.workspace_id and agents.id = entry.id
    ${Object.entries(tables)
      .map(
        ([table, column]) => `left join ${table} on ${table}.workspace_id = entry.workspace_id
      and ${table}.id = coalesce(notes.${column}, entry.id)`,
      )
      .join('\n    ')}
    left join actions as asked on asked.workspace_id = entry.workspace_id
      and asked.id = agent_requests.action_id`;

/** The records with these ids, in no particular order. */
export async function findEntries(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  const of = (alias: string, column: string): string =>
    `${alias}.workspace_id = hit.workspace_id and ${alias}.id = hit.${column}`;
  const places = ids.map(() => '?').join(', ');
  return reader.rows<EntryRow>((db) =>
    db.raw(
      `select hit.*, assignee.name as assignee_name, author.name as author_name,
          shown.title as project_title
         from (${aboutHits} where entry.workspace_id = ? and entry.id in (${places})) as hit
         left join actors as assignee on ${of('assignee', 'assigned_actor_id')}
         left join actors as author on ${of('author', 'created_by_actor_id')}
         left join projects as shown on ${of('shown', 'project_id')}`,
      [workspaceId, ...ids],
    ),
  );
}

/** A found record as the contract defines it. */
export type Hit = components['schemas']['SearchHit'];

/** The kinds of records that are searched. */
export type HitType = Hit['type'];

type Field = Hit['matched_fields'][number];

/** The searched fields: the title, then the texts of `search_entries.body` in the same order. */
const fields: Readonly<Record<HitType, readonly [Field, ...Field[]]>> = {
  action: ['title', 'details', 'result_summary', 'delegate_label'],
  project: ['title', 'description'],
  document: ['title', 'content'],
  order: ['name', 'summary'],
  question: ['question', 'on_answer', 'choices', 'response', 'response_comment'],
  agent: ['name', 'capabilities'],
  note: ['title', 'body'],
  proposal: ['title', 'description', 'payload', 'decision_comment'],
};

const maxTitleLength = limits.hit_question_characters;
const maxSnippetLength = limits.hit_snippet_characters;
const contextBefore = 60;

/**
 * A matching record as the contract defines it: the fields with at least one of the terms, and the
 * text around the first match.
 */
export function toHit(entry: EntryRow, terms: readonly SearchTerm[], prefixes: KeyPrefixes): Hit {
  const { type, id } = entry;
  const texts = textsOf(entry);
  const matches = fields[type].flatMap((field, index) => {
    const text = texts[index];
    const position = typeof text === 'string' ? findTermPosition(terms, text) : undefined;
    return typeof text === 'string' && position !== undefined ? [{ field, text, position }] : [];
  });
  // Prefer a field other than the title, because the response contains the title anyway.
  const shown = matches.find(({ field }) => field !== fields[type][0]) ?? matches[0];
  return {
    type,
    id,
    key: entry.number === null ? null : keyOf(prefixes, entry),
    title: titleOfHit(entry.subject_title ?? entry.title),
    snippet: shown === undefined ? '' : excerpt(shown.text, shown.position, maxSnippetLength),
    matched_fields: matches.map(({ field }) => field),
    status: entry.status,
    subject_id: entry.subject_id,
    assigned_actor_id: entry.assigned_actor_id,
    assigned_actor_name: entry.assignee_name,
    project_id: entry.project_id,
    project_title: entry.project_title,
    created_by_actor_id: entry.created_by_actor_id,
    created_by_actor_name: entry.author_name,
  };
}

/** All texts of a record: strings and null. */
export function textsOf({ title, body }: Pick<EntryRow, 'title' | 'body'>): unknown[] {
  const others: unknown = JSON.parse(body);
  return [title, ...(Array.isArray(others) ? others : [])];
}

/** A title, or the beginning of a long question. */
export function titleOfHit(title: string): string {
  return countCharacters(title) > maxTitleLength ? excerpt(title, 0, maxTitleLength) : title;
}

// Cuts on code points: a slice of twice as many UTF-16 units contains all wanted characters, and a
// surrogate pair that the slice splits lies outside of them. Whitespace becomes single spaces.
function excerpt(text: string, position: number, length: number): string {
  const head = Array.from(text.slice(Math.max(0, position - 2 * contextBefore), position)).slice(
    -contextBefore,
  );
  const maxTail = length - head.length;
  const tail = Array.from(text.slice(position, position + 2 * maxTail)).slice(0, maxTail);
  const [leading, part] = [head.join(''), tail.join('')];
  const prefix = position <= leading.length ? '' : '…';
  const suffix = position + part.length < text.length ? '…' : '';
  return `${prefix}${`${leading}${part}`.replace(/\s+/g, ' ').trim()}${suffix}`;
}

/** The ids of the actions whose keys are words of a query and that the caller may see, in its order. */
export async function findActionsByKeys(
  q: string,
  source: KeyPrefixes & { readonly reader: Reader; readonly workspaceId: string },
  historyStart: string | null,
): Promise<string[]> {
  const { reader, workspaceId, keyPrefixes } = source;
  const numbers = numbersIn(q, keyPrefixes);
  if (numbers.length === 0) return [];
  const rows = await reader.rows<{ readonly id: string; readonly number: unknown }>((db) => {
    const query = db('actions')
      .where('actions.workspace_id', workspaceId)
      .whereIn('actions.number', numbers)
      .select('actions.id', 'actions.number');
    return historyStart === null ? query : query.where(withinHistory(historyStart));
  });
  const ids = new Map(rows.map(({ id, number }) => [int(number), id]));
  return numbers.flatMap((number) => ids.get(number) ?? []);
}
