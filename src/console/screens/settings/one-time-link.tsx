import { server } from '../../api/address';
import { Copyable } from '../../ui/copyable';
import { Time } from '../../ui/time';

/** A link with a secret, which the API returns only once. */
export function OneTimeLink({
  path,
  token,
  expiresAt,
  children,
}: {
  readonly path: string;
  /** Absent when the response is a repetition. */
  readonly token: string | undefined;
  readonly expiresAt: string;
  readonly children: string;
}) {
  if (token === undefined) return <p>The link was shown before. Create a new one.</p>;
  return (
    <div className="form">
      <p dir="auto">
        {children} It works once and ends <Time at={expiresAt} />. Anybody who has it can use it, so
        send it where only this person reads it.
      </p>
      <Copyable text={`${server}${path}#${token}`} what="the link" />
      <p className="muted">The link is shown only now.</p>
    </div>
  );
}
