import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';
import { ifMatch } from '../../api/if-match';
import { EditDialog } from '../../ui/edit-dialog';
import { useEdit } from '../../ui/use-edit';
import { explain } from './explain';
import { WebhookFields, type WebhookDraft } from './webhook-fields';
import { receives } from './webhook-words';

type Webhook = components['schemas']['Webhook'];

/** Changes the URL, the description and the kinds of a webhook. */
export function EditWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const path = { id: webhook.id };
  const edit = useEdit(webhook, {
    fieldsOf,
    bodyOf: ({ url, description, kinds }) => ({
      url: url.trim(),
      description: description.trim() === '' ? null : description,
      kinds: [...kinds],
    }),
    factsOf: (now) => [
      ['URL', now.url],
      ['Description', now.description],
      ['Receives', receives(now)],
    ],
    read: () => unwrap(client.GET('/v1/webhooks/{id}', { params: { path } })),
    save: (body, version) =>
      unwrap(
        client.PATCH('/v1/webhooks/{id}', { params: { path, header: ifMatch(version) }, body }),
      ),
    onSaved: onClose,
    explain,
  });

  return (
    <EditDialog title="Change the webhook" edit={edit} onClose={onClose}>
      <WebhookFields
        draft={edit.fields}
        hasUrl={webhook.agent_id === null}
        onChange={edit.change}
      />
    </EditDialog>
  );
}

function fieldsOf({ url, description, kinds }: Webhook): WebhookDraft {
  return { url: url ?? '', description: description ?? '', kinds };
}
