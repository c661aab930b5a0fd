import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { ifMatch } from '../../api/if-match';
import { ConfirmDialog } from '../../ui/dialog';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

const starts = [
  { value: 'first_undelivered', name: 'Send what waits and what it missed, then what happens' },
  { value: 'now', name: 'Send only what happens from now on' },
] as const;

/** Asks before a webhook is disabled, and where it continues when it is enabled. */
export function WebhookStateDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [start, setStart] = useState<(typeof starts)[number]['value']>('first_undelivered');
  const isEnabled = webhook.state === 'enabled';

  async function confirm(): Promise<void> {
    const params = { path: { id: webhook.id }, header: ifMatch(webhook) };
    const body = isEnabled
      ? { state: 'disabled' as const }
      : { state: 'enabled' as const, resume_from: start };
    const changed = await write(() => unwrap(client.PATCH('/v1/webhooks/{id}', { params, body })), {
      done: `The webhook is ${isEnabled ? 'disabled' : 'enabled'}.`,
    });
    if (changed !== undefined) onClose();
  }

  return (
    <ConfirmDialog
      title={isEnabled ? 'Disable the webhook?' : 'Enable the webhook'}
      action={isEnabled ? 'Disable' : 'Enable'}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isEnabled ? (
        <p>It sends nothing but tests until it is enabled again. Its deliveries wait.</p>
      ) : (
        <fieldset>
          <legend className="settings-legend">Where does it continue?</legend>
          {starts.map(({ value, name }) => (
            <label key={value} className="check">
              <input
                type="radio"
                name="start"
                checked={start === value}
                onChange={() => setStart(value)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
