import { emit, type NewEvent } from '../../shared/events';
import { enforceCap, lockPlan } from '../../shared/plans';
import { authorship, storeEarlierTexts } from '../../shared/texts';
import { etagOf, checkIfMatch } from '../../platform/http/responses/preconditions';
import type { Input, WriteContext, WriteHandler } from '../../platform/operation';
import { toDomain } from './domain-mapping';
import { checkUnused } from './domain-rules';
import {
  countUses,
  domainTexts,
  lockDomain,
  updateDomainRow,
  type DomainRow,
} from './domain-store';

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
    const texts = Object.keys(fields).join(', ');
    const also = texts === '' ? '' : ` and changed ${texts}`;
    const summary = `${name} ${verb} the domain${also}.`;
    return { kind: 'domain.state_changed', subject, summary };
  }
  const summary = `${name} changed ${Object.keys(fields).join(', ')}.`;
  return { kind: 'domain.updated', subject, summary };
}

function reply(row: DomainRow) {
  return { status: 200, body: toDomain(row), headers: { ETag: etagOf(row.version) } } as const;
}
