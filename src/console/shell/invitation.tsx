import { isCallboardError, unwrap } from 'callboard-client';
import { useState } from 'react';
import { base } from '../api/address';
import { plainClient } from '../api/plain-client';
import { sentenceOf } from '../ui/failure';
import { Form, TextField } from '../ui/fields';
import { NewPasswordField, tooCommon } from '../ui/new-password';
import { useTitle } from '../ui/title';
import { Alone } from './alone';
import { linkSecret } from './link-secret';

/** Accepts the invitation of the link that opened the page, and signs the new person in. */
export function Invitation() {
  useTitle('Invitation');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function accept(): Promise<void> {
    const chosen = name.trim() === '' ? {} : { name: name.trim() };
    const body = { token: linkSecret, password, ...chosen };
    setSending(true);
    try {
      await unwrap(plainClient.POST('/v1/invitations/accept', { body }));
      // Nothing of the person who was signed in before is left.
      location.assign(`${base}/app`);
    } catch (error) {
      setSending(false);
      setFault(faultOf(error));
    }
  }

  if (linkSecret === '') {
    return (
      <Alone title="Open the whole link">
        <p>
          The address has no invitation. Open the link that you were sent, with everything after the
          # in it. After a reload the page needs the link again.
        </p>
        <a href={`${base}/app`}>Go to the sign-in</a>
      </Alone>
    );
  }
  return (
    <Alone title="Join Callboard">
      <p className="muted">
        You are invited to a workspace. Choose a password. Then this browser is signed in as you.
      </p>
      <Form
        action={isSending ? 'Joining …' : 'Join'}
        isSending={isSending}
        fault={fault}
        onSend={() => void accept()}
      >
        <TextField
          label="Your name"
          value={name}
          onChange={setName}
          autoComplete="name"
          hint="If it is empty, the name in the invitation is used, or your address."
        />
        <NewPasswordField value={password} onChange={setPassword} />
      </Form>
    </Alone>
  );
}

function faultOf(error: unknown): string {
  if (isCallboardError(error, 'INVITATION_NOT_VALID')) {
    return (
      'This invitation is not valid. It was used, revoked or replaced, or it is older than seven ' +
      'days. Ask the owner for a new one.'
    );
  }
  if (isCallboardError(error, 'EMAIL_TAKEN')) {
    return `${error.details.email} already has an account in this workspace. Sign in with it.`;
  }
  if (isCallboardError(error, 'PASSWORD_TOO_COMMON')) return tooCommon;
  return sentenceOf(error);
}
