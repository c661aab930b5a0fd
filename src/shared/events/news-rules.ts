import { newsRoles } from '../../../generated/news-roles';
import type { components } from '../../../generated/types';

/** The kinds of events, as the contract lists them. */
export type EventKind = components['schemas']['EventKind'];

type TypeIn<Kind> = Kind extends `${infer Type}.${string}` ? Type : never;

/** The types of the subjects of events, as the kinds have them. */
export type SubjectType = TypeIn<EventKind>;

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
export interface Concerned {
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
