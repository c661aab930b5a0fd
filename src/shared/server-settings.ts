/**
 * The settings of the server: what applies to workspaces that have none of their own, and the
 * addresses of the server and of its console.
 */
import { type Config, isLoopback } from '../platform/config';
import { workspaceParameter } from '../platform/http/cookies';
import type { Settings } from '../platform/operation';

/** The path of the console; every path below it shows its page, except those of the assets. */
export const consolePath = '/app';

/** The settings of all workspaces that have none of their own. */
export function serverSettings(
  config: Pick<
    Config,
    'workingSeconds' | 'stalledSeconds' | 'storedBytes' | 'publicUrl' | 'host' | 'port' | 'console'
  >,
): Settings {
  const { workingSeconds, stalledSeconds, storedBytes } = config;
  const address = knownAddress(config);
  return {
    workingSeconds,
    stalledSeconds,
    storedBytes: storedBytes === 0 ? null : storedBytes,
    mcpUrl: address === null ? null : `${address}/mcp`,
    consoleUrl: consoleUrlOf(config),
  };
}

// Others than this machine read the addresses of pages, so one of the loopback address is of no use.
function consoleUrlOf({
  publicUrl,
  console: isServed,
}: Pick<Config, 'publicUrl' | 'console'>): string | null {
  return isServed && publicUrl !== undefined ? `${publicUrl}${consolePath}` : null;
}

/**
 * The address of the server without a slash at its end: PUBLIC_URL, else the loopback address that
 * it listens on. Null if neither is known; a request's Host header says nothing about it.
 */
export function knownAddress({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string | null {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  if (!isLoopback(host) || port === 0) return null;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The path of the `PUBLIC_URL` without a slash at its end; empty if it has none. */
export function basePathOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/**
 * The address of a page of the console, to send to people. It names the workspace, because the
 * browser of a person may be signed in to several. Null without a console.
 */
export function pageUrl(
  consoleUrl: string | null,
  path: string,
  workspaceId: string,
): string | null {
  if (consoleUrl === null) return null;
  return `${consoleUrl}/${path}?${workspaceParameter}=${encodeURIComponent(workspaceId)}`;
}

/** The decisions of records without choices of their own, as links number them. */
export const verdicts = {
  proposal: ['Permit', 'Deny'],
  review: ['Approve', 'Reject'],
} as const;

/** The address of the same page with an answer chosen, which decides nothing. */
export function choiceUrl(page: string | null, number: number): string | null {
  return page === null ? null : `${page}&choose=${number}`;
}
