import type { Request, Response } from 'express';
import { SECOND } from '../../time';

/** The rest of a body of at most this many bytes is read, so that its connection can be reused. */
const smallBodyBytes = 64 * 1024;
// Some clients send their whole body before they read the response. The limit for accepted bodies
// is 2 MiB.
const maxDiscardedBytes = 8 * 2 ** 20;
/** Milliseconds in which the client may still send before the server closes the connection. */
export const lingerTime = 2 * SECOND;

/** Whether the request has a body (RFC 9112, 6.3). */
export function hasBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Limits how much of an unread body the server receives after it has responded; Node itself would
 * read without end. The client gets a short time to send the rest of a small body. After any other
 * body the connection closes. Call it before the response headers are sent.
 */
export function limitUnreadBody(req: Request, res: Response): void {
  if (req.complete || !hasBody(req)) return;
  const length = req.headers['content-length'];
  if (length !== undefined && Number(length) <= smallBodyBytes) {
    res.once('close', () => {
      if (!req.complete) discardRest(req, () => undefined);
    });
    return;
  }
  res.setHeader('Connection', 'close');
  const { socket } = req;
  // Node calls destroySoon after a response with that header. Its own version closes at once, and
  // a client that is still sending then loses the response (RFC 9112, 9.6).
  socket.destroySoon = () => {
    socket.end();
    discardRest(req, () => socket.destroy());
  };
}

// Closes the connection when the rest takes too long or is too large. Node discards unread data.
function discardRest(req: Request, done: () => void): void {
  const { socket } = req;
  let discarded = 0;
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  const stopTimer = (): void => clearTimeout(timer);
  socket.once('close', stopTimer);
  req.once('end', () => {
    stopTimer();
    socket.off('close', stopTimer);
    done();
  });
  req.on('data', (bytes: Buffer) => {
    discarded += bytes.length;
    if (discarded > maxDiscardedBytes) socket.destroy();
  });
}
