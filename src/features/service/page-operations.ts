import type { PublicReadHandler } from '../../platform/operation';
import type { Page } from './pages/html-page';
import { readPages, type PublishedPages } from './pages/published-pages';

const agentGuidePath = '/docs/agents';

/**
 * The pages of the documentation, whose files are read on the first request. `/` leads browsers to
 * `startPath`, or to the guide for agents when that is undefined.
 */
export function pageHandlers(startPath: string | undefined) {
  let read: PublishedPages | undefined;
  const pages = (): PublishedPages => (read ??= readPages());

  const getStart: PublicReadHandler<'getStart'> = async (_input, { produces }) => {
    if (produces !== 'text/html') {
      return redirect(agentGuidePath, `${agentGuidePath}\n`, 'text/plain');
    }
    const path = startPath ?? agentGuidePath;
    return redirect(path, `<a href="${path}">Callboard</a>`, 'text/html');
  };
  const getAgentGuide: PublicReadHandler<'getAgentGuide'> = async () => reply(pages().agentGuide);
  const getDocs: PublicReadHandler<'getDocs'> = async () => reply(pages().reference);
  const getDocsStyle: PublicReadHandler<'getDocsStyle'> = async () => {
    const { bytes, etag } = pages().style;
    return { status: 200, bytes, contentType: 'text/css', headers: { ETag: etag } };
  };
  const getDocsScript: PublicReadHandler<'getDocsScript'> = async () => {
    const { bytes, etag } = pages().script;
    return { status: 200, bytes, contentType: 'text/javascript', headers: { ETag: etag } };
  };
  return { getStart, getAgentGuide, getDocs, getDocsStyle, getDocsScript };
}

function redirect<Type extends string>(path: string, text: string, contentType: Type) {
  const headers = { Location: path, Vary: 'Accept' } as const;
  return { status: 302, bytes: Buffer.from(text), contentType, headers } as const;
}

function reply({ bytes, etag, policy }: Page) {
  const headers = { ETag: etag, 'Content-Security-Policy': policy };
  return { status: 200, bytes, contentType: 'text/html', headers } as const;
}
