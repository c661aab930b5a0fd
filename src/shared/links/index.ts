/**
 * Links from actions, projects and orders to URLs and documents: their rows, rules and events. The
 * operations are in features/notes-and-links. Emits link.*.
 */
import type { WriteContext, Actor } from '../../platform/operation';
import { invalidValue, problem } from '../../platform/problems';
import { namesOf } from '../actor-store';
import { documentViewer, findVisibleDocumentIds } from '../document-visibility';
import { emit, type NewEvent, type QuietKind } from '../events';
import { copiedAuthors } from '../text-store';
import { findLinksOf, findLinksTo, insertLinks, type LinkRow, type NamedLink } from './link-store';

export {
  countHiddenLinks,
  deleteLinkRow,
  getLinkRow,
  type LinkRow,
  type LinkScope,
  lockLinkRow,
  lockSubjectOwner,
  matchingLinks,
  type NamedLink,
  selectLink,
  toLink,
  updateLinkRow,
} from './link-store';

/** A link that a request attached, or that was there already. */
export interface Attached {
  readonly link: NamedLink;
  readonly isNew: boolean;
}

/**
 * Attaches links to a subject, except to targets that it has a link to already. Resolves with the
 * link of each target. The caller has checked the permission and locked the row of the subject, so
 * that of two concurrent requests the second one finds the link of the first. Throws 422
 * `INVALID_REFERENCE` for a link without exactly one target and for a document that the actor does
 * not see; `pathOf` is the path of a link in the body, by its index.
 */
export async function attachLinks(
  ctx: WriteContext,
  subject: LinkSubject,
  targets: readonly LinkTarget[],
  pathOf: (index: number) => string,
): Promise<Attached[]> {
  if (targets.length === 0) return [];
  targets.forEach((target, index) => checkTarget(target, pathOf(index)));
  await checkDocuments(ctx, targets, pathOf);
  const on = {
    action_id: subject.action_id ?? null,
    project_id: subject.project_id ?? null,
    order_id: subject.order_id ?? null,
  };
  const wanted = targets.map(({ url, document_id, title }) => ({
    url: url ?? null,
    document_id: document_id ?? null,
    title: title ?? null,
  }));
  const links = new Map<string, Attached>();
  for (const link of await findLinksTo(ctx.transaction, ctx.workspaceId, on, wanted)) {
    if (!links.has(targetOf(link))) links.set(targetOf(link), { link, isNew: false });
  }
  const created: LinkRow[] = [];
  const attached = wanted.map((target) => {
    const known = links.get(targetOf(target));
    if (known !== undefined) return known;
    const stored = newLink(ctx, { ...target, ...on, title_by_actor_id: null });
    created.push(stored);
    const link = { ...stored, ...namesOf(ctx.actor, ['created', 'title']) };
    links.set(targetOf(target), { link, isNew: false });
    return { link, isNew: true };
  });
  await storeLinks(ctx, created);
  return attached;
}

/** Attaches URLs to new actions of an import, each URL once to an action. */
export async function insertImportedLinks(
  ctx: WriteContext,
  targets: readonly (LinkTarget & { readonly action_id: string; readonly url: string })[],
): Promise<void> {
  // The first of equal ones is stored last into the map.
  const distinct = new Map(
    targets.toReversed().map((each) => [`${each.action_id} ${each.url}`, each]),
  );
  const noSubject = { project_id: null, order_id: null, document_id: null };
  const links = [...distinct.values()]
    .toReversed()
    .map(({ action_id, url, title = null }) =>
      newLink(ctx, { ...noSubject, action_id, url, title, title_by_actor_id: null }),
    );
  await insertLinks(ctx.transaction, links);
  const summary = `${ctx.actor.name} attached a link.`;
  emit(
    ctx,
    ...links.map((link) => ({ ...linkEvent(link, 'link.created', summary), isImported: true })),
  );
}

function targetOf({ url, document_id: id }: Pick<LinkRow, 'url' | 'document_id'>): string {
  return url === null ? `document ${id}` : `url ${url}`;
}

