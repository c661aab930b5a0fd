import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { limits } from '../../../generated/limits';
import { workspaceParameter } from '../../platform/http/cookies';
import { isRecord } from '../../platform/json';
import type { OidcConfig } from '../../platform/oidc-config';
import { SECOND } from '../../platform/time';
import type { FlowChecks } from './provider';

/** A sign-in that a browser has begun. */
export interface Flow {
  readonly checks: FlowChecks;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** A path of this server, where the browser ends. */
  readonly returnTo: string;
  /** The workspace to sign in to, if the person has chosen one of several. */
  readonly workspaceId?: string | undefined;
  /** The token of the invitation to accept. */
  readonly invitation?: string | undefined;
  /** The account to link. */
  readonly link?: LinkFlow | undefined;
}

/** The account that a person links while they are signed in to it. */
export interface LinkFlow {
  readonly workspaceId: string;
  readonly userId: string;
  /** Null for the local owner of development. */
  readonly sessionId: string | null;
}

/** Where the cookie is valid. */
export interface FlowCookieScope {
  readonly isSecure: boolean;
  /** The path of the `PUBLIC_URL`; empty without one. */
  readonly basePath: string;
}

// A person may begin in several tabs. More would make the header too long.
const maxFlows = 3;
const maxCookieCharacters = 3800;
const maxRead = 10;

/** When a flow that begins at `now` (ISO 8601 UTC) ends. */
export function flowEnd(now: string): number {
  return Date.parse(now) + limits.oidc_flow_seconds * SECOND;
}

/**
 * Reads and writes the cookie with the flows that a browser has begun. It is encrypted by a key that
 * is derived from the client's secret, so every process reads it, and only this server writes it.
 */
export function createFlowCookie(
  { clientSecret, issuer, clientId }: OidcConfig,
  { isSecure, basePath }: FlowCookieScope,
) {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'callboard oidc flow', 32));
  const context = Buffer.from(JSON.stringify([issuer, clientId]));
  const prefix = isSecure ? (basePath === '' ? '__Host-' : '__Secure-') : '';
  const name = `${prefix}callboard_oidc`;
  const attributes = `Path=${basePath || '/'}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  const seal = (flow: Flow): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(flow)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  };
  const open = (text: string): Flow | undefined => {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < 29) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(context)
        .setAuthTag(bytes.subarray(12, 28));
      const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      const flow: unknown = JSON.parse(opened.toString());
      return isFlow(flow) ? flow : undefined;
    } catch {
      return undefined;
    }
  };

  return {
    /** The flows of a request that have not expired, newest first. */
    read(header: string | undefined, now: string): readonly Flow[] {
      const values = (header ?? '').split(';').flatMap((pair) => {
        const [given = '', value = ''] = pair.split('=', 2);
        return given.trim() === name ? value.trim().split('.') : [];
      });
      return values.slice(0, maxRead).flatMap((value) => {
        const flow = open(value);
        return flow !== undefined && flow.expiresAt > Date.parse(now) ? [flow] : [];
      });
    },
    /** The value of `Set-Cookie` with the newest of these flows; clears the cookie if it is empty. */
    write(flows: readonly Flow[]): string {
      if (flows.length === 0) return `${name}=; Max-Age=0; ${attributes}`;
      const sealed = flows.slice(0, maxFlows).map(seal);
      while (sealed.length > 1 && sealed.join('.').length > maxCookieCharacters) sealed.pop();
      return `${name}=${sealed.join('.')}; Max-Age=${limits.oidc_flow_seconds}; ${attributes}`;
    },
  };
}

export type FlowCookie = ReturnType<typeof createFlowCookie>;

// Only this server has encrypted it, so this notices another version of it.
function isFlow(value: unknown): value is Flow {
  return isRecord(value) && isRecord(value['checks']) && typeof value['expiresAt'] === 'number';
}

const allowed = /^\/(?:app|oauth\/authorize)(?:[/?#]|$)/;

/** The path of the console or of the consent page that a form names; else the start page. */
export function returnPath(given: string | undefined, start: string): string {
  // Browsers read a backslash as a slash, and skip tabs and line breaks.
  if (given === undefined || !allowed.test(given) || /[\\\p{Cc}\s]/u.test(given)) return start;
  if (!URL.canParse(given, 'http://callboard.invalid')) return start;
  const { origin, pathname, search, hash } = new URL(given, 'http://callboard.invalid');
  const path = `${pathname}${search}${hash}`;
  return origin === 'http://callboard.invalid' && allowed.test(path) ? path : start;
}

/** A path of the console or of the consent page, for the workspace that the person signed in to. */
export function pathIn(path: string, workspaceId: string): string {
  if (!allowed.test(path)) return path;
  const { pathname, searchParams, hash } = new URL(path, 'http://callboard.invalid');
  searchParams.set(workspaceParameter, workspaceId);
  return `${pathname}?${searchParams.toString()}${hash}`;
}
