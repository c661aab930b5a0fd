import { base, server, stored } from './address';

// The tab remembers its workspace, and the browser the one that was used last.
const pointer = `${stored}workspace`;
const parameter = 'workspace_id';

/** The header that names the workspace of a request. */
export const workspaceHeader = 'Callboard-Workspace';

const named = takeFromAddress();
const ofTab = named ?? sessionStorage.getItem(pointer);
let current = ofTab ?? localStorage.getItem(pointer) ?? undefined;
if (current !== undefined) remember(current);

/** Whether nothing but the last use in this browser says which workspace this tab is for. */
export const isGuessed = ofTab === null;

// A link that a person opens from this tab is for the same workspace.
for (const kind of ['focus', 'pointerdown', 'keydown']) {
  addEventListener(kind, () => {
    if (current !== undefined) localStorage.setItem(pointer, current);
  });
}

/** The workspace that this tab is for; undefined until a session says so. */
export function workspaceNow(): string | undefined {
  return current;
}

/** What the names of everything begin with that the browser stores for the workspace. */
export function storedPrefix(): string {
  return current === undefined ? stored : `${stored}${current}.`;
}

/** The name of something that the browser stores for the workspace. */
export function storedName(name: string): string {
  return storedPrefix() + name;
}

/** Whether this browser has been signed in to several workspaces, each of a person of its own. */
export function knowsSeveral(): boolean {
  const isPerson = (name: string): boolean =>
    name.startsWith(`${stored}wsp_`) && name.endsWith('.person');
  return Object.keys(localStorage).filter(isPerson).length > 1;
}

/** Notes the workspace of the session, where the tab did not know it. */
export function learnWorkspace(id: string): void {
  if (current !== undefined) return;
  for (const storage of [sessionStorage, localStorage]) {
    for (const name of Object.keys(storage).filter(isWithoutWorkspace)) {
      storage.setItem(`${stored}${id}.${name.slice(stored.length)}`, storage.getItem(name) ?? '');
      storage.removeItem(name);
    }
  }
  remember(id);
}

/** Whether a name is none of a workspace, but of a tab that did not know its workspace. */
export function isWithoutWorkspace(name: string): boolean {
  return name.startsWith(stored) && name !== pointer && !name.startsWith(`${stored}wsp_`);
}

/** The path of the screen that the person chose to begin with. */
function firstScreen(): string {
  const path = localStorage.getItem(storedName('first-screen')) ?? '';
  return path.startsWith('/app/') ? path : '/app';
}

/** Begins with the chosen screen when the console is opened, and not by a link of its own. */
export function openFirstScreen(): void {
  const [entry] = performance.getEntriesByType('navigation');
  const isOpened = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
  const isLink = document.referrer.startsWith(`${server}/app`);
  if (!isOpened || isLink || location.href !== `${server}/app`) return;
  history.replaceState(null, '', base + firstScreen());
}

/** Shows a workspace that the browser is signed in to, at an address below the console's. */
export function enterWorkspace(id: string, given?: string): void {
  remember(id);
  const address = given ?? base + firstScreen();
  if (address === location.href) location.reload();
  else location.assign(address);
}

/** Forgets which workspace the tab is for, because its session has ended. */
export function forgetWorkspace(): void {
  sessionStorage.removeItem(pointer);
  if (localStorage.getItem(pointer) === current) localStorage.removeItem(pointer);
}

function remember(id: string): void {
  current = id;
  sessionStorage.setItem(pointer, id);
  localStorage.setItem(pointer, id);
}

/** The workspace that the address names after a sign-in, which then leaves it. */
function takeFromAddress(): string | undefined {
  const url = new URL(location.href);
  const id = url.searchParams.get(parameter) ?? undefined;
  if (id === undefined) return undefined;
  url.searchParams.delete(parameter);
  history.replaceState(history.state, '', url);
  return /^wsp_\w{1,60}$/.test(id) ? id : undefined;
}

/** The address of something that the browser reads without a header, such as a download. */
export function addressInWorkspace(address: string): string {
  if (current === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${parameter}=${current}`;
}
