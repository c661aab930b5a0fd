import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { byOffset } from '../../api/pages';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { ItemList } from './item-list';
import { NewWebhookDialog } from './new-webhook-dialog';
import { OwnersOnly } from './owners-only';
import { isOwner, SettingsPage } from './settings-page';
import { disabledReason, receives } from './webhook-words';

export { WebhookScreen } from './webhook-screen';

const first = { params: { query: { limit: 100 } } } as const;

/** The webhooks of the workspace and of its agents. */
export function WebhooksScreen() {
  return (
    <SettingsPage title="Webhooks">
      {(session) => (isOwner(session) ? <WebhooksPanel /> : <OwnersOnly />)}
    </SettingsPage>
  );
}

function WebhooksPanel() {
  const [isCreating, setCreating] = useState(false);
  const list = api.useInfiniteQuery('get', '/v1/webhooks', first, byOffset);
  return (
    <Panel
      title="Receivers of events"
      actions={
        <button type="button" className="button button-primary" onClick={() => setCreating(true)}>
          <Icon name="plus" /> New webhook
        </button>
      }
    >
      <ItemList
        list={list}
        empty="Webhooks appear here. Each sends what happens to a server of yours within seconds, signed."
      >
        {(webhook) => (
          <div className="item-text">
            <Link href={`/app/settings/webhooks/${webhook.id}`} className="item-title" dir="auto">
              {webhook.url ?? 'An agent without a URL'}
            </Link>
            {webhook.description !== null && (
              <span className="settings-text" dir="auto">
                {webhook.description}
              </span>
            )}
            <span className="row-meta">
              <strong>{webhook.state === 'enabled' ? 'Enabled' : 'Disabled'}</strong>
              <span>receives {receives(webhook)}</span>
              {webhook.waiting_count > 0 && <span>{webhook.waiting_count} wait</span>}
              {webhook.failing_since !== null && (
                <span>
                  failing, first <Time at={webhook.failing_since} />
                </span>
              )}
              {webhook.state === 'disabled' && <span>{disabledReason(webhook)}</span>}
            </span>
          </div>
        )}
      </ItemList>
      {isCreating && <NewWebhookDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}
