import type { Request } from 'express';
import { invalidValue } from '../problems';

const slash = 47;
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/**
 * Reads a request target in absolute form as the path and the Host header that it stands for: a
 * server must accept it, and ignore the Host header that came with it (RFC 9112, 3.2.2). Throws 400
 * when it has no host.
 */
export function readTarget(req: Request): void {
  const target = req.originalUrl;
  if (target.charCodeAt(0) === slash) return;
  const match = absoluteForm.exec(target);
  if (match === null) return;
  const [start, authority = ''] = match;
  if (authority === '') throw invalidValue('path', 'The request target has no host.');
  const rest = target.slice(start.length);
  req.originalUrl = rest.startsWith('/') ? rest : `/${rest}`;
  req.url = req.originalUrl;
  req.headers.host = authority;
}
