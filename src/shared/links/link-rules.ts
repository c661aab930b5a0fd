import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** The target of a link, as the contract names its fields. */
export interface LinkTarget {
  readonly url?: string | undefined;
  readonly document_id?: string | undefined;
  readonly title?: string | null | undefined;
}

/** The record that a link is attached to, as the contract names its fields. */
export interface LinkSubject {
  readonly action_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly order_id?: string | undefined;
}

/**
 * Throws 422 `INVALID_REFERENCE` unless the link has one target; `path` is the path of the link in
 * the body.
 */
export function checkTarget({ url, document_id }: LinkTarget, path: string): void {
  checkExactlyOne({ url, document_id }, path, 'A link needs exactly one of url and document_id.');
}

/** Throws 422 `INVALID_REFERENCE` unless the link is attached to one action, project or order. */
export function checkLinkSubject({ action_id, project_id, order_id }: LinkSubject): void {
  const rule = 'A link needs exactly one of action_id, project_id and order_id.';
  checkExactlyOne({ action_id, project_id, order_id }, 'body', rule);
}

/** Throws 422 `INVALID_REFERENCE` for a new URL of a link to a document. */
export function checkTakesUrl(
  link: { readonly document_id: string | null },
  url: string | undefined,
): void {
  if (url !== undefined && link.document_id !== null) {
    reject(['body/url'], 'This link refers to a document, so it cannot have a URL.');
  }
}

/** The name of a link for people: its title, or else its target. */
export function nameOf(link: {
  readonly title: string | null;
  readonly url: string | null;
  readonly document_id: string | null;
}): string {
  return link.title ?? link.url ?? link.document_id ?? '';
}

function checkExactlyOne(
  fields: Readonly<Record<string, unknown>>,
  path: string,
  rule: string,
): void {
  const names = Object.keys(fields);
  const given = names.filter((name) => fields[name] !== undefined);
  if (given.length === 1) return;
  const rejected = given.length === 0 ? names : given.slice(1);
  reject(
    rejected.map((name) => `${path}/${name}`),
    rule,
  );
}

function reject(paths: readonly string[], message: string): never {
  throw problem('INVALID_REFERENCE', message, {
    issues: paths.map((path) => ({ path, code: 'INVALID_REFERENCE', message })),
  });
}

/**
 * Throws 403 unless the actor may attach links to a project or order: people and sysadmin agents to
 * any, a worker to projects that it created and to its own orders.
 */
export function checkMayAttach(
  actor: Actor,
  subject: { readonly created_by_actor_id: string; readonly agent_id: string | null },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  const isOwn =
    subject.agent_id === null
      ? subject.created_by_actor_id === actor.id
      : subject.agent_id === actor.agentId;
  if (isOwn) return;
  throw problem(
    'FORBIDDEN',
    'You can attach links only to projects that you created and to your orders.',
  );
}

/**
 * Throws 403 unless the actor may change or delete the link: people, sysadmin agents and its
 * creator.
 */
export function checkMayChangeLink(
  actor: Actor,
  link: { readonly created_by_actor_id: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (link.created_by_actor_id === actor.id) return;
  throw problem('FORBIDDEN', 'You can change only links that you attached.');
}
