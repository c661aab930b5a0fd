import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Form, TextField } from '../../ui/fields';
import { NewPasswordField } from '../../ui/new-password';
import { Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { t } from '../../texts/texts';

/** The roles by name. */
export const roleNames = { owner: t('Owner'), member: t('Member'), viewer: t('Viewer') } as const;

/** The roles, for a choice. */
export const roles = [
  { value: 'owner', name: t('Owner: also manages people and the workspace') },
  { value: 'member', name: t('Member') },
  { value: 'viewer', name: t('Viewer: reads everything that members read, and changes nothing') },
] as const;

/** Changes the address with which the person signs in. */
export function EmailForm({ email }: { readonly email: string }) {
  const { write, isSending, error } = useWrite();
  const [next, setNext] = useState('');
  const [password, setPassword] = useState('');

  async function save(): Promise<void> {
    const body = { email: next.trim(), current_password: password };
    const changed = await write(() => unwrap(client.POST('/v1/session/email', { body })), {
      done: (user) => t('You sign in with {email} from now on.', { email: user.email ?? '' }),
    });
    if (changed === undefined) return;
    setNext('');
    setPassword('');
  }

  return (
    <Panel title={t('Address')}>
      <Form
        action={t('Change the address')}
        isSending={isSending}
        fault={explain(error)}
        onSend={() => void save()}
      >
        <p className="muted">
          {t('You sign in with {email}. No message is sent to the new address, so check it.', {
            email,
          })}
        </p>
        <div className="form-columns">
          <TextField
            label={t('New address')}
            type="email"
            autoComplete="email"
            value={next}
            onChange={setNext}
            isRequired
            maxLength={320}
          />
          <CurrentPassword value={password} onChange={setPassword} />
        </div>
      </Form>
    </Panel>
  );
}

/** Changes the person's password. */
export function PasswordForm() {
  const { write, isSending, error } = useWrite();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');

  async function save(): Promise<void> {
    const body = { current_password: current, new_password: next };
    const isDone = await write(
      async () => {
        await unwrap(client.POST('/v1/session/password', { body }));
        return true;
      },
      { done: t('The password is changed. Your other sessions have ended.') },
    );
    if (isDone !== true) return;
    setCurrent('');
    setNext('');
  }

  return (
    <Panel title={t('Password')}>
      <Form
        action={t('Change the password')}
        isSending={isSending}
        fault={explain(error)}
        onSend={() => void save()}
      >
        <p className="muted">{t('All your other sessions end.')}</p>
        <CurrentPassword value={current} onChange={setCurrent} />
        <NewPasswordField value={next} onChange={setNext} />
      </Form>
    </Panel>
  );
}

/** The field for the current password of the person. */
export function CurrentPassword({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={t('Current password')}
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      isRequired
      maxLength={1024}
    />
  );
}
