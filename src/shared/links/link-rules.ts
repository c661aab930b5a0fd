import { problem } from '../../platform/problems';

/** What a link leads to, as a body says it. */
export interface LinkTarget {
  readonly url?: string | undefined;
  readonly document_id?: string | undefined;
  readonly title?: string | null | undefined;
}

/** What a link is attached to, as a body says it. */
export interface LinkSubject {
  readonly action_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly order_id?: string | undefined;
}

/** Throws 422 `INVALID_REFERENCE` unless the link leads to a URL or to a document; `path` says where it stands. */
export function checkTarget({ url, document_id }: LinkTarget, path: string): void {
  exactlyOne({ url, document_id }, path, 'A link leads to one URL or one document.');
}

/** Throws 422 `INVALID_REFERENCE` unless the link is attached to one action, project or order. */
export function checkLinkSubject({ action_id, project_id, order_id }: LinkSubject): void {
  const rule = 'A link is attached to one action, project or order.';
  exactlyOne({ action_id, project_id, order_id }, 'body', rule);
}

/** Throws 422 `INVALID_REFERENCE` for a URL of a link that leads to a document. */
export function checkTakesUrl(
  link: { readonly document_id: string | null },
  url: string | undefined,
): void {
  if (url !== undefined && link.document_id !== null) {
    refuse(['body/url'], 'This link leads to a document, and takes no URL.');
  }
}

/** What people read of a link: its title, or else where it leads. */
export function nameOf(link: {
  readonly title: string | null;
  readonly url: string | null;
  readonly document_id: string | null;
}): string {
  return link.title ?? link.url ?? link.document_id ?? '';
}

function exactlyOne(fields: Readonly<Record<string, unknown>>, path: string, rule: string): void {
  const names = Object.keys(fields);
  const given = names.filter((name) => fields[name] !== undefined);
  if (given.length === 1) return;
  const faulty = given.length === 0 ? names : given.slice(1);
  refuse(
    faulty.map((name) => `${path}/${name}`),
    rule,
  );
}

function refuse(paths: readonly string[], message: string): never {
  throw problem('INVALID_REFERENCE', message, {
    issues: paths.map((path) => ({ path, code: 'INVALID_REFERENCE', message })),
  });
}
