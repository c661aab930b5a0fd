import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';
import { ConfirmDialog } from '../../ui/dialog';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

/** Sends a message of a webhook and all later ones again. */
export function ReplayDialog({
  delivery: { webhook_id: id, kind, created_at: at },
  after,
  onClose,
}: {
  readonly delivery: components['schemas']['WebhookDelivery'];
  /** The cursor before the message. */
  readonly after: string;
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();

  async function replay(): Promise<void> {
    const replayed = await write(
      () =>
        unwrap(
          client.POST('/v1/webhooks/{id}/replay', { params: { path: { id } }, body: { after } }),
        ),
      { done: 'The webhook sends the messages again.' },
    );
    if (replayed !== undefined) onClose();
  }

  return (
    <ConfirmDialog
      title="Send all since this message again?"
      action="Send again"
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void replay()}
      onClose={onClose}
    >
      <p>
        The webhook sends {kind}, created <Time at={at} />, and every later message again. Messages
        that are still stored have the same ids, so a receiver can skip those that it knows.
      </p>
    </ConfirmDialog>
  );
}
