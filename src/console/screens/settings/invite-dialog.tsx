import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { invitationPath } from '../../shell/link-secret';
import { Dialog } from '../../ui/dialog';
import { Form, SelectField, TextField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { OneTimeLink } from './one-time-link';
import { roles } from './person-dialog';

/** Invites a person, and shows the link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { write, isSending, error } = useWrite();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<components['schemas']['Role']>('member');
  const [created, setCreated] = useState<components['schemas']['InvitationCreated']>();

  async function invite(): Promise<void> {
    const named = name.trim() === '' ? {} : { name: name.trim() };
    const body = { email: email.trim(), role, ...named };
    setCreated(await write(() => unwrap(client.POST('/v1/invitations', { body }))));
  }

  return (
    <Dialog title="Invite a person" showsOnce={created !== undefined} onClose={onClose}>
      {created === undefined ? (
        <Form
          action="Create the invitation"
          isSending={isSending}
          fault={explain(error)}
          onSend={() => void invite()}
          onCancel={onClose}
        >
          <p className="muted">
            You get a link to send to the person. Callboard sends no mail. A new invitation of the
            same address replaces the earlier one.
          </p>
          <TextField
            label="E-mail address"
            type="email"
            value={email}
            onChange={setEmail}
            isRequired
            maxLength={320}
          />
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            hint="May be empty. The person can choose another one."
          />
          <SelectField label="Role" value={role} options={roles} onChange={setRole} />
        </Form>
      ) : (
        <OneTimeLink
          path={invitationPath}
          token={created.token}
          expiresAt={created.invitation.expires_at}
        >
          {`Send this link to ${created.invitation.email}.`}
        </OneTimeLink>
      )}
    </Dialog>
  );
}
