import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';
import { ConfirmDialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { InviteDialog } from './invite-dialog';
import { ItemButton, ItemList } from './item-list';

type Invitation = components['schemas']['Invitation'];

const first = { params: { query: { limit: 100 } } } as const;

/** The open invitations, and the way to a new one. */
export function InvitationsPanel() {
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation>();
  const list = api.useInfiniteQuery('get', '/v1/invitations', first, byOffset);
  return (
    <Panel
      title="Open invitations"
      actions={
        <button type="button" className="button button-primary" onClick={() => setInviting(true)}>
          <Icon name="plus" /> Invite a person
        </button>
      }
    >
      <ItemList
        list={list}
        empty="People whom you have invited appear here until they accept. An invitation ends after seven days."
      >
        {(invitation) => (
          <>
            <div className="item-text">
              <span className="item-title" dir="auto">
                {invitation.name ?? invitation.email}
              </span>
              <span className="row-meta">
                <strong>{invitation.role === 'owner' ? 'Owner' : 'Member'}</strong>
                {invitation.name !== null && <span>{invitation.email}</span>}
                <span>
                  ends <Time at={invitation.expires_at} />
                </span>
              </span>
            </div>
            <ItemButton
              name="Revoke"
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
      { done: `The invitation of ${email} is revoked.` },
    );
    if (isRevoked === true) onClose();
  }

  return (
    <ConfirmDialog
      title="Revoke the invitation?"
      action="Revoke"
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>The link that {email} was sent is no longer valid. You can invite the address again.</p>
    </ConfirmDialog>
  );
}
