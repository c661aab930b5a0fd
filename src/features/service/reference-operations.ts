import type { PublicReadHandler } from '../../platform/operation';
import { readReference, type Reference } from './reference';

/** The documentation page with its style and script, which are read on the first request. */
export function referenceHandlers() {
  let read: Reference | undefined;
  const reference = (): Reference => (read ??= readReference());

  const getDocs: PublicReadHandler<'getDocs'> = async () => {
    const { page, policy } = reference();
    return {
      status: 200,
      bytes: page.bytes,
      contentType: 'text/html',
      headers: { ETag: page.etag, 'Content-Security-Policy': policy },
    };
  };
  const getDocsStyle: PublicReadHandler<'getDocsStyle'> = async () => {
    const { bytes, etag } = reference().style;
    return { status: 200, bytes, contentType: 'text/css', headers: { ETag: etag } };
  };
  const getDocsScript: PublicReadHandler<'getDocsScript'> = async () => {
    const { bytes, etag } = reference().script;
    return { status: 200, bytes, contentType: 'text/javascript', headers: { ETag: etag } };
  };
  return { getDocs, getDocsStyle, getDocsScript };
}
