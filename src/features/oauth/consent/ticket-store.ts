import { purgeByAge } from '../../../platform/db/purge/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';

/** A page of consent that was shown to a person; the ticket itself is not stored. */
export interface TicketRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly ticket_hash: string;
  readonly user_id: string;
  /** Null for the local owner in development. */
  readonly session_id: string | null;
  /** What the client asks for, as JSON. */
  readonly request: string;
  readonly expires_at: string;
}

/** Stores a ticket. */
export async function insertTicket(transaction: Transaction, ticket: TicketRow): Promise<void> {
  await transaction.write((db) => db('oauth_tickets').insert(ticket));
}

/** The ticket with this hash of a person, or undefined. */
export function findTicket(
  reader: Reader,
  key: Pick<TicketRow, 'workspace_id' | 'ticket_hash' | 'user_id'>,
): Promise<TicketRow | undefined> {
  return reader.first<TicketRow>((db) => db('oauth_tickets').where({ ...key }));
}

/** Uses a ticket. Returns false if it was used before: one of several calls succeeds. */
export async function takeTicket(
  transaction: Transaction,
  { workspace_id, id }: TicketRow,
): Promise<boolean> {
  const deleted = await transaction.write((db) =>
    db('oauth_tickets').where({ workspace_id, id }).delete(),
  );
  return deleted > 0;
}

/** Deletes tickets that nobody used in time. */
export const ticketPurge = purgeByAge('oauth_tickets', 'expires_at', 0);
