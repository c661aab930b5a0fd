import { stored } from './address';
import { isWithoutWorkspace, storedName, storedPrefix, workspaceNow } from './workspace';

const mark = (): string => storedName('person');

const clears = new Set<() => void>();
let shown: string | undefined;

// What was typed before the page was loaded.
const hasDrafts = Object.keys(sessionStorage).some((name) => name.startsWith(storedName('draft.')));

// What the browser had no room for. It lives as long as the page.
const unstored = new Map<string, string>();

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

/** Forgets what waits to be stored, and what found no room. */
function forgetUnstored(): void {
  waiting.clear();
  unstored.clear();
}

/** The same in this tab. The tab that tells of it has cleared what they share. */
export function forgetTab(): void {
  shown = undefined;
  forgetUnstored();
  for (const forget of clears) forget();
  clear(sessionStorage);
}

/** Forgets everything of all workspaces, because the browser has no session. */
export function forgetAll(): void {
  shown = undefined;
  forgetUnstored();
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
function isOther(id: string): boolean {
  const known = shown ?? sessionStorage.getItem(mark()) ?? localStorage.getItem(mark());
  return known !== null && known !== id;
}

/** Whether what was typed before may be shown to the person, who is not known at first. */
export function mayShowDrafts(id: string | undefined): boolean {
  return id === undefined ? !hasDrafts : !isOther(id);
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
  const name = nameOf(key);
  return unstored.get(name) ?? sessionStorage.getItem(name) ?? '';
}

/** Keeps what a person typed. */
export function keepDraft(key: string, text: string): void {
  if (text === '') forgetDraft(key);
  else store(nameOf(key), text);
}

function store(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
    unstored.delete(name);
  } catch {
    // The browser stores no more for this page, and has an earlier text still.
    unstored.set(name, text);
  }
}

// Long texts are not written at each key. To store one may take longer than a pause.
const keepMs = 300;
const pausesPerStoring = 20;

const waiting = new Map<string, () => string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let storingMs = 0;

/**
 * Keeps what may be a long text in this tab soon, and at the latest when the page closes. `write`
 * makes the text then.
 */
export function keepLater(key: string, write: () => string): void {
  waiting.set(nameOf(key), write);
  timer ??= setTimeout(keepNow, Math.max(keepMs, storingMs * pausesPerStoring));
}

function keepNow(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.size === 0) return;
  const began = performance.now();
  for (const [name, write] of waiting) store(name, write());
  waiting.clear();
  storingMs = performance.now() - began;
}

addEventListener('pagehide', keepNow);

/** Forgets what a person typed, because it has been sent. */
export function forgetDraft(key: string): void {
  const name = nameOf(key);
  waiting.delete(name);
  unstored.delete(name);
  sessionStorage.removeItem(name);
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
  return [...Object.entries(sessionStorage), ...unstored].some(
    ([name, text]) => name.startsWith(stored) && name.includes('draft.') && text !== '',
  );
}
