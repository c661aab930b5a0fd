import { useSession } from '../api/session';
import { useActors } from './use-actors';

/** Returns the function from an actor's id to the name. `me` is the word for the caller. */
export function useActorName(me: 'You' | 'you' = 'You'): (actorId: string | null) => string {
  const own = useSession().data?.user.actor_id;
  const names = new Map(useActors().map(({ id, name }) => [id, name]));
  const somebody = me === 'You' ? 'Somebody' : 'somebody';
  return (id) => {
    if (id === null) return somebody;
    return id === own ? me : (names.get(id) ?? somebody);
  };
}
