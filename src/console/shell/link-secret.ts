import { base } from '../api/address';

/** The address of the page that accepts an invitation. */
export const invitationPath = '/app/invitation';

/** The address of the page that sets a new password with a reset. */
export const resetPath = '/app/reset';

const isLinked = [invitationPath, resetPath].includes(location.pathname.slice(base.length));

/**
 * The secret of the link that opened this page; empty without one. Links have it in the fragment,
 * which browsers send to no server. It leaves the address bar and the history at once.
 */
export const linkSecret = isLinked ? location.hash.slice(1) : '';

if (isLinked) {
  if (linkSecret !== '') history.replaceState(null, '', location.pathname);
  // Another link in the same tab changes only the fragment, so no page would be loaded.
  addEventListener('hashchange', () => location.reload());
}
