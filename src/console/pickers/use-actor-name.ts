import { useSession } from '../api/session';
import { useActors } from './use-actors';

/** Returns the function from an actor's id to the name: the caller is `You`. */
export function useActorName(): (actorId: string) => string {
  const session = useSession();
  const names = new Map(useActors().map(({ id, name }) => [id, name]));
  const own = session.data?.user.actor_id;
  return (id) => (id === own ? 'You' : (names.get(id) ?? 'Somebody who is no longer here'));
}
