import type { components } from '../../../../generated/types';
import { int } from '../../../platform/db/statements/columns';
import { pageOf } from '../../../platform/db/statements/page';
import { containsWords } from '../../../platform/db/statements/text-filter';
import type { ReadHandler, WriteHandler } from '../../../platform/operation';
import { invalidReference, problem } from '../../../platform/problems';
import { emit } from '../../../shared/events';
import type { SearchLabels } from '../../search';
import { namedLabel } from './label-rules';
import {
  findLabelsByWords,
  getLabel,
  type LabelRow,
  labelsOf,
  lockLabels,
  mergeLabel,
  renameInSavedViews,
  renameLabelRow,
  selectLabel,
} from './label-store';

/** Lists the labels, sorted by name. */
export const listLabels: ReadHandler<'listLabels'> = async ({ query }, { reader, workspaceId }) => {
  const { rows, ...envelope } = await pageOf<LabelRow>(
    reader,
    {
      matching: (db) => {
        const labels = labelsOf(db, workspaceId);
        return query.q === undefined
          ? labels
          : labels.where(containsWords(reader.dialect, ['labels.name'], query.q));
      },
      select: (labels, db) => selectLabel(labels, db, workspaceId),
      id: 'labels.id',
      sorts: { name: { column: 'labels.sort_key', type: 'text' } },
      defaultSort: 'name',
    },
    query,
  );
  return {
    status: 200,
    body: {
      items: rows.map(toLabel),
      ...envelope,
      filters: query.q === undefined ? {} : { q: query.q },
      hidden_count: 0,
    },
  };
};

/** The labels that a search finds: at most 10 whose names have its words, by name. */
export const searchLabels: SearchLabels = async ({ reader, workspaceId }, groups) =>
  (await findLabelsByWords(reader, workspaceId, groups)).map(toLabel);

/** Gives a label another name, or merges it into the label that has the name. */
export const renameLabel: WriteHandler<'renameLabel'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  const from = namedLabel(body.name, 'body/name');
  const to = namedLabel(body.new_name, 'body/new_name');
  const known = await lockLabels(transaction, workspaceId, [from, to]);
  const label = known.get(from.key);
  if (label === undefined) {
    throw invalidReference('body/name', 'a label');
  }
  const other = from.key === to.key ? undefined : known.get(to.key);
  if (other !== undefined && body.merge !== true) throw taken(to.name);
  if (other !== undefined) {
    await mergeLabel(transaction, { workspaceId, id: label.id, into: other.id });
  } else if (label.name !== to.name) {
    const key = { workspace_id: workspaceId, id: label.id };
    if (!(await renameLabelRow(transaction, key, to))) throw taken(to.name);
  }
  if (other !== undefined || label.name !== to.name) {
    await renameInSavedViews(ctx, from, (other ?? to).name);
    const change = other === undefined ? `to ${to.name}` : `and merged it into ${other.name}`;
    emit(ctx, {
      kind: 'workspace.label_renamed',
      subject: { type: 'workspace', id: workspaceId, title: (other ?? to).name },
      summary: `${actor.name} renamed the label ${label.name} ${change}.`,
    });
  }
  const after = await getLabel(transaction, workspaceId, (other ?? label).id);
  return { status: 200, body: toLabel(after) };
};

function taken(name: string) {
  return problem(
    'NAME_TAKEN',
    `Another label is named ${name}. Send \`merge: true\` to make both one label.`,
    { details: { name } },
  );
}

function toLabel(row: LabelRow): components['schemas']['Label'] {
  return {
    name: row.name,
    open_action_count: int(row.open_action_count),
    created_at: row.created_at,
  };
}
