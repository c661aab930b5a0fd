import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { ActionStatus, StoredAction } from '../action-store';

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
   * The assignee, status and domain that the action gets: work of a deactivated person or a viewer
   * goes to the inbox, because no agent may take it unasked, and work of a revoked agent to the
   * pool.
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
  person: 'It is unassigned and in the inbox, because its assignee is deactivated or a viewer.',
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

/** Why an id may not be used: a deactivated person or viewer, a revoked agent, an archived domain. */
type Unusable = 'person' | 'agent' | 'domain';

interface Found {
  readonly id: string;
  readonly kind: Unusable;
  readonly is_usable: unknown;
}

// A union allows a lock only within a subquery.
const standings = compiledStatement<'workspaceId'>((db, given, ids) => {
  const part = (table: string, kind: Unusable, id: string, usable: string): Knex.QueryBuilder => {
    const rows = db(table)
      .where({ workspace_id: given('workspaceId') })
      .whereIn(id, [...ids])
      .orderBy('id')
      .select(`${id} as id`, db.raw(`${usable} as is_usable`), db.raw(`'${kind}' as kind`))
      .forKeyShare();
    return db.from(rows.as(`${kind}_rows`)).select('id', 'kind', 'is_usable');
  };
  return part(
    'users',
    'person',
    'actor_id',
    "deactivated_at is null and role <> 'viewer'",
  ).unionAll([
    part('agents', 'agent', 'actor_id', "state <> 'revoked'"),
    part('domains', 'domain', 'id', "state = 'active'"),
  ]);
});

/** Those of the ids of actors and domains that may not be used in new records, with the reason. */
async function findUnusable(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Unusable>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<Found>(standings({ workspaceId }, ids));
  return new Map(rows.filter((row) => !bool(row.is_usable)).map(({ id, kind }) => [id, kind]));
}
