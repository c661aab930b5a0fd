import { Copyable } from '../../ui/copyable';

/** The secret of a webhook, which the API returns only once. */
export function SecretText({ secret }: { readonly secret: string | undefined }) {
  if (secret === undefined) return <p>The secret was shown before. Rotate it for a new one.</p>;
  return (
    <div className="form">
      <p>
        The receiver needs this secret to verify the signatures. It is shown only now, so copy it to
        where the receiver runs.
      </p>
      <Copyable text={secret} what="the secret" />
    </div>
  );
}
