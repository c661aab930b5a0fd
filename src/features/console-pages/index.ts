/**
 * The pages of the console: serves its HTML and its files below `/app`, to callers without a
 * credential too. It has no operations, because the contract does not describe pages. The screens
 * themselves are `src/console`.
 */
import { createHash } from 'node:crypto';
import type { Exchange } from '../../platform/http/exchange';
import { getCoding, isNotModified } from '../../platform/http/responses/response';
import type { Router } from '../../platform/http/routing/router';
import { notFound } from '../../platform/problems';
import { type Language, preferredLanguage, textIn } from '../../shared/pages';
import { consolePath } from '../../shared/server-settings';
import {
  assetsPath,
  type ConsoleAsset,
  type ConsoleFiles,
  type ConsoleRoute,
  loadConsole,
  type PageParts,
} from './console-files';

/** The dependencies of the console's pages. */
interface ConsoleParts {
  readonly callerOf: (exchange: Exchange) => PageCaller;
  /** The path of the `PUBLIC_URL`; empty without one. */
  readonly basePath: string;
}

/**
 * Applies the theme and the density that the person chose for this browser, before the first paint.
 * It runs again when one changes: the console dispatches `appearance`, and other tabs `storage`. It
 * also makes the first format of the page, which takes long, while the styles and scripts arrive.
 * The names are those of `src/console/api/workspace.ts`.
 */
const appearanceScript = `{
const root = document.documentElement;
const { base = '' } = root.dataset;
const stored = 'callboard' + (location.pathname.startsWith(base + '/') ? base : '') + '.';
const dark = matchMedia('(prefers-color-scheme: dark)');
const show = () => {
  const name = stored + 'workspace';
  const id = sessionStorage.getItem(name) ?? localStorage.getItem(name);
  const chosen = (of) => localStorage.getItem(stored + (id === null ? '' : id + '.') + of);
  const theme = chosen('theme');
  const isDark = theme === 'dark' || (theme !== 'light' && dark.matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.density = chosen('density') === 'compact' ? 'compact' : 'comfortable';
  const meta = document.querySelector('meta[name=theme-color]');
  if (meta) meta.content = isDark ? '#181b21' : '#ffffff';
};
show();
dark.addEventListener('change', show);
addEventListener('storage', show);
addEventListener('appearance', show);
new Intl.DateTimeFormat();
}`;

/** The source of the script in the policy of the page, which allows no other inline script. */
const appearanceSource = `'sha256-${createHash('sha256').update(appearanceScript).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `script-src 'self' ${appearanceSource}`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
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

const manifestPath = `${consolePath}/manifest.webmanifest`;

const manifestHeaders = {
  'Content-Type': 'application/manifest+json',
  'Cache-Control': 'no-cache',
};

/** A page that is ready to be sent. */
interface SentPage {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The console's files, ready to be sent. */
interface ReadyConsole {
  readonly pageAt: (address: string, caller: PageCaller, language: Language) => SentPage;
  readonly manifest: SentPage;
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
    const { pageAt, manifest, assets } = await load();
    if (path === manifestPath) {
      exchange.isPage = true;
      sendRevalidated(exchange, manifest, manifestHeaders);
      return undefined;
    }
    if (!path.startsWith(`${assetsPath}/`)) {
      exchange.isPage = true;
      exchange.res.vary('Cookie');
      exchange.res.vary('Accept-Language');
      // The console shows another language if the person chose it.
      const language = preferredLanguage(exchange.req.get('accept-language'));
      const page = pageAt(path, callerOf(exchange), language);
      sendRevalidated(exchange, page, pageHeaders);
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
    pageAt(address, caller, language) {
      const route = routeOf(address, files);
      const key = `${caller} ${language} ${route?.path}`;
      const page = pages.get(key) ?? sentPage(pageOf(files, { route, caller, language, basePath }));
      pages.set(key, page);
      return page;
    },
    manifest: sentPage(manifestOf(files, basePath)),
    assets: new Map(files.assets.map((asset) => [asset.name, asset])),
  };
}

function sentPage(html: string): SentPage {
  const digest = createHash('sha256').update(html).digest('base64url');
  return { bytes: Buffer.from(html), etag: `"${digest}"` };
}

/** Sends a page or the manifest, of which a browser may keep a copy to ask about. */
function sendRevalidated(
  { req, res }: Exchange,
  { bytes, etag }: SentPage,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
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

/**
 * The caller of a request, as far as the page has to know it: `none`, so that it shows the sign-in
 * at once; `fallback`, the person of development; `unknown`, because only the API can say.
 */
export type PageCaller = 'none' | 'fallback' | 'unknown';

const icon = [
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>",
  "<rect width='32' height='32' rx='8' fill='#4f46e5'/>",
  "<path d='M9 11h14M9 16h14M9 21h8' stroke='#fff' stroke-width='2.5' stroke-linecap='round'/>",
  '</svg>',
].join('');

const bannerBelow = (base: string, language: Language): string => {
  const text = textIn(
    language,
    'Development: you act as the owner without a password, and so does everybody on this machine.',
  );
  const link = textIn(language, 'Sign in as somebody else');
  return `<output class="banner banner-info">${text} <a href="${base}${consolePath}/sign-in">${link}</a></output>`;
};

/** The page that is shown at an address; undefined for one that the console does not know. */
function routeOf(address: string, { routes }: PageParts): ConsoleRoute | undefined {
  const segments = address.replace(/\/$/, '').split('/');
  return routes.find(({ path }) => {
    const pattern = path.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) => part.startsWith(':') || part === segments[index])
    );
  });
}

/**
 * The HTML of a page. It loads the scripts of its screen at once, and shows the console's frame
 * until they run. Without a route, or without a caller, it has only what every page has. `basePath`
 * is the path of the `PUBLIC_URL`, which all its addresses begin with.
 */
function pageOf(
  parts: PageParts,
  {
    route,
    caller,
    language,
    basePath: base,
  }: {
    readonly route: ConsoleRoute | undefined;
    readonly caller: PageCaller;
    readonly language: Language;
    readonly basePath: string;
  },
): string {
  const assets = `${base}${assetsPath}`;
  const { style, script, imports } = parts.first;
  const isScreen = route !== undefined && caller !== 'none';
  const modules = isScreen ? [...imports, ...route.scripts] : imports;
  const about = textIn(language, 'What needs you in your Callboard workspace, and what agents do.');
  const noScript = textIn(language, 'This page needs JavaScript. The API is described at {link}.');
  const docs = `<a href="${base}/docs">${base}/docs</a>`;
  const preloads = modules.map((name) => `<link rel="modulepreload" href="${assets}/${name}">\n`);
  return `<!doctype html>
