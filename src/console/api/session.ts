import type { components } from 'callboard-client';
import { api, client, queries } from './client';

/** The signed-in person, or in development the owner, for whom no session is needed. */
export type Session = components['schemas']['Session'];

/** Reads who uses the console. */
export function useSession() {
  return api.useQuery('get', '/v1/session', {}, { staleTime: 5 * 60_000 });
}

/** Whether the person has not signed in: the server treats requests of this machine as theirs. */
export function isFallback(session: Session): boolean {
  return session.expires_at === null;
}

/** The same, as the page says it, until the session is read. */
export function mayBeFallback(session: Session | undefined): boolean {
  if (session !== undefined) return isFallback(session);
  return document.documentElement.dataset['caller'] === 'fallback';
}

/** The address of the sign-in for somebody else than the person of development. */
export const signInPath = '/app/sign-in';

/** Ends the session and shows the sign-in. */
export async function signOut(): Promise<void> {
  await client.DELETE('/v1/session');
  queries.clear();
  location.assign(signInPath);
}

const firstPeople = { params: { query: { limit: 200 } } } as const;

/** The name to show for an actor: the caller is `You`. */
export async function nameOfActor(actorId: string | null): Promise<string> {
  if (actorId === null) return 'Somebody';
  const session = await queries.fetchQuery(api.queryOptions('get', '/v1/session', {}));
  if (session.user.actor_id === actorId) return 'You';
  const people = await queries.fetchQuery(api.queryOptions('get', '/v1/people', firstPeople));
  return people.items.find((person) => person.actor_id === actorId)?.name ?? 'Somebody else';
}
