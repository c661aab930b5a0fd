import type { components } from 'callboard-client';
import { useState } from 'react';
import { useParams } from 'wouter';
import { api } from '../../api/client';
import { Failure } from '../../ui/failure';
import { Facts, Panel } from '../../ui/page';
import { RowsSkeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import { DeliveriesPanel } from './deliveries-panel';
import { OwnersOnly } from './owners-only';
import { isOwner, SettingsPage } from './settings-page';
import { useTestMessage } from './use-test-message';
import { disabledReason, receives } from './webhook-words';
import { WebhookDialog } from './webhook-dialogs';

type Webhook = components['schemas']['Webhook'];
type Command = 'edit' | 'state' | 'delete' | 'rotate';

const back = { href: '/app/settings/webhooks', name: 'Webhooks' } as const;

/** A webhook with its commands and its deliveries. */
export function WebhookScreen() {
  return (
    <SettingsPage title="Webhook" back={back}>
      {(session) => (isOwner(session) ? <WebhookPart /> : <OwnersOnly />)}
    </SettingsPage>
  );
}

function WebhookPart() {
  const { id } = useParams<{ id: string }>();
  const params = { path: { id } };
  const { data, error, refetch } = api.useQuery('get', '/v1/webhooks/{id}', { params });
  if (data === undefined) {
    if (error === null) return <RowsSkeleton />;
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <WebhookPanel webhook={data} />
      <DeliveriesPanel webhookId={id} />
    </>
  );
}

function WebhookPanel({ webhook }: { readonly webhook: Webhook }) {
  const [command, setCommand] = useState<Command>();
  const test = useTestMessage(webhook.id);
  const isEnabled = webhook.state === 'enabled';
  const button = (name: string, chosen: Command) => (
    <button type="button" className="button" onClick={() => setCommand(chosen)}>
      {name}
    </button>
  );
  return (
    <Panel title={webhook.url ?? 'An agent without a URL'}>
      <p>
        {isEnabled ? 'Enabled.' : `Disabled. ${disabledReason(webhook) ?? ''}`}{' '}
        {webhook.disabled_at !== null && <Time at={webhook.disabled_at} />}
      </p>
      {webhook.description !== null && (
        <p className="muted" dir="auto">
          {webhook.description}
        </p>
      )}
      <Facts facts={factsOf(webhook)} />
      {webhook.kinds.length > 1 && (
        <details>
          <summary>The {webhook.kinds.length} kinds</summary>
          <p>{webhook.kinds.join(', ')}</p>
        </details>
      )}
      <div role="alert">
        {test.fault !== undefined && <p className="notice notice-bad">{test.fault}</p>}
      </div>
      <div className="actions">
        <button
          type="button"
          className="button"
          disabled={test.isSending}
          onClick={() => void test.send()}
        >
          Send a test
        </button>
        {button('Change', 'edit')}
        {button(isEnabled ? 'Disable' : 'Enable', 'state')}
        {button('Rotate the secret', 'rotate')}
        {button('Delete', 'delete')}
      </div>
      {command !== undefined && (
        <WebhookDialog command={command} webhook={webhook} onClose={() => setCommand(undefined)} />
      )}
    </Panel>
  );
}

function factsOf(webhook: Webhook): Parameters<typeof Facts>[0]['facts'] {
  const { failing_since: failing, overlap_ends_at: overlap } = webhook;
  return [
    ['Receives', receives(webhook)],
    ['Waiting deliveries', webhook.waiting_count],
    ['Failing, first', failing === null ? null : <Time key="failing" at={failing} />],
    ['The old secret signs too, until', overlap === null ? null : <Time key="o" at={overlap} />],
    ['Created', <Time key="created" at={webhook.created_at} />],
  ];
}