<html lang="${language}" data-caller="${caller}"${base === '' ? '' : ` data-base="${base}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff">
<script>${appearanceScript}</script>
<meta name="description" content="${about}">
<title>Callboard</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="apple-touch-icon" href="${assets}/${parts.icons['apple-180'] ?? ''}">
<link rel="manifest" href="${base}${manifestPath}">
<link rel="stylesheet" href="${assets}/${style}">
<script type="module" src="${assets}/${script}"></script>
${preloads.join('')}</head>
<body>
<noscript>${noScript.replace('{link}', docs)}</noscript>
<div id="root">${isScreen ? frameOf(parts, caller, language, base) : ''}</div>
</body>
</html>
`;
}

/** The web app manifest, with which a browser installs the console (W3C Web Application Manifest). */
function manifestOf({ icons }: PageParts, base: string): string {
  const sized = (source: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `${base}${assetsPath}/${icons[source] ?? ''}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const start = `${base}${consolePath}`;
  const manifest = {
    id: start,
    name: 'Callboard',
    short_name: 'Callboard',
    start_url: start,
    scope: start,
    display: 'standalone',
    background_color: '#f6f6f8',
    theme_color: '#4338ca',
    icons: [
      sized('icon-192', 192, 'any'),
      sized('icon-512', 512, 'any'),
      sized('maskable-512', 512, 'maskable'),
    ],
  };
  return `${JSON.stringify(manifest)}\n`;
}

// The same elements as the console's frame (`shell/shell.tsx`) and its skeleton, so that nothing
// moves when the console replaces them.
function frameOf(
  { screens, texts }: PageParts,
  caller: PageCaller,
  language: Language,
  base: string,
): string {
  const textOf = (english: string): string => texts[language][english] ?? english;
  const named = (name: string): string => `<span class="icon"></span><span>${textOf(name)}</span>`;
  const links = screens.map(
    ({ path, name, isTab }) =>
      `<li class="${isTab === true ? 'phone-tab' : 'phone-more'}">` +
      `<a class="bar-link" href="${base}${path}">${named(name)}</a></li>`,
  );
  const more = `<li class="phone-tab phone-only"><span class="bar-link">${named('More')}</span></li>`;
  return `<div class="shell">
<header class="bar">
<span class="brand"><span class="brand-mark"></span><span class="brand-name">Callboard</span></span>
<span class="button new-action" aria-hidden="true">${named('New action')}</span>
<nav aria-label="${textOf('Screens')}"><ul class="screens">${links.join('')}${more}</ul></nav>
</header>
<div class="body">
${caller === 'fallback' ? bannerBelow(base, language) : ''}
<main aria-busy="true"><div class="skeletons">
<div class="skeleton skeleton-title"></div>
${'<div class="skeleton skeleton-row"></div>'.repeat(3)}
</div></main></div>
</div>`;
}
