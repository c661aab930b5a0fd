const { base: served = '' } = document.documentElement.dataset;

/**
 * The path that the server is served below, without a slash at its end; empty at the root. The
 * server also serves the page without it, on its own port.
 */
export const base = location.pathname.startsWith(`${served}/`) ? served : '';

/** The address of the server. */
export const server = `${location.origin}${base}`;

/** What the names of everything begin with that the browser stores; other paths have other consoles. */
export const stored = `callboard${base}.`;

/** The address of the page that accepts an invitation. */
export const invitationPath = '/app/invitation';

/** The address of the page that sets a new password with a reset. */
export const resetPath = '/app/reset';

/** The address of the page that signs an owner in by a link of the command line. */
export const signInLinkPath = '/app/sign-in-link';

const isLinked = [invitationPath, resetPath, signInLinkPath].includes(
  location.pathname.slice(base.length),
);

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
