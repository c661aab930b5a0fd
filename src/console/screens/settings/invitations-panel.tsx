import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { invitationPath } from '../../api/address';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { ItemButton, ItemList } from './item-list';
import { roleNames, roles } from './person-forms';
import { OneTimeLink } from './person-dialogs';
import { t, Trans } from '../../texts/texts';

type Invitation = components['schemas']['Invitation'];

const first = { params: { query: { limit: 100 } } } as const;

/** The open invitations, and the way to a new one. */
export function InvitationsPanel() {
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation>();
  const list = api.useInfiniteQuery('get', '/v1/invitations', first, byOffset);
  return (
    <Panel
      title={t('Open invitations')}
      actions={
        <button type="button" className="button button-primary" onClick={() => setInviting(true)}>
          <Icon name="plus" /> {t('Invite a person')}
        </button>
      }
    >
      <ItemList
        list={list}
        empty={t(
          'People whom you have invited appear here until they accept. An invitation ends after seven days.',
        )}
      >
        {(invitation) => (
          <>
            <div className="item-text">
              <span className="item-title" dir="auto">
                {invitation.name ?? invitation.email}
              </span>
              <span className="row-meta">
                <strong>{roleNames[invitation.role]}</strong>
                {invitation.name !== null && <span>{invitation.email}</span>}
                <span>
                  <Trans id="ends {time}" values={{ time: <Time at={invitation.expires_at} /> }} />
                </span>
              </span>
            </div>
            <ItemButton
              name={t('Revoke')}
              of={invitation.email}
              onClick={() => setRevoked(invitation)}
            />
          </>
        )}
      </ItemList>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {revoked !== undefined && (
        <RevokeDialog invitation={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </Panel>
  );
}

function RevokeDialog({
  invitation: { id, email },
  onClose,
}: {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();

  async function revoke(): Promise<void> {
    const params = { path: { id } };
    const isRevoked = await write(
      async () => {
        await unwrap(client.DELETE('/v1/invitations/{id}', { params }));
        return true;
      },
      { done: t('The invitation of {email} is revoked.', { email }) },
    );
    if (isRevoked === true) onClose();
  }

  return (
    <ConfirmDialog
      title={t('Revoke the invitation?')}
      action={t('Revoke')}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        {t('The link that {email} was sent is no longer valid. You can invite the address again.', {
          email,
        })}
      </p>
    </ConfirmDialog>
  );
}

/** Invites a person, and shows the link once. */
function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { write, isSending, error } = useWrite();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<components['schemas']['Role']>('member');
  const [created, setCreated] = useState<components['schemas']['InvitationWithToken']>();

  async function invite(): Promise<void> {
    const named = name.trim() === '' ? {} : { name: name.trim() };
    const body = { email: email.trim(), role, ...named };
    setCreated(await write(() => unwrap(client.POST('/v1/invitations', { body }))));
  }

  return (
    <FormDialog
      title={t('Invite a person')}
      action={t('Create the invitation')}
      isSending={isSending}
      fault={explain(error)}
      onSend={() => void invite()}
      result={
        created && (
          <OneTimeLink
            path={invitationPath}
            token={created.token}
            expiresAt={created.invitation.expires_at}
          >
            {t('Send this link to {email}.', { email: created.invitation.email })}
          </OneTimeLink>
        )
      }
      onClose={onClose}
    >
      <p className="muted">
        {t(
          'You get a link to send to the person. It is mailed too, if the server sends mails. A new invitation of the same address replaces the earlier one.',
        )}
      </p>
      <TextField
        label={t('E-mail address')}
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        maxLength={320}
      />
      <TextField
        label={t('Name')}
        value={name}
        onChange={setName}
        hint={t('May be empty. The person can choose another one.')}
      />
      <SelectField label={t('Role')} value={role} options={roles} onChange={setRole} />
    </FormDialog>
  );
}
