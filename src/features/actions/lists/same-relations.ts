import type { ActionRelations, NamedActor, SignedNote } from '../action-mapping';
import type { BlockerRow } from '../blockers/blocker-store';
import { isSameHeldBy } from './held-by-mapping';

/** A comparison for every field, so a new field cannot be forgotten. */
type Comparisons<T> = {
  readonly [Field in keyof T]-?: (one: T[Field], other: T[Field]) => boolean;
};

const actorFields: Comparisons<NamedActor> = {
  kind: Object.is,
  name: Object.is,
  agent_id: Object.is,
  user_id: Object.is,
};

const noteFields: Comparisons<SignedNote> = {
  note: Object.is,
  author: isSameActor,
};

const blockerFields: Comparisons<BlockerRow> = {
  // The same for all blockers of an action.
  action_id: () => true,
  id: Object.is,
  status: Object.is,
  review_state: Object.is,
};

const relationFields: Comparisons<ActionRelations> = {
  isWorking: Object.is,
  blockers: areSameBlockers,
  held: isSameHeldBy,
  assignee: isSameActor,
  creator: isSameActor,
  titleAuthor: isSameActor,
  detailsAuthor: isSameActor,
  latest: isSameNote,
  last: isSameNote,
};

/** Whether an action with these relations has the same representation with the others. */
export function areSameRelations(one: ActionRelations, other: ActionRelations): boolean {
  return areSame(relationFields, one, other);
}

function areSame<T>(comparisons: Comparisons<T>, one: T, other: T): boolean {
  for (const field in comparisons) {
    if (!comparisons[field](one[field], other[field])) return false;
  }
  return true;
}

function areSameBlockers(one: readonly BlockerRow[], other: readonly BlockerRow[]): boolean {
  return (
    one.length === other.length &&
    one.every((blocker, index) => {
      const counterpart = other[index];
      return counterpart !== undefined && areSame(blockerFields, blocker, counterpart);
    })
  );
}

function isSameActor(one: NamedActor | undefined, other: NamedActor | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && areSame(actorFields, one, other);
}

function isSameNote(one: SignedNote | undefined, other: SignedNote | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && areSame(noteFields, one, other);
}
