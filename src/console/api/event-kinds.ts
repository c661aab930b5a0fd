import { eventKinds, type components } from 'callboard-client';

/** A kind of event. */
export type EventKind = components['schemas']['EventKind'];

/** The type of what an event is about: the first word of its kind. */
export type Subject = EventKind extends `${infer First}.${string}` ? First : never;

/** All kinds of events, by their subject, both in the order of the contract. */
export const kindsBySubject: ReadonlyMap<string, readonly EventKind[]> = grouped();

/** The kinds of events about these subjects, without heartbeats, because there are many. */
export function kindsOf(subjects: readonly Subject[]): EventKind[] {
  const kinds = subjects.flatMap((subject) => kindsBySubject.get(subject) ?? []);
  return kinds.filter((kind) => kind !== 'action.heartbeat');
}

function grouped(): ReadonlyMap<string, readonly EventKind[]> {
  const groups = new Map<string, EventKind[]>();
  for (const kind of eventKinds) {
    const subject = kind.slice(0, kind.indexOf('.'));
    groups.set(subject, [...(groups.get(subject) ?? []), kind]);
  }
  return groups;
}
