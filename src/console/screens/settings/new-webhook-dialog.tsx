import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { SecretText } from './secret-text';
import { WebhookFields, type WebhookDraft } from './webhook-fields';

/** Creates a webhook, and shows its secret once. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { write, isSending, error } = useWrite();
  const [draft, setDraft] = useState<WebhookDraft>({ url: '', description: '', kinds: [] });
  const [created, setCreated] = useState<components['schemas']['WebhookWithSecret']>();

  async function create(): Promise<void> {
    const body = {
      url: draft.url.trim(),
      description: draft.description.trim() === '' ? null : draft.description,
      kinds: [...draft.kinds],
    };
    setCreated(await write(() => unwrap(client.POST('/v1/webhooks', { body }))));
  }

  return (
    <Dialog title="New webhook" showsOnce={created !== undefined} onClose={onClose}>
      {created === undefined ? (
        <Form
          action="Create"
          isSending={isSending}
          fault={explain(error)}
          onSend={() => void create()}
          onCancel={onClose}
        >
          <WebhookFields draft={draft} hasUrl onChange={setDraft} />
        </Form>
      ) : (
        <SecretText secret={created.secret} />
      )}
    </Dialog>
  );
}
