import { type components, unwrap } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/read-options';
import type { Session } from '../../api/session';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import {
  CreatedTokensDialog,
  EndSessionsDialog,
  EraseDialog,
  PersonStateDialog,
  ResetDialog,
  OneTimeLink,
} from './person-dialogs';
import { FilterTabs, ItemButton, ItemList } from './item-list';
import { PersonDialog } from './change-person';
import { roleNames, roles } from './person-forms';
import { isOwner, SettingsPage } from './settings-page';
import { useChoice } from '../../ui/url-params';
import { t, Trans } from '../../texts/texts';
import { invitationPath } from '../../api/address';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { Icon } from '../../ui/icon';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

type User = components['schemas']['User'];
type Command = 'edit' | 'state' | 'reset' | 'sessions' | 'erase';

const states = [
  { value: 'all', name: t('All') },
  { value: 'active', name: t('Active') },
  { value: 'deactivated', name: t('Deactivated') },
] as const;

/** The people of the workspace, and the invitations to it. */
export function PeopleScreen() {
  return (
    <SettingsPage title={t('People')}>
      {(session) => (
        <>
          {!isOwner(session) && (
            <p className="muted">
              {session.user.role === 'viewer'
                ? t(
                    'You are a viewer. Owners invite and deactivate people, and change their roles.',
                  )
                : t(
                    'You are a member. Owners invite and deactivate people, and change their roles.',
                  )}
            </p>
          )}
          <PeoplePanel session={session} />
          {isOwner(session) && <InvitationsPanel />}
        </>
      )}
    </SettingsPage>
  );
}

function PeoplePanel({ session }: { readonly session: Session }) {
  const [state, setState] = useChoice('state', ['all', 'active', 'deactivated']);
  const [command, setCommand] = useState<{ readonly name: Command; readonly user: User }>();
  const [creator, setCreator] = useState<User>();
  const query = { limit: 100, ...(state === 'all' ? {} : { state }) };
  const list = api.useInfiniteQuery('get', '/v1/users', { params: { query } }, byOffset);
  // As it is now, so that a command can be repeated after a 412.
  const users = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const user = users.find(({ id }) => id === command?.user.id) ?? command?.user;
  const isSelf = user?.id === session.user.id;
  const close = (): void => setCommand(undefined);
  const onChanged = (changed: User): void => {
    if ((changed.tokens_created_count ?? 0) > 0) setCreator(changed);
  };
  return (
    <Panel
      title={t('People of the workspace')}
      actions={
        <FilterTabs label={t('Which people')} options={states} value={state} onChange={setState} />
      }
    >
      <ItemList list={list} empty={t('Nobody is in this state.')}>
        {(person) => (
          <Person
            user={person}
            isSelf={person.id === session.user.id}
            mayManage={isOwner(session)}
            onCommand={(name) => setCommand({ name, user: person })}
          />
        )}
      </ItemList>
      {user !== undefined && command?.name === 'edit' && (
        <PersonDialog user={user} session={session} onChanged={onChanged} onClose={close} />
      )}
      {user !== undefined && command?.name === 'state' && (
        <PersonStateDialog user={user} onChanged={onChanged} onClose={close} />
      )}
      {user !== undefined && command?.name === 'erase' && (
        <EraseDialog user={user} onChanged={onChanged} onClose={close} />
      )}
      {user !== undefined && command?.name === 'reset' && (
        <ResetDialog user={user} isSelf={isSelf} onClose={close} />
      )}
      {user !== undefined && command?.name === 'sessions' && (
        <EndSessionsDialog user={user} isSelf={isSelf} onClose={close} />
      )}
      {creator !== undefined && (
        <CreatedTokensDialog user={creator} onClose={() => setCreator(undefined)} />
      )}
    </Panel>
  );
}

function Person({
  user,
  isSelf,
  mayManage,
  onCommand,
}: {
  readonly user: User;
  readonly isSelf: boolean;
  readonly mayManage: boolean;
  readonly onCommand: (name: Command) => void;
}) {
  const isActive = user.state === 'active';
  const isErased = user.email?.endsWith('@erased.invalid') === true;
  return (
    <>
      <div className="item-text">
        <span className="item-title" dir="auto">
          {user.name}
        </span>
        <span className="row-meta">
          <strong>{roleNames[user.role]}</strong>
          {isSelf && <span>{t('you')}</span>}
          <span>{user.email}</span>
          {user.deactivated_at !== null && (
            <span>
              <Trans id="deactivated {time}" values={{ time: <Time at={user.deactivated_at} /> }} />
            </span>
          )}
        </span>
      </div>
      <div className="actions" data-reads>
        {(isSelf || mayManage) && (
          <ItemButton name={t('Change')} of={user.name} onClick={() => onCommand('edit')} />
        )}
        {mayManage && isActive && (
          <>
            <ItemButton
              name={t('Reset the password')}
              of={user.name}
              onClick={() => onCommand('reset')}
            />
            <ItemButton
              name={t('End sessions')}
              of={user.name}
              onClick={() => onCommand('sessions')}
            />
          </>
        )}
        {mayManage && !isErased && (
          <ItemButton
            name={isActive ? t('Deactivate') : t('Reactivate')}
            of={user.name}
            onClick={() => onCommand('state')}
          />
        )}
        {mayManage && !isActive && !isErased && (
          <ItemButton name={t('Erase …')} of={user.name} onClick={() => onCommand('erase')} />
        )}
      </div>
    </>
  );
}

type Invitation = components['schemas']['Invitation'];

const firstInvitations = { params: { query: { limit: 100 } } } as const;

/** The open invitations, and the way to a new one. */
function InvitationsPanel() {
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation>();
  const list = api.useInfiniteQuery('get', '/v1/invitations', firstInvitations, byOffset);
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

interface InvitationFields {
  readonly email: string;
  readonly name: string;
  readonly role: components['schemas']['Role'];
}

const newInvitation: InvitationFields = { email: '', name: '', role: 'member' };

/** Invites a person, and shows the link once. */
function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useCreate('invitation', newInvitation);
  const { email, name, role } = form.fields;
  const [created, setCreated] = useState<components['schemas']['InvitationWithToken']>();

  async function invite(): Promise<void> {
    const named = name.trim() === '' ? {} : { name: name.trim() };
    const body = { email: email.trim(), role, ...named };
    setCreated(await form.create(() => unwrap(client.POST('/v1/invitations', { body }))));
  }

  return (
    <FormDialog
      title={t('Invite a person')}
      action={t('Create the invitation')}
      isSending={form.isSending}
      fault={explain(form.error)}
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
      <DraftFields draft={form}>
        <TextField
          label={t('E-mail address')}
          type="email"
          value={email}
          onChange={(next) => form.change({ email: next })}
          isRequired
          maxLength={320}
        />
        <TextField
          label={t('Name')}
          value={name}
          onChange={(next) => form.change({ name: next })}
          hint={t('May be empty. The person can choose another one.')}
        />
        <SelectField
          label={t('Role')}
          value={role}
          options={roles}
          onChange={(next) => form.change({ role: next })}
        />
      </DraftFields>
    </FormDialog>
  );
}
