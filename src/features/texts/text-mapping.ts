import type { components } from '../../../generated/types';
import type { EarlierTextRow } from '../../shared/texts';

type EarlierText = components['schemas']['EarlierText'];

const fields: readonly EarlierText['field'][] = [
  'title',
  'details',
  'description',
  'name',
  'summary',
];

/** An earlier text in the contract's shape. */
export function toEarlierText(row: EarlierTextRow): EarlierText {
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
