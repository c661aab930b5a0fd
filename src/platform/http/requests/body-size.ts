import type { Request } from 'express';

/**
 * Calls `exceeded` as soon as the Content-Length or the received bytes exceed `maxBytes`.
 * body-parser reports this only after it has read the whole body.
 */
export function watchBodySize(req: Request, maxBytes: number, exceeded: () => void): void {
  if (Number(req.get('content-length') ?? 0) > maxBytes) {
    exceeded();
    return;
  }
  let received = 0;
  const count = (bytes: Buffer): void => {
    received += bytes.length;
    if (received <= maxBytes) return;
    req.off('data', count);
    exceeded();
  };
  req.on('data', count);
}
