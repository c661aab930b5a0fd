import { isCallboardError, type components } from 'callboard-client';
import { api } from '../api/client';
import { byOffset, most, slow, useAll } from '../api/read-options';
import { useSession } from '../api/session';
import { Time, useNow } from '../ui/time';
import { t, Trans } from '../texts/texts';

const active = { params: { query: { limit: 200, state: 'active' } } } as const;

/** A person or an agent. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly kind: 'person' | 'agent';
  /** Whether the person is away now. */
  readonly isAway?: boolean;
}

function usePeople(enabled: boolean) {
  return useAll(
    api.useInfiniteQuery('get', '/v1/users', active, { ...byOffset, ...slow, enabled }),
  );
}

/** The active people and the agents of the workspace that are not revoked. */
export function useActors(isWanted = true): readonly Actor[] {
  const options = { ...byOffset, ...slow, enabled: isWanted };
  const now = useNow();
  const people = usePeople(isWanted);
  const agents = useAll(api.useInfiniteQuery('get', '/v1/agents', most, options));
  const workers = agents.filter(({ state }) => state !== 'revoked');
  return [
    ...people.map(({ actor_id: id, name, away_until: until }) => {
      const isAway = until !== null && Date.parse(until) > now;
      return { id, name, kind: 'person' as const, isAway };
    }),
    ...workers.map(({ actor_id: id, name }) => ({ id, name, kind: 'agent' as const })),
  ];
}

/** Returns the function from an actor's id to the name. `me` is the word for the caller. */
export function useActorName(me: 'You' | 'you' = 'You'): (actorId: string | null) => string {
  const own = useSession().data?.user.actor_id;
  const names = new Map(useActors().map(({ id, name }) => [id, name]));
  const isFirst = me === 'You';
  const somebody = isFirst ? t('Somebody') : t('somebody');
  const you = isFirst ? t('You') : t('you');
  return (id) => {
    if (id === null) return somebody;
    return id === own ? you : (names.get(id) ?? somebody);
  };
}

/**
 * For whom a record waits, in these words, and until when that person is away. Nothing if it is the
 * caller or nobody.
 */
export function Addressee({ id, words }: { readonly id: string | null; readonly words: string }) {
  const own = useSession().data?.user.actor_id;
  const now = useNow();
  const isOther = id !== null && own !== undefined && id !== own;
  const people = usePeople(isOther);
  if (!isOther) return null;
  const until = people.find((person) => person.actor_id === id)?.away_until ?? null;
  return (
    <span dir="auto">
      {words}
      {until !== null && Date.parse(until) > now && (
        <>
          {', '}
          <Trans id="away until {time}" values={{ time: <Time at={until} isDate /> }} />
        </>
      )}
    </span>
  );
}

/** The active projects by title. */
export function useProjects(): readonly { readonly id: string; readonly name: string }[] {
  const query = { limit: 200, state: ['active' as const], sort: 'title' as const };
  const options = { ...byOffset, ...slow };
  const list = api.useInfiniteQuery('get', '/v1/projects', { params: { query } }, options);
  return useAll(list).map(({ id, title }) => ({ id, name: title }));
}

/** How an action repeats. */
export type RepeatRule = components['schemas']['RepeatRule'];

/** A repeat rule in words. */
export function wordsOfRule({ type, unit, interval, time_zone: zone }: RepeatRule): string {
  if (type === 'none') return t('Never');
  const values = { interval: interval ?? 1, zone: zone ?? '' };
  const isDue = type === 'from_due';
  switch (unit) {
    case 'day':
      return isDue
        ? t(
            '{interval, plural, one {Every day from when it is due ({zone})} other {Every # days from when it is due ({zone})}}',
            values,
          )
        : t(
            '{interval, plural, one {Every day from when it is done ({zone})} other {Every # days from when it is done ({zone})}}',
            values,
          );
    case 'month':
      return isDue
        ? t(
            '{interval, plural, one {Every month from when it is due ({zone})} other {Every # months from when it is due ({zone})}}',
            values,
          )
        : t(
            '{interval, plural, one {Every month from when it is done ({zone})} other {Every # months from when it is done ({zone})}}',
            values,
          );
    case 'year':
      return isDue
        ? t(
            '{interval, plural, one {Every year from when it is due ({zone})} other {Every # years from when it is due ({zone})}}',
            values,
          )
        : t(
            '{interval, plural, one {Every year from when it is done ({zone})} other {Every # years from when it is done ({zone})}}',
            values,
          );
    case 'week':
    case null:
      break;
  }
  return isDue
    ? t(
        '{interval, plural, one {Every week from when it is due ({zone})} other {Every # weeks from when it is due ({zone})}}',
        values,
      )
    : t(
        '{interval, plural, one {Every week from when it is done ({zone})} other {Every # weeks from when it is done ({zone})}}',
        values,
      );
}

/** The title of a project. */
export function ProjectName({ id }: { readonly id: string }) {
  const { data, error } = api.useQuery('get', '/v1/projects/{id}', { params: { path: { id } } });
  return <>{data?.title ?? (isCallboardError(error, 'NOT_FOUND') ? t('Unknown') : '…')}</>;
}

/** The name of a domain. */
export function DomainName({ id }: { readonly id: string }) {
  const { data, error } = api.useQuery('get', '/v1/domains/{id}', { params: { path: { id } } });
  return <>{data?.name ?? (isCallboardError(error, 'NOT_FOUND') ? t('Unknown') : '…')}</>;
}
