import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Form, SelectField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { SecretText } from './secret-text';

const overlaps = [
  { value: '0', name: 'Not at all: it leaked' },
  { value: '3600', name: 'For an hour' },
  { value: '21600', name: 'For six hours' },
  { value: '86400', name: 'For a day' },
] as const;

/** Replaces the secret of a webhook, and shows the new one once. */
export function RotateDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('3600');
  const [rotated, setRotated] = useState<components['schemas']['WebhookWithSecret']>();

  async function rotate(): Promise<void> {
    const params = { path: { id: webhook.id } };
    const body = { overlap_seconds: Number(overlap) };
    setRotated(
      await write(() => unwrap(client.POST('/v1/webhooks/{id}/rotate-secret', { params, body }))),
    );
  }

  return (
    <Dialog title="Rotate the secret" showsOnce={rotated !== undefined} onClose={onClose}>
      {rotated === undefined ? (
        <Form
          action="Create a new secret"
          isSending={isSending}
          fault={explain(error)}
          onSend={() => void rotate()}
          onCancel={onClose}
        >
          <SelectField
            label="How long does the old secret sign too?"
            value={overlap}
            options={overlaps}
            onChange={setOverlap}
            hint="Meanwhile every message has both signatures, so the receiver can change over."
          />
        </Form>
      ) : (
        <SecretText secret={rotated.secret} />
      )}
    </Dialog>
  );
}
