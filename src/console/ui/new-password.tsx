import { useState } from 'react';
import { CheckField, TextField } from './fields';
import { t } from '../texts/texts';

/** A field for a new password, which can be shown. */
export function NewPasswordField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        label={t('New password')}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        isRequired
        minLength={10}
        maxLength={1024}
        hint={t('At least ten characters, for example four unrelated words.')}
      />
      <CheckField label={t('Show the password')} checked={isShown} onChange={setShown} />
    </>
  );
}

/** Why the server refuses a password that attackers would try early. */
export const tooCommon = t(
  'This password is too common, or too close to a name or an address. Choose another one, such as four unrelated words.',
);
