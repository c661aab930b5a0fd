import { useState } from 'react';
import { Form } from '../../ui/fields';
import { LinkFields } from '../../ui/link-fields';
import { useWrite } from '../../ui/use-write';
import { InlineForm } from './inline-form';
import { attach, remove } from './send-link';

/** A form that attaches an address to a project. */
export function LinkForm({
  projectId,
  onClose,
}: {
  readonly projectId: string;
  readonly onClose: () => void;
}) {
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const { write, isSending, fault } = useWrite();

  async function send(): Promise<void> {
    const text = title.trim();
    const link = { url: url.trim(), document_id: null, title: text === '' ? null : text };
    const attached = await write(() => attach(projectId, link), {
      done: 'The link was attached.',
      undo: remove,
    });
    if (attached !== undefined) onClose();
  }

  return (
    <InlineForm onClose={onClose}>
      <Form
        action="Attach"
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        <LinkFields url={url} title={title} onUrl={setUrl} onTitle={setTitle} />
      </Form>
    </InlineForm>
  );
}
