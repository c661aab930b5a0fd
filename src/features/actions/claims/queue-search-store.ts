import type { Knex } from 'knex';
import type { Dialect } from '../../../platform/db/statements/columns';
import type { Reader, Statement } from '../../../platform/db/reader';
import { compiledQuery } from '../../../platform/db/statements/compiled';

/**
 * A search for work by a worker of an agent. `now` is the request's; `capabilities` is a JSON array.
 */
export interface Search {
  readonly workspaceId: string;
  readonly now: string;
  readonly actorId: string;
  readonly capabilities: string;
  /** Null for a search that names no worker. */
  readonly worker: string | null;
  readonly project_id: string | undefined;
  readonly domain_id: string | undefined;
}

/** A statement for a search, compiled once for each dialect and combination of filters. */
export function compiledSearchQuery(
  make: (db: Knex, search: Search, dialect: Dialect) => Knex.QueryBuilder,
): (reader: Reader, search: Search) => Statement {
  return compiledQuery<Search>((db, search, { dialect }) => make(db, search, dialect));
}

/** Adds the filters of the search. */
export function withinSearch(
  query: Knex.QueryBuilder,
  { project_id: project, domain_id: domain }: Search,
): Knex.QueryBuilder {
  if (project !== undefined) void query.where('actions.project_id', project);
  if (domain !== undefined) void query.where('actions.domain_id', domain);
  return query;
}
