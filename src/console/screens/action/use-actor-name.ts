import { useSession } from '../../api/session';
import { useActors } from '../../pickers/use-actors';

/** Names the actors of the workspace: the caller is `you`. */
export function useActorName(): (id: string | null) => string {
  const actors = useActors();
  const me = useSession().data?.user.actor_id;
  return (id) =>
    id === me ? 'you' : (actors.find((actor) => actor.id === id)?.name ?? 'somebody');
}
