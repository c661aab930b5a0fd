import '../../api/client';
import { LazySortForm } from './lazy-sort-form';
import type { SortFormName } from './sort-form';
import type { Sort } from './sort';

/** What can be done with all selected actions. It is on the screen while some are selected. */
export function SortBar({
  count,
  form,
  me,
  onForm,
  onSort,
  onNone,
}: {
  readonly count: number;
  readonly form: SortFormName | undefined;
  readonly me: Sort | undefined;
  readonly onForm: (form: SortFormName | undefined) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onNone: () => void;
}) {
  return (
    <section className="selection" aria-label="Selected rows">
      <p>
        <strong>{count}</strong> selected
      </p>
      {form === undefined ? (
        <div className="actions">
          <button
            type="button"
            className="button button-small button-ok"
            onClick={() => onSort({ kind: 'ready' })}
          >
            <kbd>Y</kbd> Make ready
          </button>
          {me !== undefined && (
            <button type="button" className="button button-small" onClick={() => onSort(me)}>
              <kbd>M</kbd> Assign to me
            </button>
          )}
          <button type="button" className="button button-small" onClick={() => onForm('assign')}>
            Assign …
          </button>
          <button type="button" className="button button-small" onClick={() => onForm('defer')}>
            <kbd>D</kbd> Defer …
          </button>
          <button type="button" className="button button-small" onClick={() => onForm('project')}>
            Project …
          </button>
          <button
            type="button"
            className="button button-small"
            onClick={() => onSort({ kind: 'drop' })}
          >
            <kbd>N</kbd> Drop
          </button>
          <button type="button" className="button button-small button-quiet" onClick={onNone}>
            Select none
          </button>
        </div>
      ) : (
        <LazySortForm
          name={form}
          assigneeId={null}
          projectId={null}
          onSort={onSort}
          onCancel={() => onForm(undefined)}
        />
      )}
    </section>
  );
}
