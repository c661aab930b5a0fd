import { useState } from 'react';
import { Link } from 'wouter';
import { isFallback, signInPath, type Session } from '../../api/session';
import { SelectField } from '../../ui/fields';
import { Facts, Panel } from '../../ui/page';
import { setTimeZone, useTimeZone, zonesWith } from '../../ui/time-zone';
import { EmailForm, PasswordForm } from './account-forms';
import { PersonDialog } from './person-dialog';
import { SessionsPanel } from './sessions-panel';
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
  const timeZone = useTimeZone();
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
      <SelectField
        label="Time zone of this browser"
        value={timeZone}
        options={zonesWith(timeZone)}
        hint="The console shows and takes times in it."
        onChange={setTimeZone}
      />
      {isChanging && (
        <PersonDialog user={user} session={session} onClose={() => setChanging(false)} />
      )}
    </Panel>
  );
}