/**
 * Copies the links of some actions or projects to others: `copies` maps the old ids to the new
 * ones, at most 500. Returns the copied rows.
 */
export async function copyLinks(
  ctx: WriteContext,
  column: 'action_id' | 'project_id',
  copies: ReadonlyMap<string, string>,
): Promise<readonly LinkRow[]> {
  const ids = [...copies.keys()];
  const found = await findLinksOf(ctx.transaction, ctx.workspaceId, { column, ids });
  if (found.length === 0) return found;
  const links = found.map(({ url, document_id, title, ...old }) => {
    const noSubject = { action_id: null, project_id: null, order_id: null };
    const copyId = copies.get(old[column] ?? '') ?? null;
    const authors = copiedAuthors(old, ctx.actor.id, ['title']);
    const target = { url, document_id, title, ...authors };
    return newLink(ctx, { ...target, ...noSubject, [column]: copyId });
  });
  await storeLinks(ctx, links);
  return found;
}

/** An event about a link. */
export function linkEvent(link: LinkRow, kind: QuietKind, summary: string): NewEvent {
  return {
    kind,
    subject: { type: 'link', id: link.id, title: nameOf(link) },
    summary,
    about: {
      actionId: link.action_id,
      projectId: link.project_id,
      orderId: link.order_id,
      documentId: link.document_id,
    },
  };
}

/** Throws 422 `INVALID_REFERENCE` with an issue for each document that the caller does not see. */
export async function checkDocuments(
  { transaction, workspaceId, actor }: WriteContext,
  targets: readonly LinkTarget[],
  pathOf: (index: number) => string,
): Promise<void> {
  const ids = targets.flatMap(({ document_id: id }) => (id === undefined ? [] : [id]));
  if (ids.length === 0) return;
  const visible = await findVisibleDocumentIds(
    transaction,
    { workspaceId, ids },
    documentViewer(actor),
  );
  const issues = targets.flatMap(({ document_id: id }, index) => {
    if (id === undefined || visible.has(id)) return [];
    const path = `${pathOf(index)}/document_id`;
    const message = `${path} does not name a document that you can see.`;
    return [{ path, code: 'INVALID_REFERENCE', message }];
  });
  const [first] = issues;
  if (first !== undefined) throw problem('INVALID_REFERENCE', first.message, { issues });
}

type LinkFields =
  'url' | 'document_id' | 'title' | 'title_by_actor_id' | 'action_id' | 'project_id' | 'order_id';

function newLink(
  { workspaceId, actor, newId, now }: WriteContext,
  fields: Pick<LinkRow, LinkFields>,
): LinkRow {
  return {
    id: newId('lnk'),
    workspace_id: workspaceId,
    ...fields,
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}

async function storeLinks(ctx: WriteContext, links: readonly LinkRow[]): Promise<void> {
  await insertLinks(ctx.transaction, links);
  const summary = `${ctx.actor.name} attached a link.`;
  emit(ctx, ...links.map((link) => linkEvent(link, 'link.created', summary)));
}

/** The target of a link, as the contract names its fields. */
interface LinkTarget {
  readonly url?: string | undefined;
  readonly document_id?: string | undefined;
  readonly title?: string | null | undefined;
}

/** The record that a link is attached to, as the contract names its fields. */
interface LinkSubject {
  readonly action_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly order_id?: string | undefined;
}

/**
 * Throws 422 `INVALID_REFERENCE` unless the link has one target; `path` is the path of the link in
 * the body.
 */
function checkTarget({ url, document_id }: LinkTarget, path: string): void {
  checkExactlyOne({ url, document_id }, path, 'A link needs exactly one of url and document_id.');
  checkUrl(url, `${path}/url`);
}

/** Throws 400 for a URL that cannot be parsed, such as one with the port 99999. */
function checkUrl(url: string | undefined, path: string): void {
  if (url === undefined || URL.canParse(url)) return;
  throw invalidValue(path, `${path} is not a valid URL.`);
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
  checkUrl(url, 'body/url');
}

/** The name of a link for people: its title, or else its target. */
function nameOf(link: {
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
