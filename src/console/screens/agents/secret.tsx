import { Copyable } from '../../ui/copyable';

/** A secret that the server shows once. */
export function Secret({
  secret,
  what,
  onClose,
}: {
  /** Undefined if the first response was lost and a repetition came without it. */
  readonly secret: string | undefined;
  readonly what: 'token' | 'secret';
  readonly onClose: () => void;
}) {
  return (
    <div className="form">
      {secret === undefined ? (
        <p>The {what} was created, but did not arrive here. Replace it by another one.</p>
      ) : (
        <>
          <p>The {what} is shown only now, so copy it to where the agent runs:</p>
          <Copyable text={secret} what={`the ${what}`} />
        </>
      )}
      <div className="actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  );
}
