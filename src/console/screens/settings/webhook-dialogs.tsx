import type { components } from 'callboard-client';
import { DeleteWebhookDialog } from './delete-webhook-dialog';
import { EditWebhookDialog } from './edit-webhook-dialog';
import { RotateDialog } from './rotate-dialog';
import { WebhookStateDialog } from './webhook-state-dialog';

const dialogs = {
  edit: EditWebhookDialog,
  state: WebhookStateDialog,
  delete: DeleteWebhookDialog,
  rotate: RotateDialog,
} as const;

/** The dialog of a command of a webhook. */
export function WebhookDialog({
  command,
  webhook,
  onClose,
}: {
  readonly command: keyof typeof dialogs;
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const Chosen = dialogs[command];
  return <Chosen webhook={webhook} onClose={onClose} />;
}
