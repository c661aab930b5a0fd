import { useParam } from '../../ui/url-params';
import { Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { AgentFilter } from '../questions/filters';
import { InsightPanels } from './insights';

/** What was done, how long everybody waited, and what waits. */
export function InsightsScreen() {
  useTitle('Insights');
  const [agent] = useParam('agent');
  return (
    <Page
      title="Insights"
      trail={[{ href: '/app/agents', name: 'Agents' }]}
      actions={<AgentFilter />}
    >
      <InsightPanels agentId={agent === '' ? undefined : agent} />
    </Page>
  );
}
