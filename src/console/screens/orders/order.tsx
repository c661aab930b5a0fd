import { unwrap, type components } from 'callboard-client';
import { client, paramsOf } from '../../api/client';
import { TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { Time } from '../../ui/time';
import { t, Trans } from '../../texts/texts';

/** A standing order of an agent. */
export type Order = components['schemas']['Order'];

/** What a change of an order contains. */
export type OrderUpdate = components['schemas']['OrderUpdate'];

/** The states in words. */
export const orderStates = {
  active: t('Active'),
  paused: t('Paused'),
  dropped: t('Ended'),
} as const;

/** Reads an order as it is now. */
export function readOrder(id: string): Promise<Order> {
  return unwrap(client.GET('/v1/orders/{id}', { params: { path: { id } } }));
}

/** Changes this version of an order. */
export function changeOrder(
  order: Pick<Order, 'id' | 'version'>,
  body: OrderUpdate,
): Promise<Order> {
  return unwrap(client.PATCH('/v1/orders/{id}', { params: paramsOf(order), body }));
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

type Unit = (typeof units)[number][0];

const unitNames = [
  { value: 'day', name: t('days') },
  { value: 'hour', name: t('hours') },
  { value: 'minute', name: t('minutes') },
  { value: 'second', name: t('seconds') },
] as const satisfies readonly { readonly value: Unit; readonly name: string }[];

/** The largest unit in which a duration is a whole number, with the number. */
function split(seconds: number): { readonly count: number; readonly unit: Unit } {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return { count: seconds / size, unit };
}

/** A cadence as `CadenceField` has it: a number and a unit, or empty for none. */
export function cadenceOf({ checkin_every_seconds: seconds }: Order): string {
  if (seconds === null) return '';
  const { count, unit } = split(seconds);
  return `${count} ${unit}`;
}

/** The seconds of a cadence, or null. */
export function secondsOf(cadence: string): number | null {
  const [count, unit] = partsOf(cadence);
  const size = units.find(([name]) => name === unit)?.[1] ?? 1;
  return count === '' ? null : Number(count) * size;
}

function partsOf(cadence: string): readonly [count: string, unit: Unit] {
  const [count = '', given] = cadence.split(' ');
  return [count, unitNames.find(({ value }) => value === given)?.value ?? 'day'];
}

/** The fields of a cadence. */
export function CadenceField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (cadence: string) => void;
}) {
  const [count, unit] = partsOf(value);
  return (
    <div className="form-columns">
      <TextField
        label={t('Checks in every')}
        type="number"
        hint={t('Empty: no check-ins expected.')}
        value={count}
        onChange={(next) => onChange(`${next} ${unit}`)}
      />
      <SelectField
        label={t('Unit')}
        value={unit}
        options={unitNames}
        onChange={(next) => onChange(`${count} ${next}`)}
      />
    </div>
  );
}

/** How often an agent checks in, such as `checks in every 2 hours`. */
export function everyText(seconds: number): string {
  const { count, unit } = split(seconds);
  switch (unit) {
    case 'day':
      return t('{count, plural, one {checks in every day} other {checks in every # days}}', {
        count,
      });
    case 'hour':
      return t('{count, plural, one {checks in every hour} other {checks in every # hours}}', {
        count,
      });
    case 'minute':
      return t('{count, plural, one {checks in every minute} other {checks in every # minutes}}', {
        count,
      });
    case 'second':
      break;
  }
  return t('{count, plural, one {checks in every second} other {checks in every # seconds}}', {
    count,
  });
}

/** How often an order's agent checks in, and when it should do so next. */
export function CheckinDue({ order }: { readonly order: Order }) {
  const { checkin_every_seconds: every, next_checkin_due_at: due } = order;
  if (every === null) return <span>{t('no check-ins expected')}</span>;
  return (
    <>
      <span>{everyText(every)}</span>
      {due !== null && (
        <span className={order.checkin_overdue ? 'late' : undefined}>
          {order.checkin_overdue ? (
            <Trans id="overdue, was due {time}" values={{ time: <Time at={due} /> }} />
          ) : (
            <Trans id="next {time}" values={{ time: <Time at={due} /> }} />
          )}
        </span>
      )}
    </>
  );
}
