import { unwrap, type components, toCallboardError } from 'callboard-client';
import { base } from '../api/address';
import { api, client } from '../api/client';
import { forgetPerson, hasTextInSomeTab } from '../api/person';
import { signInPath } from '../api/session';
import { enterWorkspace, forgetWorkspace, workspaceHeader, workspaceNow } from '../api/workspace';
import { countUnsaved } from '../decisions/decisions';
import { settle } from '../decisions/outbox';
import { t } from '../texts/texts';
import { showDone } from '../ui/done';
import { sentenceOf } from '../ui/loading';

/** A workspace that the browser is signed in to. */
export type SignedInWorkspace = components['schemas']['SignedInWorkspace'];

/** Reads the workspaces that the browser is signed in to. */
export function useWorkspaces(isEnabled = true) {
  const { data, error } = api.useQuery(
    'get',
    '/v1/session/workspaces',
    {},
    { enabled: isEnabled, staleTime: 0 },
  );
  return { workspaces: data?.workspaces ?? [], isRead: data !== undefined, error };
}

/** What waits in a workspace, in words; empty if nothing does. */
export function waitingIn({ waiting }: SignedInWorkspace): string {
  return waiting === 0
    ? ''
    : t('{waiting, plural, one {# waiting} other {# waiting}}', { waiting });
}

/** Saves what was decided, and shows another workspace in this tab. */
export async function switchTo(id: string, address?: string): Promise<void> {
  if (await mayLeave(t('Some decisions are not saved. Switch and lose them?')))
    enterWorkspace(id, address);
}

/** Saves what was decided, and shows the sign-in to another workspace. */
export async function signInToAnother(): Promise<void> {
  if (await mayLeave(t('Some decisions are not saved. Leave and lose them?')))
    location.assign(`${base}${signInPath}`);
}

/** Ends the sessions of this browser in all workspaces, each by its own. */
export async function signOutOfAll(workspaces: readonly SignedInWorkspace[]): Promise<void> {
  if (!(await mayLeave(t('Some decisions are not saved. Sign out and lose them?')))) return;
  const question = t(
    'Text that you wrote is not sent, here or in another tab. Sign out and lose it?',
  );
  if ((await hasTextInSomeTab()) && !confirm(question)) return;
  const own = workspaceNow();
  const others = workspaces.filter(({ id }) => id !== own);
  // This one last, so that a failure can still be shown.
  for (const id of [...others.map((other) => other.id), own]) {
    if (id === undefined) continue;
    const sent = await client.DELETE('/v1/session', { headers: { [workspaceHeader]: id } });
    if (sent.response.status !== 401) await unwrap(Promise.resolve(sent));
  }
  forgetPerson();
  forgetWorkspace();
  location.assign(`${base}${signInPath}`);
}

async function mayLeave(question: string): Promise<boolean> {
  await settle();
  const isSaved = countUnsaved(true) === 0;
  return isSaved || confirm(question);
}

/** Saves what was decided, ends the session, and shows the sign-in. */
export async function signOut(): Promise<void> {
  await settle();
  const unsaved = countUnsaved(true);
  if (unsaved > 0 && !confirm(t('Some decisions are not saved. Sign out and lose them?'))) return;
  try {
    const { error, response } = await client.DELETE('/v1/session');
    // The session may have ended before.
    if (!response.ok && response.status !== 401) throw toCallboardError({ error, response });
  } catch (error) {
    showDone(t('You are still signed in. {error}', { error: sentenceOf(error) }));
    return;
  }
  forgetPerson();
  forgetWorkspace();
  location.assign(`${base}${signInPath}`);
}
