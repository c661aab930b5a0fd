import type { WriteHand } from '../platform/db/hands';
import { insertRows } from '../platform/db/insert';

/** A row of the append-only history of a workspace. Times are ISO 8601 UTC. */
export interface EventRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: string;
  readonly actor_id: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_title: string;
  readonly summary: string;
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
  readonly document_id: string | null;
  readonly created_at: string;
}

/** Appends events, in as few statements as the databases allow. */
export async function insertEvents(hand: WriteHand, rows: readonly EventRow[]): Promise<void> {
  await insertRows(
    hand,
    'events',
    rows.map((row) => ({ ...row })),
  );
}
