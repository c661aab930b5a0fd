import { isCallboardError, unwrap } from 'callboard-client';
import { useState, type ReactNode } from 'react';
import { base, linkSecret, resetPath, signInLinkPath } from '../api/address';
import { plainClient } from '../api/client';
import { signInPath } from '../api/session';
import { enterWorkspace } from '../api/workspace';
import { sentenceOf } from '../ui/loading';
import { Form, TextField } from '../ui/fields';
import { NewPasswordField, tooCommon } from '../ui/new-password';
import { useTitle } from '../ui/title';
import { OidcButton, useWays } from './oidc';
import { t } from '../texts/texts';

/** The page of a link with a secret. */
export function LinkedPage({ path }: { readonly path: string }) {
  if (path === signInLinkPath) return <SignInLink />;
  return path === resetPath ? <Reset /> : <Invitation />;
}

/** Signs an owner in by the link that opened the page, when they press the button. */
function SignInLink() {
  useTitle(t('Sign in'));
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function signIn(): Promise<void> {
    setSending(true);
    try {
      const body = { token: linkSecret };
      const { workspace } = await unwrap(plainClient.POST('/v1/session/link', { body }));
      // Nothing of the person who was signed in before is left.
      enterWorkspace(workspace.id);
    } catch (error) {
      setSending(false);
      setFault(sentenceOf(error));
    }
  }

  return (
    <Alone title={linkSecret === '' ? t('Open the whole link') : t('Sign in with the link')}>
      {linkSecret === '' ? (
        <p>{t('The address has no secret. After a reload the page needs the link again.')}</p>
      ) : (
        <Form
          action={isSending ? t('Signing in …') : t('Sign in')}
          isSending={isSending}
          fault={fault}
          onSend={() => void signIn()}
        >
          <p className="muted">{t('The link works once.')}</p>
        </Form>
      )}
    </Alone>
  );
}

/** Accepts the invitation of the link that opened the page, and signs the new person in. */
function Invitation() {
  useTitle(t('Invitation'));
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const ways = useWays();

  async function accept(): Promise<void> {
    const chosen = name.trim() === '' ? {} : { name: name.trim() };
    const body = { token: linkSecret, password, ...chosen };
    setSending(true);
    try {
      const { workspace } = await unwrap(plainClient.POST('/v1/invitations/accept', { body }));
      // Nothing of the person who was signed in before is left.
      enterWorkspace(workspace.id);
    } catch (error) {
      setSending(false);
      setFault(faultOfInvitation(error));
    }
  }

  if (linkSecret === '') {
    return (
      <Alone title={t('Open the whole link')}>
        <p>
          {t(
            'The address has no invitation. Open the link that you were sent, with everything after the # in it. After a reload the page needs the link again.',
          )}
        </p>
        <a href={`${base}/app`}>{t('Go to the sign-in')}</a>
      </Alone>
    );
  }
  return (
    <Alone title={t('Join Callboard')}>
      <p className="muted">
        {ways.password
          ? t(
              'You are invited to a workspace. Choose a password. Then this browser is signed in as you.',
            )
          : t('You are invited to a workspace. Then this browser is signed in as you.')}
      </p>
      {ways.password && (
        <Form
          action={isSending ? t('Joining …') : t('Join')}
          isSending={isSending}
          fault={fault}
          onSend={() => void accept()}
        >
          <TextField
            label={t('Your name')}
            value={name}
            onChange={setName}
            autoComplete="name"
            hint={t('If it is empty, the name in the invitation is used, or your address.')}
          />
          <NewPasswordField value={password} onChange={setPassword} />
        </Form>
      )}
      <OidcButton
        ways={ways}
        name={t('Join with {name}', { name: ways.oidc?.name ?? '' })}
        invitation={linkSecret}
      />
    </Alone>
  );
}

function faultOfInvitation(error: unknown): string {
  if (isCallboardError(error, 'INVITATION_NOT_VALID')) {
    return t(
      'This invitation is not valid. It was used, revoked or replaced, or it is older than seven days. Ask the owner for a new one.',
    );
  }
  if (isCallboardError(error, 'EMAIL_TAKEN')) {
    return t('{email} already has an account in this workspace. Sign in with it.', {
      email: error.details.email,
    });
  }
  if (isCallboardError(error, 'PASSWORD_TOO_COMMON')) return tooCommon;
  return sentenceOf(error);
}

/** Sets a new password with the reset of the link that opened the page. */
function Reset() {
  useTitle(t('New password'));
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);

  async function send(): Promise<void> {
    setSending(true);
    try {
      const body = { token: linkSecret, password };
      await unwrap(plainClient.POST('/v1/session/password/reset', { body }));
      setDone(true);
    } catch (error) {
      setFault(faultOfReset(error));
    } finally {
      setSending(false);
    }
  }

  if (isDone) {
    return (
      <Alone title={t('The password is set')}>
        <output>{t('All your sessions have ended. Sign in with the new password.')}</output>
        {/* A new page, because this one may know the person of an ended session. */}
        <a className="button button-primary" href={`${base}${signInPath}`}>
          {t('Sign in')}
        </a>
      </Alone>
    );
  }
  if (linkSecret === '') {
    return (
      <Alone title={t('Open the whole link')}>
        <p>
          {t(
            'The address has no password reset. Open the link that you were sent, with everything after the # in it. After a reload the page needs the link again.',
          )}
        </p>
        <a href={`${base}/app`}>{t('Go to the sign-in')}</a>
      </Alone>
    );
  }
  return (
    <Alone title={t('Set a new password')}>
      <p className="muted">
        {t('It ends all your sessions. Then you sign in with the new password.')}
      </p>
      <Form
        action={isSending ? t('Setting …') : t('Set the password')}
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
      >
        <NewPasswordField value={password} onChange={setPassword} />
      </Form>
    </Alone>
  );
}

function faultOfReset(error: unknown): string {
  if (isCallboardError(error, 'PASSWORD_RESET_NOT_VALID')) {
    return t(
      'This password reset is not valid. It was used or replaced, or it is older than a day. Ask an owner of the workspace for a new one.',
    );
  }
  if (isCallboardError(error, 'PASSWORD_TOO_COMMON')) return tooCommon;
  return sentenceOf(error);
}

/** A page without the navigation, for visitors who have not signed in. */
function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="alone">
      <div className="card sign-in">
        <span className="brand-mark brand-mark-large" aria-hidden="true" />
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
