import type { components } from '../../../generated/types';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { containsWords } from '../../platform/db/statements/text-filter';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type { Input, ReadHandler, WriteContext, WriteHandler } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { emit, inWords, type NewEvent } from '../../shared/events';
import { enforceCap, lockPlan } from '../../shared/plans';
import { authorship, authorsOf, storeEarlierTexts } from '../../shared/text-store';
import {
  countUses,
  type DomainRow,
  domainsOf,
  domainTexts,
  getDomainRow,
  insertDomain,
  lockDomain,
  selectDomain,
  updateDomainRow,
} from './domain-store';

/** Lists the active domains, sorted by name by default; archived ones on request. */
export const listDomains: ReadHandler<'listDomains'> = async (
  { query },
  { reader, workspaceId },
) => {
  const { limit, offset, after, sort, state = ['active'], q } = query;
  const { rows, ...envelope } = await pageOf<DomainRow>(
    reader,
    {
      matching: (db) => {
        const domains = domainsOf(db, workspaceId).whereIn('domains.state', state);
        return q === undefined
          ? domains
          : domains.where(containsWords(reader.dialect, ['domains.name'], q));
      },
      select: (domains, db) => selectDomain(domains, db, workspaceId),
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
    body: {
      items: rows.map(toDomain),
      ...envelope,
      filters: { state, ...(q !== undefined && { q }) },
      hidden_count: 0,
    },
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

type Changes = Pick<Partial<DomainRow>, 'name' | 'description' | 'state'>;

/**
 * Changes a domain: a merge that leaves absent fields unchanged. A domain in use cannot be
 * archived.
 */
export const updateDomain: WriteHandler<'updateDomain'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  // Lock order: the workspace, then the domain. This prevents deadlocks.
  if (body.state === 'active') await lockPlan(transaction, workspaceId);
  const key = { workspaceId, id: path.id };
  const row = await lockDomain(transaction, key, body.state === 'archived');
  checkIfMatch(header['If-Match'], row.version);
  const changes = changesOf(row, body);
  if (Object.keys(changes).length === 0) return reply(row);
  await checkState(ctx, row, changes);
  await storeEarlierTexts(ctx, row, changes, domainTexts);
  const { columns, names } = authorship(actor, row, changes, domainTexts);
  const after = await updateDomainRow(transaction, row, {
    ...changes,
    ...columns,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  emit(ctx, eventFor(actor.name, after, changes));
  return reply({ ...after, ...names });
};

function changesOf(row: DomainRow, body: Input<'updateDomain'>['body']): Changes {
  const { name, description, state } = body;
  return {
    ...(name === undefined || name === row.name ? {} : { name }),
    ...(description === undefined || description === row.description ? {} : { description }),
    ...(state === undefined || state === row.state ? {} : { state }),
  };
}

async function checkState(
  { transaction, workspaceId }: WriteContext,
  { id }: DomainRow,
  { state }: Changes,
): Promise<void> {
  if (state === 'archived') checkUnused(await countUses(transaction, workspaceId, id));
  if (state === 'active') await enforceCap(transaction, workspaceId, 'active_domains');
}

function eventFor(name: string, after: DomainRow, { state, ...fields }: Changes): NewEvent {
  const subject = { type: 'domain' as const, id: after.id, title: after.name };
  if (state !== undefined) {
    const verb = state === 'archived' ? 'archived' : 'activated';
    const texts = inWords(Object.keys(fields));
    const also = texts === '' ? '' : ` and changed ${texts}`;
    const summary = `${name} ${verb} the domain${also}.`;
    return { kind: 'domain.state_changed', subject, summary };
  }
  const summary = `${name} changed ${inWords(Object.keys(fields))}.`;
  return { kind: 'domain.updated', subject, summary };
}

function reply(row: DomainRow) {
  return { status: 200, body: toDomain(row), headers: { ETag: etagOf(row.version) } } as const;
}

/** Throws 409 `DOMAIN_IN_USE` with `details` unless all counts are 0. */
function checkUnused(uses: {
  readonly projects: number;
  readonly actions: number;
  readonly orders: number;
}): void {
  if (uses.projects + uses.actions + uses.orders === 0) return;
  throw problem(
    'DOMAIN_IN_USE',
    `The domain has ${uses.projects} project(s), ${uses.actions} open action(s) and ${uses.orders} order(s). Finish or move them first.`,
    {
      details: {
        project_count: uses.projects,
        action_count: uses.actions,
        order_count: uses.orders,
      },
    },
  );
}

/** A domain in the contract's shape. */
function toDomain(row: DomainRow): components['schemas']['Domain'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    description: row.description,
    state: row.state,
    project_count: Number(row.project_count),
    action_count: Number(row.action_count),
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['name', 'description']),
  };
}
