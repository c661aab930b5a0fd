import { useParam } from '../../ui/url-params';
import { Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { AgentFilter } from '../questions/filters';
import { InsightPanels } from './insights';
import { t } from '../../texts/texts';

/** What was done, how long everybody waited, and what waits. */
export function InsightsScreen() {
  useTitle(t('Insights'));
  const [agent] = useParam('agent');
  return (
    <Page title={t('Insights')} trail={[{ href: '/app/agents', name: t('Agents') }]}>
      <InsightPanels agent={agent === '' ? undefined : { id: agent }}>
        <AgentFilter />
      </InsightPanels>
    </Page>
  );
}
