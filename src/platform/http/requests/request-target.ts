import type { Request } from 'express';
import { invalidValue } from '../../problems';
import { isHost } from './message-check';

const slash = 47;
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** The asterisk form of a request target, valid only with OPTIONS (RFC 9112, 3.2.4). */
export const asteriskForm = '*';

/**
 * Replaces a request target in absolute form with its path, and the Host header with its host
 * (RFC 9112, 3.2.2: the Host header sent with it is ignored). Call it after `checkMessage`, because
 * that header must be valid anyway. Throws 400 for any other target that is not a path.
 */
export function normalizeTarget(req: Request): void {
  const target = req.originalUrl;
  if (target.charCodeAt(0) === slash) return;
  if (target === asteriskForm && req.method === 'OPTIONS') return;
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
