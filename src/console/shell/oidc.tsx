import { useEffect, useState } from 'react';
import { type components, unwrap } from 'callboard-client';
import { base } from '../api/address';
import { plainClient } from '../api/client';
import { addressInWorkspace } from '../api/workspace';
import { t } from '../texts/texts';

export type Ways = components['schemas']['SignIn'];

/** The ways to sign in; only passwords until they are read. */
export function useWays(): Ways {
  const [ways, setWays] = useState<Ways>({ password: true, oidc: null });
  useEffect(() => {
    unwrap(plainClient.GET('/v1/sign-in')).then(setWays, () => undefined);
  }, []);
  return ways;
}

const start = `${base}/v1/oidc/start`;

/** The button that leads to the provider of OpenID Connect; nothing without one. */
export function OidcButton({
  ways: { oidc },
  name = t('Sign in with {name}', { name: oidc?.name ?? '' }),
  link,
  ...fields
}: {
  readonly ways: Ways;
  /** What the button says. */
  readonly name?: string;
  readonly return_to?: string;
  readonly invitation?: string;
  readonly link?: 'true';
}) {
  if (oidc === null) return null;
  return (
    <form method="post" action={link === undefined ? start : addressInWorkspace(start)}>
      {link !== undefined && <input type="hidden" name="link" value={link} />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button">
        {name}
      </button>
    </form>
  );
}
