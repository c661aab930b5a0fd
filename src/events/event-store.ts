import type { WriteHand } from '../platform/db/hands';

/** A row of the append-only history of a workspace. Times are ISO 8601 UTC. */
export interface EventRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: string;
  readonly actor_id: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_title: string | null;
  readonly summary: string;
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
  readonly document_id: string | null;
  readonly created_at: string;
}

/** Appends events; many at once cost one statement for each hundred. */
export async function insertEvents(hand: WriteHand, rows: readonly EventRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 100) {
    const batch = rows.slice(start, start + 100);
    await hand.write((db) => db('events').insert(batch));
  }
}

