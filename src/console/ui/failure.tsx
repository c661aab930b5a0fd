import { isCallboardError } from 'callboard-client';
import { useTrouble } from '../api/trouble';

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

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  if (!isCallboardError(error)) return error instanceof TypeError;
  return error.status === 429 || error.status >= 500;
}

/**
 * Says that a part of the screen could not be read, with a button to try again. While the server
 * does not answer, a bar says so, and everything is read again afterwards.
 */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const trouble = useTrouble();
  if (trouble !== undefined && isTemporary(error)) {
    return <p className="muted">This is read as soon as the server answers.</p>;
  }
  return (
    <div className="notice notice-bad" role="alert">
      <p>{sentenceOf(error)}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
