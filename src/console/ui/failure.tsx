import { isCallboardError } from 'callboard-client';

/** A sentence for a person about a failed request. */
export function sentenceOf(error: unknown): string {
  if (!isCallboardError(error)) return 'The server cannot be reached. Check your connection.';
  if (error.code === 'RATE_LIMITED') return 'Too many requests. Wait a minute and try again.';
  if (error.status >= 500) {
    const id =
      error.requestId === undefined ? '' : ` Its log names the request ${error.requestId}.`;
    return `The server failed.${id}`;
  }
  return error.message;
}

/** Says that a part of the screen could not be read, with a button to try again. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  return (
    <div className="notice notice-bad" role="alert">
      <p>{sentenceOf(error)}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
