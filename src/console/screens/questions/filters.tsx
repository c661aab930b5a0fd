import { useState } from 'react';
import { ActorFilter, AgentPicker } from '../../pickers/pickers';
import { SelectField } from '../../ui/menu';
import { useNow } from '../../ui/time';
import { useChoice, useParam } from '../../ui/url-params';
import { t } from '../../texts/texts';

/** A choice of an agent whose records are listed. Its id is in the address. */
export function AgentFilter() {
  const [value, onChange] = useParam('agent');
  return (
    <AgentPicker
      none={t('All agents')}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

/** A choice of the person who decided what is listed. The id is in the address. */
export function DeciderFilter() {
  const [value, onChange] = useParam('by');
  return (
    <ActorFilter
      label={t('Decided by')}
      none={t('Anybody')}
      hasNobody={false}
      ofPeople
      value={value}
      onChange={onChange}
    />
  );
}

/** A choice of the order. The first is chosen when the address has none. */
export function SortFilter() {
  const [value, onChange] = useSort();
  const options = [
    { value: 'oldest', name: t('Oldest first') },
    { value: 'newest', name: t('Newest first') },
  ] as const;
  return <SelectField label={t('Sort')} value={value} options={options} onChange={onChange} />;
}

/** The order of what waits: the oldest first, because somebody waits longest for it. */
export function useSort() {
  return useChoice('sort', ['oldest', 'newest']);
}

const periods = [
  { value: '', name: t('Any time') },
  { value: '1', name: t('The last day') },
  { value: '7', name: t('The last 7 days') },
  { value: '30', name: t('The last 30 days') },
  { value: '365', name: t('The last year') },
] as const;

/** A choice of the time in which the listed records were decided. */
export function PeriodFilter() {
  const [value, onChange] = usePeriod();
  return (
    <SelectField label={t('Decided in')} value={value} options={periods} onChange={onChange} />
  );
}

function usePeriod() {
  return useChoice('days', ['', '1', '7', '30', '365']);
}

const hourMs = 3_600_000;

/** Since when the listed records were decided; undefined for all. It changes once an hour. */
export function useSince(): string | undefined {
  const [days] = usePeriod();
  const now = useNow();
  if (days === '') return undefined;
  const hour = Math.floor(now / hourMs) * hourMs;
  return new Date(hour - Number(days) * 24 * hourMs).toISOString();
}

/** Whether this was ever true while the screen is shown, so that decisions move nothing. */
export function useStays(isWanted: boolean): boolean {
  const [stays, setStays] = useState(isWanted);
  if (isWanted && !stays) setStays(true);
  return stays || isWanted;
}
