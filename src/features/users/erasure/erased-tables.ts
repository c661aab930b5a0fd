/** A table with texts that the service wrote, in which names and addresses of people may be. */
export interface ErasedTable {
  readonly name: string;
  /** The primary key without `workspace_id`. */
  readonly key: readonly string[];
  /** The columns of the key that are no texts. */
  readonly numbers?: readonly string[];
  readonly texts: readonly string[];
  /** The columns whose text `pack` may have compressed. */
  readonly packed?: readonly string[];
  /** The columns with the actor or the person whom the row concerns. */
  readonly concerns?: readonly string[];
  /** The columns that are replaced only in rows about people, because others have people's texts. */
  readonly ofPeople?: readonly string[];
  /** The rows of one transaction. */
  readonly rows: number;
}

/**
 * The tables of an erasure, in order. **A new table in which the service stores names or addresses
 * belongs here**, or, if it has a row of the person, in `deletePrivateRows`. Events come before the
 * copies and messages that are made from them.
 */
export const erasedTables: readonly ErasedTable[] = [
  {
    name: 'events',
    key: ['id'],
    texts: ['subject_title', 'summary'],
    concerns: ['actor_id', 'subject_id', 'on_behalf_of_actor_id'],
    ofPeople: ['subject_title'],
    rows: 200,
  },
  {
    name: 'agent_news',
    key: ['agent_actor_id', 'position'],
    numbers: ['position'],
    texts: ['subject_title', 'summary'],
    concerns: ['actor_id', 'subject_id', 'on_behalf_of_actor_id'],
    ofPeople: ['subject_title'],
    rows: 200,
  },
  {
    name: 'audit_entries',
    key: ['id'],
    texts: ['subject_title', 'old_values', 'new_values'],
    concerns: ['actor_id', 'subject_id'],
    ofPeople: ['subject_title'],
    rows: 200,
  },
  { name: 'agent_requests', key: ['id'], texts: ['result'], rows: 100 },
  { name: 'permitted_targets', key: ['id'], texts: ['state'], rows: 100 },
  {
    name: 'idempotency_records',
    key: ['actor_id', 'operation_id', 'client_request_id'],
    texts: ['headers', 'body'],
    packed: ['body'],
    rows: 50,
  },
  {
    name: 'webhook_deliveries',
    key: ['id'],
    texts: ['body', 'response_text', 'error'],
    rows: 50,
  },
];
