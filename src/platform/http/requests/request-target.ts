import type { Request } from 'express';
import { invalidValue } from '../../problems';
import { isHost } from '../connections/message-check';

const slash = 47;
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** The target of a request for the server as a whole (RFC 9112, 3.2.4), by OPTIONS only. */
export const wholeServer = '*';

/**
 * Reads a request target in absolute form as the path and the Host header that it stands for: a
 * server must accept it, and ignore the Host header that came with it (RFC 9112, 3.2.2). So
 * whatever looks at the Host header later sees the host of the target. Call it once the message is
 * checked, since the Host header must be valid all the same. Throws 400 for any other target that
 * is no path.
 */
export function readTarget(req: Request): void {
  const target = req.originalUrl;
  if (target.charCodeAt(0) === slash) return;
  if (target === wholeServer && req.method === 'OPTIONS') return;
  const match = absoluteForm.exec(target);
  if (match === null) {
    throw invalidValue('path', 'The request target must be a path, or an http or https URL.');
  }
  const [start, authority = ''] = match;
  if (authority === '') throw invalidValue('path', 'The request target has no host.');
  if (!isHost(authority)) {
    throw invalidValue('path', 'The request target must name a host, with or without a port.');
  }
  const rest = target.slice(start.length);
  req.originalUrl = rest.startsWith('/') ? rest : `/${rest}`;
  req.url = req.originalUrl;
  req.headers.host = authority;
}
