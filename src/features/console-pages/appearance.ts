import { createHash } from 'node:crypto';

/**
 * Applies the theme and the density that the person chose for this browser, before the first paint.
 * It runs again when one changes: the console dispatches `appearance`, and other tabs `storage`.
 * The names are those of `src/console/api/workspace.ts`.
 */
export const appearanceScript = `{
const root = document.documentElement;
const { base = '' } = root.dataset;
const stored = 'callboard' + (location.pathname.startsWith(base + '/') ? base : '') + '.';
const dark = matchMedia('(prefers-color-scheme: dark)');
const show = () => {
  const name = stored + 'workspace';
  const id = sessionStorage.getItem(name) ?? localStorage.getItem(name);
  const chosen = (of) => localStorage.getItem(stored + (id === null ? '' : id + '.') + of);
  const theme = chosen('theme');
  const isDark = theme === 'dark' || (theme !== 'light' && dark.matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.density = chosen('density') === 'compact' ? 'compact' : 'comfortable';
  const meta = document.querySelector('meta[name=theme-color]');
  if (meta) meta.content = isDark ? '#181b21' : '#ffffff';
};
show();
dark.addEventListener('change', show);
addEventListener('storage', show);
addEventListener('appearance', show);
}`;

/** The source of the script in the policy of the page, which allows no other inline script. */
export const appearanceSource = `'sha256-${createHash('sha256').update(appearanceScript).digest('base64')}'`;
