import type { Request } from 'express';

/**
 * Calls `exceeded` as soon as a body is known to be larger than `most` bytes as sent: by its
 * Content-Length, or by what has arrived. body-parser tells it only after it has read the whole
 * body.
 */
export function watchBodySize(req: Request, most: number, exceeded: () => void): void {
  if (Number(req.get('content-length') ?? 0) > most) {
    exceeded();
    return;
  }
  let received = 0;
  const count = (bytes: Buffer): void => {
    received += bytes.length;
    if (received <= most) return;
    req.off('data', count);
    exceeded();
  };
  req.on('data', count);
}
