/**
 * Earlier texts: what the texts of records were before somebody replaced them. People read them and
 * restore one by a plain change of the record. Emits nothing.
 */
import type { TextsHandlers } from '../../../generated/handlers';
import type { components } from '../../../generated/types';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { kindOfId, type IdKind } from '../../platform/ids';
import type { ReadContext, ReadHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { earlierTextsOf, selectEarlierText, type EarlierTextRow } from '../../shared/text-store';
import { getVisibleAction } from '../actions';
import { getVisibleDocument } from '../documents';
import { getDomainRow } from '../domains';
import { getOrderRow } from '../orders';
import { getProjectRow } from '../projects';

/** Lists the earlier texts of a record, the last replaced one first by default. */
const listEarlierTexts: ReadHandler<'listEarlierTexts'> = async ({ query }, ctx) => {
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

type EarlierText = components['schemas']['EarlierText'];

const fields: readonly EarlierText['field'][] = [
  'title',
  'details',
  'description',
  'name',
  'summary',
];

/** An earlier text in the contract's shape. */
function toEarlierText(row: EarlierTextRow): EarlierText {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    subject_id: row.subject_id,
    field: fields.find((field) => field === row.field) ?? 'details',
    text: row.text,
    written_by_actor_id: row.written_by_actor_id,
    written_by_actor_kind: row.written_by_kind ?? 'system',
    written_by_actor_name: row.written_by_name ?? '',
    replaced_at: row.replaced_at,
    replaced_by_actor_id: row.replaced_by_actor_id,
    replaced_by_actor_kind: row.replaced_by_kind ?? 'system',
    replaced_by_actor_name: row.replaced_by_name ?? '',
  };
}

/** The operation of this feature. */
export const textsHandlers: TextsHandlers = { listEarlierTexts };
