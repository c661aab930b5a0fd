import type { Database } from '../../platform/db/connect';
import {
  createHealthCheck,
  type DatabaseFault,
  type FindDegradation,
} from '../../platform/db/health';
import type { PublicReadHandler } from '../../platform/operation';
import { storageFaultMessage } from '../../platform/http/responses/error-to-problem';
import { problem } from '../../platform/problems';
import type { Contract, Published } from './contract';
import type { Page } from './pages/html-page';
import { readPages, type PublishedPages } from './pages/published-pages';

/** Sends the contract as JSON or, if the Accept header prefers it, as the YAML file. */
export function getOpenApi(contract: Contract): PublicReadHandler<'getOpenApi'> {
  return async (_input, { produces }) =>
    produces === 'application/yaml'
      ? asYaml(contract.yaml, 'Accept, Accept-Encoding')
      : asJson(contract.json, 'Accept, Accept-Encoding');
}

/** Sends the contract's YAML file. */
export function downloadOpenApi(contract: Contract): PublicReadHandler<'downloadOpenApi'> {
  return async () => asYaml(contract.yaml, 'Accept-Encoding');
}

/** Always succeeds while the process runs. */
export const getHealth: PublicReadHandler<'getHealth'> = async () => ({
  status: 200,
  body: { status: 'ok' },
});

/** The dependencies of the readiness check. */
export interface ReadinessParts {
  readonly database: Database;
  /** The checks for degradation. */
  readonly degradationChecks: readonly FindDegradation[];
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal | undefined;
}

/**
 * Checks that the database responds, has this version's schema and can store, and that the server
 * is not stopping; otherwise 503 within two seconds. Reports `degraded` with 200 when a check for
 * degradation finds a reason.
 */
export function getReadiness(parts: ReadinessParts): PublicReadHandler<'getReadiness'> {
  const { database, degradationChecks, stopping } = parts;
  const check = createHealthCheck(database, degradationChecks);
  const unavailable = (message: string, details: DatabaseFault | { server: 'stopping' }) =>
    problem('UNAVAILABLE', message, { headers: { 'Retry-After': '5' }, details });
  return async (_input, { log }) => {
    // Does not query the database, which may be the reason for the restart.
    if (stopping?.aborted === true) {
      throw unavailable('This server is stopping.', { server: 'stopping' });
    }
    const { fault, degradations, isNewer, instance } = await check(log);
    if (fault !== undefined) throw unavailable(messageOf(fault), fault);
    return {
      status: 200,
      body: {
        status: degradations.length > 0 ? 'degraded' : 'ready',
        database: database.dialect,
        schema: isNewer ? 'newer' : 'current',
        reasons: [...degradations],
        instance,
      },
    };
  };
}

function messageOf(fault: DatabaseFault): string {
  if ('schema' in fault) return 'The database schema is not the one of this version.';
  if ('database' in fault) {
    return fault.database === 'unreachable'
      ? 'The database does not respond.'
      : 'The database server has no connection left.';
  }
  if (fault.storage !== 'unconfirmed') return storageFaultMessage(fault.storage);
  return 'The database does not confirm writes. Check its disk and its synchronous standby.';
}

function asYaml({ bytes, etag, copies }: Published, vary: string) {
  return {
    status: 200,
    bytes,
    copies,
    contentType: 'application/yaml',
    headers: { ETag: etag, Vary: vary },
  } as const;
}

function asJson({ bytes, etag, copies }: Published, vary: string) {
  return {
    status: 200,
    bytes,
    copies,
    contentType: 'application/json',
    headers: { ETag: etag, Vary: vary },
  } as const;
}

const agentGuidePath = '/docs/agents';

/** What the pages of the documentation depend on. */
export interface PageSettings {
  /** The path to which `/` leads browsers; undefined for the guide for agents. */
  readonly startPath: string | undefined;
  /** The path of the `PUBLIC_URL`; empty without one. */
  readonly basePath: string;
  /** The address of the server; null if it does not know it. */
  readonly address: string | null;
}

/** The pages of the documentation, whose files are read on the first request. */
export function pageHandlers(contract: Contract, { startPath, basePath, address }: PageSettings) {
  let read: PublishedPages | undefined;
  const pages = (): PublishedPages => (read ??= readPages(contract.json.bytes, address));

  const getStart: PublicReadHandler<'getStart'> = async (_input, { produces }) => {
    if (produces !== 'text/html') {
      return redirect(agentGuidePath, `${basePath}${agentGuidePath}\n`, 'text/plain');
    }
    const path = startPath ?? agentGuidePath;
    return redirect(path, `<a href="${basePath}${path}">Callboard</a>`, 'text/html');
  };
  const getAgentGuide: PublicReadHandler<'getAgentGuide'> = async (_input, { produces }) => {
    const { agentGuide, agentGuideText } = pages();
    const { policy } = agentGuide;
    const isText = produces === 'text/markdown';
    const { bytes, etag } = isText ? agentGuideText : agentGuide;
    const headers = { ETag: etag, 'Content-Security-Policy': policy, Vary: 'Accept' } as const;
    return { status: 200, bytes, contentType: isText ? 'text/markdown' : 'text/html', headers };
  };
  const getLlmsText: PublicReadHandler<'getLlmsText'> = async (_input, { produces }) => {
    const { bytes, etag } = pages().llmsText;
    const contentType = produces === 'text/markdown' ? 'text/markdown' : 'text/plain';
    return { status: 200, bytes, contentType, headers: { ETag: etag, Vary: 'Accept' } };
  };
  const getDocs: PublicReadHandler<'getDocs'> = async () => compressedPage(pages().reference);
  const tryDocs: PublicReadHandler<'tryDocs'> = async () => compressedPage(pages().attempt);
  const getDocsStyle: PublicReadHandler<'getDocsStyle'> = async () => ({
    ...compressed(pages().style),
    contentType: 'text/css',
  });
  const getDocsScript: PublicReadHandler<'getDocsScript'> = async () => ({
    ...compressed(pages().script),
    contentType: 'text/javascript',
  });
  return { getStart, getAgentGuide, getLlmsText, getDocs, tryDocs, getDocsStyle, getDocsScript };
}

function redirect<Type extends string>(path: string, text: string, contentType: Type) {
  const headers = { Location: path, Vary: 'Accept' } as const;
  return { status: 302, bytes: Buffer.from(text), contentType, headers } as const;
}

function compressedPage({ policy, ...page }: Page) {
  const { headers, ...reply } = compressed(page);
  const all = { ...headers, 'Content-Security-Policy': policy };
  return { ...reply, contentType: 'text/html', headers: all } as const;
}

function compressed({ bytes, etag, copies }: Published) {
  return { status: 200, bytes, copies, headers: { ETag: etag, Vary: 'Accept-Encoding' } } as const;
}
