import { SelectField } from '../../ui/menu';
import { useChoice } from '../../ui/url-params';
import { openStatuses } from './action-query';
import { useActionQuery, WordsOfList } from './list/address';
import { Board } from './list/board';
import { FilterBar } from './list/filters';
import { fixedGroups } from './list/groups';
import { t } from '../../texts/texts';

const columnsBy = [
  { value: 'status', name: t('Status') },
  { value: 'priority', name: t('Priority') },
] as const;

/** The actions that match the filters as cards, in columns by status or by priority. */
export function BoardTab() {
  const { query, setFilters } = useActionQuery();
  const [by, setBy] = useChoice('by', ['status', 'priority']);
  // What has ended has no urgency.
  const shown = by === 'priority' ? { status: [...openStatuses], ...query } : query;
  return (
    <>
      <div className="work-bar">
        <WordsOfList query={query} onChange={setFilters} />
        <SelectField label={t('Columns')} value={by} options={columnsBy} onChange={setBy} />
        <FilterBar query={query} onChange={setFilters} />
      </div>
      <Board key={by} query={shown} groups={fixedGroups(by, query)} />
      <p className="muted board-help">
        {t('Drag a card, or move the one with the focus by Shift and an arrow key or by M.')}
      </p>
    </>
  );
}
