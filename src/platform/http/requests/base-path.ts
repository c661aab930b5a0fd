import type { Request } from 'express';

// RFC 8414, 3.1 and RFC 9728, 3.1: the path of an identifier comes after the well-known part.
const wellKnown = /^(\/\.well-known\/oauth-(?:protected-resource|authorization-server))(.*)$/;

/**
 * Removes the path of the `PUBLIC_URL` from a request's target, where a proxy has left it. A target
 * without it stays as it is.
 */
export function removeBasePath(req: Request, basePath: string): void {
  if (basePath === '') return;
  const target = req.originalUrl;
  const [, name = '', rest = target] = wellKnown.exec(target) ?? [];
  if (!isBelow(rest, basePath)) return;
  const below = `${name}${rest.slice(basePath.length)}`;
  req.originalUrl = below.startsWith('/') ? below : `/${below}`;
  req.url = req.originalUrl;
}

function isBelow(target: string, basePath: string): boolean {
  if (!target.startsWith(basePath)) return false;
  const next = target[basePath.length];
  return next === undefined || next === '/' || next === '?';
}
