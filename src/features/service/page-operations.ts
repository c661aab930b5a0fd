import type { PublicReadHandler } from '../../platform/operation';
import type { Contract, Published } from './contract';
import type { Page } from './pages/html-page';
import { readPages, type PublishedPages } from './pages/published-pages';

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
