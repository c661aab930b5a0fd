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
