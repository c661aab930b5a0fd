import { unwrap, type components } from 'callboard-client';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'wouter';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { Failure, RowsSkeleton, lazy, loadable } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { Facts, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { ItemList } from './item-list';
import { isOwner, SettingsPage } from './settings-page';
import { disabledReason, formats, receives } from './webhook-words';
import { t, Trans } from '../../texts/texts';

/** The dialogs; undefined until they are loaded. */
const useDialogs = loadable(() => import('./webhook-dialogs'));

const DeliveriesPanel = lazy(async () => ({
  default: (await import('./deliveries-panel')).DeliveriesPanel,
}));

const first = { params: { query: { limit: 100 } } } as const;

/** The webhooks of the workspace and of its agents. */
export function WebhooksScreen() {
  return (
    <SettingsPage title={t('Webhooks')}>
      {(session) => (isOwner(session) ? <WebhooksPanel /> : <OwnersOnly />)}
    </SettingsPage>
  );
}

function WebhooksPanel() {
  const [isCreating, setCreating] = useState(false);
  const dialogs = useDialogs();
  const list = api.useInfiniteQuery('get', '/v1/webhooks', first, byOffset);
  return (
    <Panel
      title={t('Receivers of events')}
      actions={
        <button type="button" className="button button-primary" onClick={() => setCreating(true)}>
          <Icon name="plus" /> {t('New webhook')}
        </button>
      }
    >
      <ItemList
        list={list}
        empty={t(
          'Webhooks appear here. Each sends what happens to a server of yours within seconds, signed.',
        )}
      >
        {(webhook) => (
          <div className="item-text">
            <Link href={`/app/settings/webhooks/${webhook.id}`} className="item-title" dir="auto">
              {webhook.url ?? t('An agent without a URL')}
            </Link>
            {webhook.description !== null && (
              <span className="settings-text" dir="auto">
                {webhook.description}
              </span>
            )}
            <span className="row-meta">
              <strong>{webhook.state === 'enabled' ? t('Enabled') : t('Disabled')}</strong>
              <span>{t('receives {webhook}', { webhook: receives(webhook) })}</span>
              {webhook.waiting_count > 0 && (
                <span>{t('{waitingCount} waiting', { waitingCount: webhook.waiting_count })}</span>
              )}
              {webhook.failing_since !== null && (
                <span>
                  <Trans
                    id="failing, first {time}"
                    values={{ time: <Time at={webhook.failing_since} /> }}
                  />
                </span>
              )}
              {webhook.state === 'disabled' && <span>{disabledReason(webhook)}</span>}
            </span>
          </div>
        )}
      </ItemList>
      {isCreating && dialogs && <dialogs.NewWebhookDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}

type Webhook = components['schemas']['Webhook'];
type Command = 'edit' | 'state' | 'delete' | 'rotate';

const section = { href: '/app/settings/webhooks', name: t('Webhooks') } as const;

/** A webhook with its commands and its deliveries. */
export function WebhookScreen() {
  return (
    <SettingsPage title={t('Webhook')} section={section}>
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
      <Suspense fallback={<RowsSkeleton />}>
        <DeliveriesPanel webhookId={id} />
      </Suspense>
    </>
  );
}

function WebhookPanel({ webhook }: { readonly webhook: Webhook }) {
  const [command, setCommand] = useState<Command>();
  const dialogs = useDialogs();
  const test = useTestMessage(webhook.id);
  const isEnabled = webhook.state === 'enabled';
  const button = (name: string, chosen: Command) => (
    <button type="button" className="button" onClick={() => setCommand(chosen)}>
      {name}
    </button>
  );
  return (
    <Panel title={webhook.url ?? t('An agent without a URL')}>
      <p>
        {isEnabled
          ? t('Enabled.')
          : t('Disabled. {webhook}', { webhook: disabledReason(webhook) ?? '' })}{' '}
        {webhook.disabled_at !== null && <Time at={webhook.disabled_at} />}
      </p>
      {webhook.description !== null && (
        <p className="muted" dir="auto">
          {webhook.description}
        </p>
      )}
      <Facts facts={factsOf(webhook)} />
      {webhook.preset === null && webhook.kinds.length > 1 && (
        <details>
          <summary>
            {t('{count, plural, one {The # kind} other {The # kinds}}', {
              count: webhook.kinds.length,
            })}
          </summary>
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
          aria-disabled={test.isSending}
          onClick={() => void test.send()}
        >
          {t('Send a test')}
        </button>
        {button(t('Change'), 'edit')}
        {button(isEnabled ? t('Disable') : t('Enable'), 'state')}
        {webhook.format === 'standard' && button(t('Rotate the secret'), 'rotate')}
        {button(t('Delete'), 'delete')}
      </div>
      {command !== undefined && dialogs && (
        <dialogs.WebhookDialog
          command={command}
          webhook={webhook}
          onClose={() => setCommand(undefined)}
        />
      )}
    </Panel>
  );
}

function factsOf(webhook: Webhook): Parameters<typeof Facts>[0]['facts'] {
  const { failing_since: failing, overlap_ends_at: overlap } = webhook;
  return [
    [t('Receives'), receives(webhook)],
    [t('Sends'), formats.find(({ value }) => value === webhook.format)?.name],
    [t('Waiting deliveries'), webhook.waiting_count],
    [t('Messages at the same time'), webhook.in_flight],
    [t('Failing, first'), failing === null ? null : <Time key="failing" at={failing} />],
    [t('The old secret signs too, until'), overlap === null ? null : <Time key="o" at={overlap} />],
    [t('Created'), <Time key="created" at={webhook.created_at} />],
  ];
}

/** Sends a test message to a webhook. */
function useTestMessage(id: string) {
  const { write, isSending, error } = useWrite();
  const send = () =>
    write(
      () => unwrap(client.POST('/v1/webhooks/{id}/test', { params: { path: { id } }, body: {} })),
      { done: t('A test is on its way. Its result appears under Deliveries.') },
    );
  return { send, isSending, fault: explain(error) };
}

/** Says why a member sees no webhooks. */
function OwnersOnly() {
  return <p className="muted">{t('Only owners see and change webhooks.')}</p>;
}
