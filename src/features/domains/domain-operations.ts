import { emit } from '../../shared/events';
import { enforceCap } from '../../shared/plans';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { etagOf } from '../../platform/http/responses/preconditions';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { toDomain } from './domain-mapping';
import {
  domainsOf,
  getDomainRow,
  insertDomain,
  selectDomain,
  type DomainRow,
} from './domain-store';

/** Lists the active domains, sorted by name by default; archived ones on request. */
export const listDomains: ReadHandler<'listDomains'> = async (
  { query },
  { reader, workspaceId },
) => {
  const { limit, offset, after, sort, state = ['active'] } = query;
  const { rows, ...envelope } = await pageOf<DomainRow>(
    reader,
    {
      matching: (db) => domainsOf(db, workspaceId).whereIn('domains.state', state),
      select: selectDomain,
      id: 'domains.id',
      bytes: bytesOfTexts('domains.description'),
      sorts: {
        name: { column: 'domains.sort_key', type: 'text' },
        created_at: { column: 'domains.created_at', type: 'instant' },
        updated_at: { column: 'domains.updated_at', type: 'instant' },
      },
      defaultSort: 'name',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: { items: rows.map(toDomain), ...envelope, filters: { state }, hidden_count: 0 },
  };
};

/** Creates a domain, if the plan allows one more. */
export const createDomain: WriteHandler<'createDomain'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  await enforceCap(transaction, workspaceId, 'active_domains');
  const id = newId('dom');
  await insertDomain(transaction, {
    id,
    workspaceId,
    name: body.name,
    description: body.description ?? null,
    actorId: actor.id,
    now,
  });
  emit(ctx, {
    kind: 'domain.created',
    subject: { type: 'domain', id, title: body.name },
    summary: `${actor.name} added the domain ${body.name}.`,
  });
  const row = await getDomainRow(transaction, workspaceId, id);
  return {
    status: 201,
    body: toDomain(row),
    headers: { Location: `/v1/domains/${id}`, ETag: etagOf(row.version) },
  };
};

/** Reads a domain. */
export const getDomain: ReadHandler<'getDomain'> = async ({ path }, { reader, workspaceId }) => {
  const row = await getDomainRow(reader, workspaceId, path.id);
  return { status: 200, body: toDomain(row), headers: { ETag: etagOf(row.version) } };
};
