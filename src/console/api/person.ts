import { stored } from './address';
import { isWithoutWorkspace, storedName, storedPrefix, workspaceNow } from './workspace';

const mark = (): string => storedName('person');

const clears = new Set<() => void>();
let shown: string | undefined;

/** Whether this tab kept something that was typed before the page was loaded. */
export const hasDrafts = Object.keys(sessionStorage).some((name) =>
  name.startsWith(storedName('draft.')),
);

/** Registers what forgets a part of what the page knows of the person. */
export function onLeave(forget: () => void): void {
  clears.add(forget);
}

/** Forgets everything that the person typed, read, did or set in this browser, in the workspace. */
export function forgetPerson(): void {
  forgetTab();
  clear(localStorage);
}

/**
 * Forgets what the tab has read, because the session has ended. What the person typed stays until
 * they sign in again in this tab; anybody else who signs in makes it forgotten.
 */
export function forgetRead(): void {
  keepNow();
  for (const forget of clears) forget();
}

/** The same in this tab. The tab that tells of it has cleared what they share. */
export function forgetTab(): void {
  shown = undefined;
  waiting.clear();
  for (const forget of clears) forget();
  clear(sessionStorage);
}

/** Forgets everything of all workspaces, because the browser has no session. */
export function forgetAll(): void {
  shown = undefined;
  waiting.clear();
  for (const storage of [sessionStorage, localStorage]) {
    for (const name of Object.keys(storage)) if (name.startsWith(stored)) storage.removeItem(name);
  }
}

function clear(storage: Storage): void {
  const isOwn = (name: string): boolean =>
    workspaceNow() === undefined ? isWithoutWorkspace(name) : name.startsWith(storedPrefix());
  for (const name of Object.keys(storage)) if (isOwn(name)) storage.removeItem(name);
}

/** Whether what is kept in this tab or browser is another person's. */
export function isOther(id: string): boolean {
  const known = shown ?? sessionStorage.getItem(mark()) ?? localStorage.getItem(mark());
  return known !== null && known !== id;
}

/** Notes who uses the console. If it was another person, everything of theirs is forgotten. */
export function setPerson(id: string): void {
  const isReplaced = isOther(id);
  if (isReplaced) forgetPerson();
  shown = id;
  sessionStorage.setItem(mark(), id);
  localStorage.setItem(mark(), id);
  // The page may show what the other person read.
  if (isReplaced) location.reload();
}

/** Calls a function when another tab has signed the person out. */
export function onLeftElsewhere(leave: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== mark() || newValue === (shown ?? null)) return;
    if (newValue === null) leave();
    else {
      forgetTab();
      location.reload();
    }
  });
}

/** What a person typed about a record, kept in this tab until it has been sent. */
export function readDraft(key: string): string {
  keepNow();
  return sessionStorage.getItem(nameOf(key)) ?? '';
}

/** Keeps what a person typed. */
export function keepDraft(key: string, text: string): void {
  store(nameOf(key), text);
}

function store(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The browser stores no more for this page. The text is on the screen still.
  }
}

// Long texts are not written at each key.
const keepMs = 300;

const waiting = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps what may be a long text in this tab soon, and at the latest when the page closes. */
export function keepLater(key: string, text: string): void {
  waiting.set(nameOf(key), text);
  timer ??= setTimeout(keepNow, keepMs);
}

function keepNow(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [name, text] of waiting) store(name, text);
  waiting.clear();
}

addEventListener('pagehide', keepNow);

/** Forgets what a person typed, because it has been sent. */
export function forgetDraft(key: string): void {
  waiting.delete(nameOf(key));
  sessionStorage.removeItem(nameOf(key));
}

/** The key of what a person changed in a proposal with this id. */
export function changesKey(id: string): string {
  return `${id}.changes`;
}

function nameOf(key: string): string {
  return storedName(`draft.${key}`);
}

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`${stored}drafts`) : undefined;

tabs?.addEventListener('message', ({ data }) => {
  if (data === 'any?' && hasDraftsNow()) tabs.postMessage('some');
});

/** Whether a tab of this browser has text that was not sent, in any workspace. */
export function hasTextInSomeTab(): Promise<boolean> {
  if (tabs === undefined || hasDraftsNow()) return Promise.resolve(hasDraftsNow());
  return new Promise((resolve) => {
    // A tab that the browser has stopped does not respond.
    const timer = setTimeout(() => end(false), 300);
    const heard = ({ data }: MessageEvent): void => {
      if (data === 'some') end(true);
    };
    const end = (has: boolean): void => {
      clearTimeout(timer);
      tabs.removeEventListener('message', heard);
      resolve(has);
    };
    tabs.addEventListener('message', heard);
    tabs.postMessage('any?');
  });
}

/** Whether this tab has text that was not sent, in any workspace. */
export function hasDraftsNow(): boolean {
  keepNow();
  return Object.entries(sessionStorage).some(
    ([name, text]) => name.startsWith(stored) && name.includes('draft.') && text !== '',
  );
}
