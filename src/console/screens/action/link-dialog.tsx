import { unwrap } from 'callboard-client';
import { useState } from 'react';
import type { Action } from '../../actions/action-form';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/fields';
import { LinkFields } from '../../ui/link-fields';
import { useActionWrite } from './write-action';

/** Attaches the address of a page to the action. */
export function LinkDialog({
  action,
  onClose,
}: {
  readonly action: Action;
  readonly onClose: () => void;
}) {
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const { write, isSending, fault } = useActionWrite();

  async function send(): Promise<void> {
    const body = { action_id: action.id, url: url.trim(), title: title.trim() || null };
    const attached = await write(() => unwrap(client.POST('/v1/links', { body })), {
      done: 'Attached the link.',
      undo: ({ id }) => unwrap(client.DELETE('/v1/links/{id}', { params: { path: { id } } })),
    });
    if (attached !== undefined) onClose();
  }

  return (
    <Dialog title="Attach a link" onClose={onClose}>
      <Form
        action="Attach"
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        <LinkFields url={url} title={title} onUrl={setUrl} onTitle={setTitle} />
      </Form>
    </Dialog>
  );
}
