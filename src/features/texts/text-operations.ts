import type { components } from '../../../generated/types';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { kindOfId, type IdKind } from '../../platform/ids';
import type { ReadContext, ReadHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { earlierTextsOf, selectEarlierText, type EarlierTextRow } from '../../shared/texts';
import { getVisibleAction } from '../actions';
import { getVisibleDocument } from '../documents';
import { getDomainRow } from '../domains';
import { getOrderRow } from '../orders';
import { getProjectRow } from '../projects';
import { toEarlierText } from './text-mapping';

/** Lists the earlier texts of a record, the last replaced one first by default. */
export const listEarlierTexts: ReadHandler<'listEarlierTexts'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const { subject_id: subjectId, field } = filters;
  await checkVisible(ctx, subjectId);
  const { rows, ...envelope } = await pageOf<EarlierTextRow>(
    reader,
    {
      matching: (db) => {
        const texts = earlierTextsOf(db, workspaceId, subjectId);
        return field === undefined ? texts : texts.where('earlier_texts.field', field);
      },
      select: selectEarlierText,
      id: 'earlier_texts.id',
      bytes: bytesOfTexts('earlier_texts.text'),
      sorts: { replaced_at: { column: 'earlier_texts.replaced_at', type: 'instant' } },
      defaultSort: '-replaced_at',
    },
    { limit, offset, after, sort },
  );
  const items: components['schemas']['EarlierText'][] = rows.map(toEarlierText);
  return {
    status: 200,
    body: { items, ...envelope, filters: { ...filters }, hidden_count: 0 },
  };
};

type Check = (ctx: ReadContext, id: string) => Promise<unknown>;

/** Throws 404 unless the caller can see the record; by the kind of the record. */
const checks: Readonly<Partial<Record<IdKind, Check>>> = {
  action: getVisibleAction,
  document: getVisibleDocument,
  domain: ({ reader, workspaceId }, id) => getDomainRow(reader, workspaceId, id),
  order: ({ reader, workspaceId }, id) => getOrderRow(reader, workspaceId, id),
  project: ({ reader, workspaceId }, id) => getProjectRow(reader, workspaceId, id),
};

/** Throws 404 unless the id names a record with texts that the caller can see. */
async function checkVisible(ctx: ReadContext, id: string): Promise<void> {
  const kind = kindOfId(id);
  const check = kind === undefined ? undefined : checks[kind];
  if (check === undefined) throw notFound('record', id);
  await check(ctx, id);
}
