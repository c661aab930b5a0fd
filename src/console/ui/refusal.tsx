import '../api/client';
import { changesOf } from './draft';
import { factOf, Theirs, type Fact } from './edit-dialog';
import { t } from '../texts/texts';

/** A command that was refused, because somebody else had changed what it is for. */
export interface Refused {
  /** What the command is for: a record, or records in an order. */
  readonly before: object;
  readonly now: object;
  /** Sends the command for what there is now. */
  readonly again: () => void;
}

// The members of records that a person knows.
const known = [
  'title',
  'name',
  'state',
  'status',
  'position',
  'due_at',
  'priority',
  'labels',
  'defer_until',
  'work_mode',
  'is_template',
  'description',
  'details',
  'assigned_actor_name',
  'delegate_label',
  'blocked_by',
];

/** What somebody else changed before a command was sent, with the command to repeat. */
export function Refusal({
  refused: { before, now, again },
  nameOf,
}: {
  readonly refused: Refused;
  readonly nameOf: ((id: string) => string) | undefined;
}) {
  const facts =
    isList(before) && isList(now)
      ? changesOfOrder(before, now)
      : changesOfRecord(before, now).map((entry) => factOf(entry, nameOf));
  return (
    <Theirs facts={facts}>
      <button type="button" className="button button-small" onClick={again}>
        {t('Do it again, with this version')}
      </button>
    </Theirs>
  );
}

function changesOfRecord(before: object, now: object): readonly (readonly [string, unknown])[] {
  return Object.entries(changesOf(before, now)).filter(([name]) => known.includes(name));
}

interface Listed {
  readonly id: string;
  readonly title?: string;
  readonly name?: string;
}

function isList(items: object): items is readonly Listed[] {
  return Array.isArray(items);
}

/** The places of the records that somebody has changed or added. */
function changesOfOrder(before: readonly Listed[], now: readonly Listed[]): readonly Fact[] {
  return now.flatMap((item, index): readonly Fact[] => {
    const old = before.find(({ id }) => id === item.id);
    if (JSON.stringify(old) === JSON.stringify(item)) return [];
    return [[item.title ?? item.name ?? '', t('place {number}', { number: index + 1 })]];
  });
}
