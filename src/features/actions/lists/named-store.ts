import type { Dialect } from '../../../platform/db/statements/columns';
import type { TextFilter } from '../../../platform/db/statements/text-filter';
import { textFilter } from '../../search';

/** The filter `q` of a list of actions. */
interface Named {
  readonly workspaceId: string;
  readonly q?: string | undefined;
  /** The numbers of the keys in `q`. */
  readonly named?: readonly number[];
}

/** The actions that contain all words of `q`, and those whose keys are among the words. */
export function textFilterOf(
  dialect: Dialect,
  { workspaceId, q, named = [] }: Named,
): TextFilter | undefined {
  const columns = ['actions.title', 'actions.details'];
  const words = textFilter(dialect, { workspaceId, type: 'action', columns, text: q });
  if (words === undefined || named.length === 0) return words;
  const { candidates } = words;
  return {
    workspaceId,
    columns: [...columns, 'actions.number'],
    contains: (query) =>
      void query.where((either) => {
        void either.where(words.contains).orWhereIn('actions.number', [...named]);
      }),
    candidates:
      candidates &&
      ((db, limit) =>
        db
          .from(candidates(db, limit).as('by_words'))
          .select('found_id')
          .union(
            db('actions')
              .where('actions.workspace_id', workspaceId)
              .whereIn('actions.number', [...named])
              .select({ found_id: 'actions.id' }),
          )),
  };
}
