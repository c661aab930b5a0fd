import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { ifMatch } from '../../api/if-match';
import { Dialog } from '../../ui/dialog';
import { EditDialog } from '../../ui/edit-dialog';
import { AreaField, Form, TextField } from '../../ui/fields';
import { useEdit } from '../../ui/use-edit';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

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
  const path = { id: domain.id };
  const edit = useEdit(domain, {
    fieldsOf: ({ name, description }) => ({ name, description: description ?? '' }),
    bodyOf: ({ name, description }) => ({
      name: name.trim(),
      description: textOrNull(description),
    }),
    read: () => unwrap(client.GET('/v1/domains/{id}', { params: { path } })),
    save: (body, version) =>
      unwrap(
        client.PATCH('/v1/domains/{id}', { params: { path, header: ifMatch(version) }, body }),
      ),
    onSaved: onClose,
    explain,
  });
  const { name, description } = edit.fields;

  return (
    <EditDialog title="Change the domain" edit={edit} onClose={onClose}>
      <TextField
        label="Name"
        value={name}
        onChange={(next) => edit.change({ name: next })}
        isRequired
      />
      <AreaField
        label="Description"
        value={description}
        onChange={(next) => edit.change({ description: next })}
      />
    </EditDialog>
  );
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
