import { createHash } from 'node:crypto';
import { notFound } from '../../problems';
import type { Exchange } from '../exchange';
import { getCoding } from '../responses/negotiation';
import { isNotModified } from '../responses/preconditions';
import type { Router } from '../routing/router';
import { loadConsole } from './built-console';
import { assetsPath, consolePath, type ConsoleAsset, type ConsoleFiles } from './console-files';
import { pageOf, routeOf, type PageCaller } from './console-page';

/** The dependencies of the console's pages. */
export interface ConsoleParts {
  readonly callerOf: (exchange: Exchange) => PageCaller;
  /** The path of the `PUBLIC_URL`; empty without one. */
  readonly basePath: string;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

/** A page that is ready to be sent. */
interface SentPage {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The console's files, ready to be sent. */
interface ReadyConsole {
  readonly pageAt: (address: string, caller: PageCaller) => SentPage;
  readonly assets: ReadonlyMap<string, ConsoleAsset>;
}

/**
 * Serves the console to GET and HEAD below `/app`, and passes every other request to the router of
 * the contract. The files are loaded on the first such request, so the start does not wait.
 */
export function withConsole(router: Router, { callerOf, basePath }: ConsoleParts): Router {
  let loading: Promise<ReadyConsole> | undefined;
  const load = (): Promise<ReadyConsole> => {
    loading ??= loadConsole()
      .then((files) => readyConsole(files, basePath))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
  return async (exchange) => {
    const { method, path } = exchange.req;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || (path !== consolePath && !path.startsWith(`${consolePath}/`))) {
      return router(exchange);
    }
    const { pageAt, assets } = await load();
    if (!path.startsWith(`${assetsPath}/`)) {
      exchange.isPage = true;
      sendPage(exchange, pageAt(path, callerOf(exchange)));
      return undefined;
    }
    const asset = assetAt(path, assets);
    exchange.isPage = true;
    sendAsset(exchange, asset);
    return undefined;
  };
}

function assetAt(path: string, assets: ReadyConsole['assets']): ConsoleAsset {
  const asset = assets.get(path.slice(assetsPath.length + 1));
  if (asset === undefined) throw notFound('path', path);
  return asset;
}

function readyConsole(files: ConsoleFiles, basePath: string): ReadyConsole {
  const pages = new Map<string, SentPage>();
  return {
    pageAt(address, caller) {
      const route = routeOf(address, files);
      const key = `${caller} ${route?.path}`;
      const page = pages.get(key) ?? sentPage(pageOf(files, route, caller, basePath));
      pages.set(key, page);
      return page;
    },
    assets: new Map(files.assets.map((asset) => [asset.name, asset])),
  };
}

function sentPage(html: string): SentPage {
  const digest = createHash('sha256').update(html).digest('base64url');
  return { bytes: Buffer.from(html), etag: `"${digest}"` };
}

function sendPage({ req, res }: Exchange, { bytes, etag }: SentPage): void {
  for (const [name, value] of Object.entries(pageHeaders)) res.setHeader(name, value);
  res.vary('Cookie');
  res.setHeader('ETag', etag);
  if (isNotModified(req.get('if-none-match'), etag)) {
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Length', bytes.length);
  res.status(200).end(bytes);
}

function sendAsset({ req, res }: Exchange, asset: ConsoleAsset): void {
  const coding = getCoding(req);
  const bytes = { br: asset.brotli, gzip: asset.gzip, identity: asset.bytes }[coding];
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding);
  res.setHeader('Content-Type', asset.type);
  res.setHeader('Content-Length', bytes.length);
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  res.vary('Accept-Encoding');
  res.status(200).end(bytes);
}
