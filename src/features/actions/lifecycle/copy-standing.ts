import type { Reader } from '../../../platform/db/reader';
import type { ActionStatus, StoredAction } from '../action-store';
import { findUnusable, type Unusable } from './copy-standing-store';

type Placed = Pick<StoredAction, 'assigned_actor_id' | 'domain_id'>;
type Opened = Placed & { readonly status: ActionStatus };

/** What a new or reopened action may not keep, because a create would refuse it now. */
export class Standing {
  readonly #unusable: ReadonlyMap<string, Unusable>;

  constructor(unusable: ReadonlyMap<string, Unusable>) {
    this.#unusable = unusable;
  }

  /** Whether the action may not keep its assignee. */
  losesAssignee({ assigned_actor_id: id }: Pick<Placed, 'assigned_actor_id'>): boolean {
    return this.#of(id) !== undefined;
  }

  /**
   * The assignee, status and domain that the action gets: work of a deactivated person goes to the
   * inbox, because no agent may take it unasked, and work of a revoked agent to the pool.
   */
  placeOf(action: Opened): Opened {
    const { assigned_actor_id: assignee, domain_id: domain, status } = action;
    const isPersons = this.#of(assignee) === 'person';
    return {
      assigned_actor_id: this.losesAssignee(action) ? null : assignee,
      domain_id: this.#of(domain) === undefined ? domain : null,
      status: isPersons ? 'inbox' : status,
    };
  }

  /** The sentences of an event that say what the action lost, each after a space. */
  reasonsOf({ assigned_actor_id: assignee, domain_id: domain }: Placed): string {
    const found = [this.#of(assignee), this.#of(domain)];
    return found.map((one) => (one === undefined ? '' : ` ${sentences[one]}`)).join('');
  }

  #of(id: string | null): Unusable | undefined {
    return id === null ? undefined : this.#unusable.get(id);
  }
}

const sentences: Readonly<Record<Unusable, string>> = {
  person: 'It is unassigned and in the inbox, because its assignee is deactivated.',
  agent: 'It is in the pool, because its agent is revoked.',
  domain: 'It has no domain, because that is archived.',
};

/**
 * Finds what of the actions may not be used in new ones, and locks what may until the transaction
 * ends. Runs one statement, and none for actions without an assignee and a domain.
 */
export async function findStanding(
  reader: Reader,
  workspaceId: string,
  actions: readonly Placed[],
): Promise<Standing> {
  const ids = new Set<string>();
  for (const { assigned_actor_id: assignee, domain_id: domain } of actions) {
    if (assignee !== null) ids.add(assignee);
    if (domain !== null) ids.add(domain);
  }
  return new Standing(await findUnusable(reader, workspaceId, [...ids]));
}
