import '../api/client';
import { changesOf } from './draft';
import { factOf, Theirs } from './edit-dialog';
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
  const changes =
    isList(before) && isList(now) ? changesOfOrder(before, now) : changesOfRecord(before, now);
  return (
    <Theirs facts={Object.entries(changes).map((entry) => factOf(entry, nameOf))}>
      <button type="button" className="button button-small" onClick={again}>
        {t('Do it again, with this version')}
      </button>
    </Theirs>
  );
}

function changesOfRecord(before: object, now: object): object {
  const changes = Object.entries(changesOf(before, now));
  return Object.fromEntries(changes.filter(([name]) => known.includes(name)));
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
function changesOfOrder(before: readonly Listed[], now: readonly Listed[]): object {
  const places = now.map((item, index): readonly [string, string | undefined] => {
    const old = before.find(({ id }) => id === item.id);
    const isSame = JSON.stringify(old) === JSON.stringify(item);
    return [
      item.title ?? item.name ?? '',
      isSame ? undefined : t('place {number}', { number: index + 1 }),
    ];
  });
  return Object.fromEntries(places.filter(([, place]) => place !== undefined));
}
