import { toCallboardError } from 'callboard-client';
import { base } from '../api/address';
import { client } from '../api/client';
import { forgetPerson } from '../api/person';
import { signInPath } from '../api/session';
import { forgetWorkspace } from '../api/workspace';
import { countUnsaved } from '../decisions/decisions';
import { settle } from '../decisions/outbox';
import { showDone } from '../ui/done';
import { sentenceOf } from '../ui/loading';
import { t } from '../texts/texts';

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
