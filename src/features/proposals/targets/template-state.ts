import {
  blockersEntry,
  copiedColumns,
  fieldsOf,
  keyOfRecord,
  wholeOf,
  type Seen,
  type TargetState,
} from './target-rules';

/** An action of a template that waits for another action, the blocker. */
export interface TemplateBlocker {
  readonly action_id: string;
  readonly blocker_id: string;
}

/** An action with the columns that a copy of its template takes. */
export type CopiedAction = Seen<'action'> &
  Readonly<Record<(typeof copiedColumns)[number], unknown>>;

/**
 * Collects the state of a template from its rows. A copy passes the rows that it copies, so the
 * permission is compared with exactly what was copied, whatever changes meanwhile.
 */
export class TemplateState {
  private readonly entries = new Map<string, string>();
  private readonly blockerIds = new Map<string, string[]>();

  /** Adds the project itself. */
  addProject(row: Seen<'project'>): void {
    for (const [key, digest] of fieldsOf('project', row)) this.entries.set(key, digest);
  }

  /** Adds open actions of the template. */
  addActions(rows: readonly CopiedAction[]): void {
    for (const row of rows) this.entries.set(...wholeOf('action', row, copiedColumns));
  }

  /** Adds links of the project or of its actions. */
  addLinks(rows: readonly Seen<'link'>[]): void {
    for (const row of rows) this.entries.set(...wholeOf('link', row));
  }

  /** Adds blockers of its actions. Blockers outside the template are not copied. */
  addBlockers(edges: readonly TemplateBlocker[]): void {
    for (const { action_id: action, blocker_id: blocker } of edges) {
      const ids = this.blockerIds.get(action) ?? [];
      ids.push(blocker);
      this.blockerIds.set(action, ids);
    }
  }

  /** The blockers of an action in the template. */
  blockersOf(actionId: string): string[] {
    const ids = this.blockerIds.get(actionId) ?? [];
    return ids.filter((id) => this.entries.has(keyOfRecord('action', id))).toSorted();
  }

  /** The state of everything that was added. */
  state(): TargetState {
    const state = new Map(this.entries);
    for (const action of this.blockerIds.keys()) {
      const ids = this.blockersOf(action);
      if (ids.length > 0) state.set(...blockersEntry(action, ids));
    }
    return state;
  }
}
