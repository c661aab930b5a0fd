import { isCallboardError, unwrap } from 'callboard-client';
import { useState } from 'react';
import { base } from '../api/address';
import { plainClient } from '../api/plain-client';
import { signInPath } from '../api/session';
import { sentenceOf } from '../ui/failure';
import { Form } from '../ui/fields';
import { NewPasswordField, tooCommon } from '../ui/new-password';
import { useTitle } from '../ui/title';
import { Alone } from './alone';
import { linkSecret } from './link-secret';

/** Sets a new password with the reset of the link that opened the page. */
export function Reset() {
  useTitle('New password');
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
      setFault(faultOf(error));
    } finally {
      setSending(false);
    }
  }

  if (isDone) {
    return (
      <Alone title="The password is set">
        <output>All your sessions have ended. Sign in with the new password.</output>
        {/* A new page, because this one may know the person of an ended session. */}
        <a className="button button-primary" href={`${base}${signInPath}`}>
          Sign in
        </a>
      </Alone>
    );
  }
  if (linkSecret === '') {
    return (
      <Alone title="Open the whole link">
        <p>
          The address has no password reset. Open the link that you were sent, with everything after
          the # in it. After a reload the page needs the link again.
        </p>
        <a href={`${base}/app`}>Go to the sign-in</a>
      </Alone>
    );
  }
  return (
    <Alone title="Set a new password">
      <p className="muted">It ends all your sessions. Then you sign in with the new password.</p>
      <Form
        action={isSending ? 'Setting …' : 'Set the password'}
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
      >
        <NewPasswordField value={password} onChange={setPassword} />
      </Form>
    </Alone>
  );
}

function faultOf(error: unknown): string {
  if (isCallboardError(error, 'PASSWORD_RESET_NOT_VALID')) {
    return (
      'This password reset is not valid. It was used or replaced, or it is older than a day. Ask ' +
      'an owner of the workspace for a new one.'
    );
  }
  if (isCallboardError(error, 'PASSWORD_TOO_COMMON')) return tooCommon;
  return sentenceOf(error);
}
