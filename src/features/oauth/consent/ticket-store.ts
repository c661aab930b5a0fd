import { purgeByAge } from '../../../platform/db/purge';
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
  /** What the person decided; null before. */
  readonly decision: Decision | null;
}

/** What a person decides on a page of consent. */
export type Decision = 'allow' | 'refuse';

/** Stores a ticket. */
export async function insertTicket(
  transaction: Transaction,
  ticket: Omit<TicketRow, 'decision'>,
): Promise<void> {
  await transaction.write((db) => db('oauth_tickets').insert(ticket));
}

/** The ticket with this hash of a person, or undefined. */
export function findTicket(
  reader: Reader,
  key: Pick<TicketRow, 'workspace_id' | 'ticket_hash' | 'user_id'>,
): Promise<TicketRow | undefined> {
  return reader.first<TicketRow>((db) => db('oauth_tickets').where({ ...key }));
}

/**
 * Decides on a ticket, which then stays until `keptUntil`, for a form that is sent again. Returns
 * false if it was decided before: one of several calls succeeds.
 */
export async function decideTicket(
  transaction: Transaction,
  { workspace_id, id }: TicketRow,
  { decision, keptUntil }: { readonly decision: Decision; readonly keptUntil: string },
): Promise<boolean> {
  const decided = await transaction.write((db) =>
    db('oauth_tickets')
      .where({ workspace_id, id })
      .whereNull('decision')
      .update({ decision, expires_at: keptUntil }),
  );
  return decided > 0;
}

/**
 * Changes the decision on an allowed ticket to a refusal. Returns false if the ticket was not
 * allowed: one of several calls succeeds.
 */
export async function withdrawTicket(
  transaction: Transaction,
  { workspace_id, id }: TicketRow,
): Promise<boolean> {
  const withdrawn = await transaction.write((db) =>
    db('oauth_tickets')
      .where({ workspace_id, id, decision: 'allow' })
      .update({ decision: 'refuse' }),
  );
  return withdrawn > 0;
}

/** Deletes tickets whose time has passed. */
export const ticketPurge = purgeByAge('oauth_tickets', 'expires_at', 0);
