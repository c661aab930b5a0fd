import type { Request, Response } from 'express';
import { SECOND } from '../../time';

/**
 * A body of so many bytes is read to its end, so that its connection can serve the next request.
 */
const small = 64 * 1024;
// A client that sends its whole body before it reads the response needs these; the largest body
// that is taken has 2 MiB.
const mostDiscarded = 8 * 2 ** 20;
/** Milliseconds for which a connection that is ended here is read before it is closed. */
export const lingerTime = 2 * SECOND;

/** Whether the request announces a body (RFC 9112, 6.3). */
export function announcesBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Bounds what is read of a body whose request is answered before it has arrived: Node would read it
 * for as long as it is sent. The rest of a small body gets a short time. After any other the
 * connection closes. Call it before the response's headers are sent.
 */
export function limitUnreadBody(req: Request, res: Response): void {
  if (req.complete || !announcesBody(req)) return;
  const length = req.headers['content-length'];
  if (length !== undefined && Number(length) <= small) {
    res.once('close', () => {
      if (!req.complete) discardRest(req, () => undefined);
    });
    return;
  }
  res.setHeader('Connection', 'close');
  const { socket } = req;
  // Node calls this at the end of a response with that header; its own version closes at once, and
  // a connection that is closed while its client sends loses the response (RFC 9112, 9.6).
  socket.destroySoon = () => {
    socket.end();
    discardRest(req, () => socket.destroy());
  };
}

// Closes the connection when the rest takes too long or is too large. Node discards what nobody
// reads.
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
    if (discarded > mostDiscarded) socket.destroy();
  });
}
