import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { EditForm } from './edit-form';
import { useEdit } from './use-edit';
import { WebhookFields, type WebhookDraft } from './webhook-fields';
import { receives } from './webhook-words';

/** Changes the URL, the description and the kinds of a webhook. */
export function EditWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const params = { path: { id: webhook.id } };
  const edit = useEdit(webhook, () => unwrap(client.GET('/v1/webhooks/{id}', { params })));
  const { opened, theirs } = edit;
  const before = { url: opened.url ?? '', description: opened.description ?? '' };
  const [draft, setDraft] = useState<WebhookDraft>({ ...before, kinds: opened.kinds });

  async function save(): Promise<void> {
    const url = draft.url.trim();
    const description = draft.description.trim() === '' ? null : draft.description;
    const body = {
      ...(url === before.url ? {} : { url }),
      ...(draft.description === before.description ? {} : { description }),
      ...(draft.kinds === opened.kinds ? {} : { kinds: [...draft.kinds] }),
    };
    const saved = await edit.save(
      (header) =>
        unwrap(client.PATCH('/v1/webhooks/{id}', { params: { ...params, header }, body })),
      'The webhook is changed.',
    );
    if (saved !== undefined) onClose();
  }

  return (
    <Dialog title="Change the webhook" onClose={onClose}>
      <EditForm
        isSending={edit.isSending}
        fault={edit.fault}
        theirs={
          theirs && [
            ['URL', theirs.url],
            ['Description', theirs.description],
            ['Receives', receives(theirs)],
            ['State', theirs.state],
          ]
        }
        onSave={() => void save()}
        onCancel={onClose}
      >
        <WebhookFields draft={draft} hasUrl={webhook.agent_id === null} onChange={setDraft} />
      </EditForm>
    </Dialog>
  );
}
