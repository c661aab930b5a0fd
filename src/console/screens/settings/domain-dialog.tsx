import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { AreaField, Form, TextField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { EditForm } from './edit-form';
import { explain } from './explain';
import { useEdit } from './use-edit';

/** Creates a domain. */
export function NewDomainDialog({ onClose }: { readonly onClose: () => void }) {
  const { write, isSending, error } = useWrite();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');

  async function create(): Promise<void> {
    const body = { name: name.trim(), description: textOrNull(description) };
    const created = await write(() => unwrap(client.POST('/v1/domains', { body })), {
      done: `The domain “${body.name}” is created.`,
    });
    if (created !== undefined) onClose();
  }

  return (
    <Dialog title="New domain" onClose={onClose}>
      <Form
        action="Create"
        isSending={isSending}
        fault={explain(error)}
        onSend={() => void create()}
        onCancel={onClose}
      >
        <TextField label="Name" value={name} onChange={setName} isRequired />
        <AreaField label="Description" value={description} onChange={setDescription} />
      </Form>
    </Dialog>
  );
}

/** Changes the name and the description of a domain. */
export function DomainDialog({
  domain,
  onClose,
}: {
  readonly domain: components['schemas']['Domain'];
  readonly onClose: () => void;
}) {
  const params = { path: { id: domain.id } };
  const edit = useEdit(domain, () => unwrap(client.GET('/v1/domains/{id}', { params })));
  const { opened, theirs } = edit;
  const [name, setName] = useState(opened.name);
  const [description, setDescription] = useState(opened.description ?? '');

  async function save(): Promise<void> {
    const body = {
      ...(name.trim() === opened.name ? {} : { name: name.trim() }),
      ...(description === (opened.description ?? '')
        ? {}
        : { description: textOrNull(description) }),
    };
    const saved = await edit.save(
      (header) => unwrap(client.PATCH('/v1/domains/{id}', { params: { ...params, header }, body })),
      `The domain “${name.trim()}” is changed.`,
    );
    if (saved !== undefined) onClose();
  }

  return (
    <Dialog title="Change the domain" onClose={onClose}>
      <EditForm
        isSending={edit.isSending}
        fault={edit.fault}
        theirs={
          theirs && [
            ['Name', theirs.name],
            ['Description', theirs.description],
            ['State', theirs.state],
          ]
        }
        onSave={() => void save()}
        onCancel={onClose}
      >
        <TextField label="Name" value={name} onChange={setName} isRequired />
        <AreaField label="Description" value={description} onChange={setDescription} />
      </EditForm>
    </Dialog>
  );
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
