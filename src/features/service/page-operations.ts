import type { PublicReadHandler } from '../../platform/operation';
import type { Page } from './pages/html-page';
import { readPages, type PublishedPages } from './pages/published-pages';

/** The pages of the documentation, whose files are read on the first request. */
export function pageHandlers() {
  let read: PublishedPages | undefined;
  const pages = (): PublishedPages => (read ??= readPages());

  const getStart: PublicReadHandler<'getStart'> = async () => ({
    status: 302,
    bytes: Buffer.from('<a href="/docs/agents">Callboard for agents</a>'),
    contentType: 'text/html',
    headers: { Location: '/docs/agents' },
  });
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

function reply({ bytes, etag, policy }: Page) {
  const headers = { ETag: etag, 'Content-Security-Policy': policy };
  return { status: 200, bytes, contentType: 'text/html', headers } as const;
}
