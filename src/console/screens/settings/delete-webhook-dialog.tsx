import { unwrap, type components } from 'callboard-client';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { ConfirmDialog } from '../../ui/dialog';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

/** Asks before a webhook is deleted. */
export function DeleteWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [, navigate] = useLocation();

  async function confirm(): Promise<void> {
    const params = { path: { id: webhook.id } };
    await write(
      async () => {
        await unwrap(client.DELETE('/v1/webhooks/{id}', { params }));
        // Before the screens are read again, because this one has no webhook any more.
        navigate('/app/settings/webhooks', { replace: true });
      },
      { done: 'The webhook is deleted.' },
    );
  }

  return (
    <ConfirmDialog
      title="Delete the webhook?"
      action="Delete"
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Nothing more is sent, and its deliveries can no longer be read. Nothing undoes this.</p>
    </ConfirmDialog>
  );
}
