import { useListKeys } from '../../keys/list-keys';
import { ActorPicker } from '../../pickers/pickers';
import { SelectField } from '../../ui/fields';
import { Empty } from '../../ui/page';
import { useChoice, useParam } from '../../ui/url-params';
import { Feed } from '../activity/feed';

const outcomes = [
  { value: '', name: 'Approved and rejected', kinds: ['action.approved', 'action.rejected'] },
  { value: 'approved', name: 'Approved', kinds: ['action.approved'] },
  { value: 'rejected', name: 'Rejected', kinds: ['action.rejected'] },
] as const;

/** The reviews that were decided, newest first: by whom, when and how. */
export function PastReviews() {
  const [by, setBy] = useParam('by');
  const [outcome, setOutcome] = useChoice('outcome', ['', 'approved', 'rejected']);
  useListKeys();
  const kinds = outcomes.find(({ value }) => value === outcome)?.kinds ?? outcomes[0].kinds;
  const filters = { kind: [...kinds], ...(by !== '' && { actor_id: by }) };
  return (
    <>
      <search className="work-filters">
        <SelectField
          label="How it ended"
          value={outcome}
          options={outcomes}
          onChange={setOutcome}
        />
        <ActorPicker
          label="Decided by"
          none="Anybody"
          value={by === '' ? null : by}
          onChange={(id) => setBy(id ?? '')}
        />
      </search>
      <Feed
        filters={filters}
        empty={
          <Empty title="No review here is decided">
            <p>
              Reviews appear here once somebody has approved or rejected the work. They are stored
              as long as the events of the workspace.
            </p>
          </Empty>
        }
      />
    </>
  );
}
