import { useListKeys } from '../../keys/list-keys';
import { ActorPicker } from '../../pickers/pickers';
import { countSet, Filters } from '../../ui/filters';
import { SelectField } from '../../ui/menu';
import { Empty } from '../../ui/page';
import { useChoice, useParam } from '../../ui/url-params';
import { Feed } from '../activity/feed';
import { PeriodFilter, useSince } from '../questions/filters';
import { t } from '../../texts/texts';

const outcomes = [
  { value: '', name: t('Approved and rejected'), kinds: ['action.approved', 'action.rejected'] },
  { value: 'approved', name: t('Approved'), kinds: ['action.approved'] },
  { value: 'rejected', name: t('Rejected'), kinds: ['action.rejected'] },
] as const;

/** The reviews that were decided, newest first: by whom, when and how. */
export function PastReviews() {
  const [by, setBy] = useParam('by');
  const [outcome, setOutcome] = useChoice('outcome', ['', 'approved', 'rejected']);
  const since = useSince();
  useListKeys();
  const kinds = outcomes.find(({ value }) => value === outcome)?.kinds ?? outcomes[0].kinds;
  const filters = { kind: [...kinds], ...(by !== '' && { actor_id: by }) };
  return (
    <>
      <Filters count={countSet(outcome, by, since ?? '')}>
        <SelectField
          label={t('How it ended')}
          value={outcome}
          options={outcomes}
          onChange={setOutcome}
        />
        <ActorPicker
          label={t('Decided by')}
          none={t('Anybody')}
          value={by === '' ? null : by}
          onChange={(id) => setBy(id ?? '')}
        />
        <PeriodFilter />
      </Filters>
      <Feed
        filters={filters}
        since={since}
        empty={
          <Empty title={t('No review here is decided')}>
            <p>
              {t(
                'Reviews appear here once somebody has approved or rejected the work. They are stored as long as the events of the workspace.',
              )}
            </p>
          </Empty>
        }
      />
    </>
  );
}
