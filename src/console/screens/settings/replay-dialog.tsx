import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Form, TextField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

/** Sends again everything that happened after a position. */
export function ReplayDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [after, setAfter] = useState('');

  async function replay(): Promise<void> {
    const params = { path: { id: webhook.id } };
    const body = { after: after.trim() };
    const replayed = await write(
      () => unwrap(client.POST('/v1/webhooks/{id}/replay', { params, body })),
      { done: 'The webhook sends again what happened since.' },
    );
    if (replayed !== undefined) onClose();
  }

  return (
    <Dialog title="Send again from a position" onClose={onClose}>
      <Form
        action="Send again"
        isSending={isSending}
        fault={explain(error)}
        onSend={() => void replay()}
        onCancel={onClose}
      >
        <p className="muted">
          The webhook goes back to a position and sends again everything that happened after it.
          Messages that are still stored have the same ids, so a receiver can skip them. To send one
          message again, open it under Deliveries.
        </p>
        <TextField
          label="Position"
          value={after}
          onChange={setAfter}
          isRequired
          maxLength={200}
          hint={`A cursor of GET /v1/events. The webhook is now at ${webhook.position}.`}
        />
      </Form>
    </Dialog>
  );
}
