import type { components } from 'callboard-client';
import { api, queries } from './transport';
import { t } from '../texts/texts';
import { slow } from './read-options';

/** The signed-in person, or in development the owner, for whom no session is needed. */
export type Session = components['schemas']['Session'];

const read = api.queryOptions('get', '/v1/session', {});

/** The key of the session among the queries. */
export const sessionKey = read.queryKey;

/** Reads who uses the console. */
export function useSession() {
  return api.useQuery(
    'get',
    '/v1/session',
    {},
    {
      staleTime: 5 * 60_000,
      // Another person may have signed in in another tab.
      refetchOnWindowFocus: 'always',
      // The frame has no button that reads it again.
      refetchInterval: ({ state }) => (state.status === 'error' ? 10_000 : false),
    },
  );
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

const firstPeople = { params: { query: { limit: 200 } } } as const;

/** The name to show for an actor: the caller is `You`. */
export async function nameOfActor(actorId: string | null): Promise<string> {
  if (actorId === null) return t('Somebody');
  const session = await queries.fetchQuery(read);
  if (session.user.actor_id === actorId) return t('You');
  const people = await queries.fetchQuery(api.queryOptions('get', '/v1/users', firstPeople));
  return people.items.find((person) => person.actor_id === actorId)?.name ?? t('Somebody else');
}

/** What the keys of actions begin with, read if it is wanted; empty until then. */
export function useKeyPrefix(isWanted: boolean): string {
  const { data } = api.useQuery('get', '/v1/workspace', {}, { ...slow, enabled: isWanted });
  return data?.key_prefix ?? '';
}
