import { api } from '../../api/client';
import { slow } from '../../api/read-options';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Facts, Panel } from '../../ui/page';
import { wordsOfUsage } from '../../ui/usage';
import type { Agent } from './agent';
import { dateLocale, t } from '../../texts/texts';

const dayFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone: 'UTC' });

/** What the agent reported about its work in the last days. */
export function AgentUsage({ agent: { id } }: { readonly agent: Agent }) {
  const read = api.useQuery('get', '/v1/agents/{id}/usage', { params: { path: { id } } }, slow);
  if (read.data === undefined) {
    if (read.error === null) return <RowsSkeleton />;
    return <Failure error={read.error} onRetry={() => void read.refetch()} />;
  }
  const { from, total, days, time_zone: zone } = read.data;
  return (
    <Panel title={t('Reported by the agent')}>
      <p className="muted">
        {t(
          'What the agent says that its claims and check-ins used since {from} ({zone}). Nothing verifies it, and it limits nobody.',
          { from: nameOf(from), zone },
        )}
      </p>
      {days.length === 0 ? (
        <p>{t('It reported nothing.')}</p>
      ) : (
        <Facts
          facts={[
            [t('Total'), <strong key="total">{wordsOfUsage(total)}</strong>],
            ...days.map(({ day, usage }) => [nameOf(day), wordsOfUsage(usage)] as const),
          ]}
        />
      )}
    </Panel>
  );
}

function nameOf(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
