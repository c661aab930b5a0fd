import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { Link } from 'wouter';
import { client, queries } from '../../api/client';
import { isFallback, signInPath, type Session } from '../../api/session';
import { ConfirmDialog } from '../../ui/dialog';
import { Facts, Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import { EmailForm, PasswordForm } from './account-forms';
import { explain } from './explain';
import { PersonDialog } from './person-dialog';
import { SettingsPage } from './settings-page';

/** The person's own name, address, password and sessions. */
export function AccountScreen() {
  return (
    <SettingsPage title="Account">
      {(session) => (
        <>
          <PersonPanel session={session} />
          {isFallback(session) ? (
            <p className="banner banner-info">
              You act as {session.user.name} without a session, because the server runs in
              development. A password, an address to sign in with, and sessions apply after a
              sign-in. <Link href={signInPath}>Sign in</Link>
            </p>
          ) : (
            <>
              <EmailForm email={session.user.email} />
              <PasswordForm />
              <SessionsPanel />
            </>
          )}
        </>
      )}
    </SettingsPage>
  );
}

function PersonPanel({ session }: { readonly session: Session }) {
  const [isChanging, setChanging] = useState(false);
  const { user } = session;
  return (
    <Panel
      title="You"
      actions={
        <button type="button" className="button" onClick={() => setChanging(true)}>
          Change
        </button>
      }
    >
      <Facts
        facts={[
          ['Name', user.name],
          ['Address', user.email],
          ['Role', user.role === 'owner' ? 'Owner' : 'Member'],
        ]}
      />
      {isChanging && (
        <PersonDialog user={user} session={session} onClose={() => setChanging(false)} />
      )}
    </Panel>
  );
}

function SessionsPanel() {
  const [isAsking, setAsking] = useState(false);
  const { write, isSending, error } = useWrite();

  async function signOutEverywhere(): Promise<void> {
    const isDone = await write(async () => {
      await unwrap(client.DELETE('/v1/sessions'));
      return true;
    });
    if (isDone !== true) return;
    queries.clear();
    location.assign(signInPath);
  }

  return (
    <Panel title="Sessions">
      <p className="muted">
        Ends all your sessions, in this browser and everywhere else. Tokens of agents stay valid.
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => setAsking(true)}>
          Sign out everywhere
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          fault={explain(error)}
          isSending={isSending}
          onConfirm={() => void signOutEverywhere()}
          onClose={() => setAsking(false)}
        >
          <p>You have to sign in again in each browser, this one included.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
