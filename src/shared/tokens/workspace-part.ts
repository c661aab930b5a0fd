import { randomBytes } from 'node:crypto';

// Every credential names its workspace in a part that is not secret: the id without its prefix.
// So one workspace is read to find its caller, and a proxy can route a request by it. Credentials
// from before have no such part and work until they expire.

const prefix = 'wsp_';
const inToken = /^cb[a-z]_([0-9A-Z]{26})_/;
// A session from before has 43 characters.
const inCookie = /^([0-9A-Z]{26})_[\w-]{43}$/;

/** The part of a credential that names the workspace. */
export function workspacePart(workspaceId: string): string {
  return workspaceId.slice(prefix.length);
}

/** The id of the workspace of a part. */
export function workspaceOfPart(part: string): string {
  return `${prefix}${part}`;
}

/** Creates a secret of 32 random bytes in hexadecimal, after its kind and its workspace. */
export function newWorkspaceSecret(kind: `cb${string}`, workspaceId: string): string {
  return `${kind}_${workspacePart(workspaceId)}_${randomBytes(32).toString('hex')}`;
}

/** The value of a new session's cookie: the workspace and 32 random bytes in Base64url. */
export function newSessionValue(workspaceId: string): string {
  return `${workspacePart(workspaceId)}_${randomBytes(32).toString('base64url')}`;
}

/**
 * A condition for the rows of the workspace that a secret or the value of a cookie names; none for
 * one from before. The row is found by the hash of the whole text, so another workspace finds none.
 */
export function namedWorkspace(credential: string): { readonly workspace_id?: string } {
  const [, part] = inToken.exec(credential) ?? inCookie.exec(credential) ?? [];
  return part === undefined ? {} : { workspace_id: workspaceOfPart(part) };
}
