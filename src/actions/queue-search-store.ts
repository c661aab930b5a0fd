import type { Knex } from 'knex';
import type { Dialect, ReadHand, Statement } from '../platform/db/hands';
import { keepStatement } from '../platform/db/kept-statement';

/** An agent that looks for work, and where. `now` is the request's; `capabilities` is a JSON array. */
export interface Search {
  readonly workspaceId: string;
  readonly now: string;
  readonly actorId: string;
  readonly capabilities: string;
  readonly project_id: string | undefined;
  readonly domain_id: string | undefined;
}

/** A statement about a search: compiled once for each dialect and kind of place, and from then on only given what is searched for. */
export function keepSearch(
  make: (db: Knex, search: Search, dialect: Dialect) => Knex.QueryBuilder,
): (hand: ReadHand, search: Search) => Statement {
  const kept = new Map<string, ReturnType<typeof keepStatement<keyof Search>>>();
  return ({ dialect }, search) => {
    const { project_id: project = null, domain_id: domain = null } = search;
    const name = [dialect, project !== null, domain !== null].join();
    const statement =
      kept.get(name) ??
      keepStatement<keyof Search>((db, given) => {
        // Only what a statement asks for may be one of its parameters.
        const asked: Search = {
          get workspaceId() {
            return given('workspaceId');
          },
          get now() {
            return given('now');
          },
          get actorId() {
            return given('actorId');
          },
          get capabilities() {
            return given('capabilities');
          },
          project_id: project === null ? undefined : given('project_id'),
          domain_id: domain === null ? undefined : given('domain_id'),
        };
        return make(db, asked, dialect);
      });
    kept.set(name, statement);
    return statement({ ...search, project_id: project, domain_id: domain });
  };
}

/** Adds that an action is in the asked place. */
export function within(
  query: Knex.QueryBuilder,
  { project_id: project, domain_id: domain }: Search,
): Knex.QueryBuilder {
  if (project !== undefined) void query.where('actions.project_id', project);
  if (domain !== undefined) void query.where('actions.domain_id', domain);
  return query;
}
