import { useEffect, useSyncExternalStore } from 'react';
import { storedName } from '../api/workspace';
import { createListeners } from './listeners';
import { t } from '../texts/texts';

let title = '';
let waiting = 0;
let workspace = '';
let trail: readonly string[] = [];

/** Sets the title of the tab, before which the number of records that wait for a decision stands. */
export function useTitle(next: string): void {
  useEffect(() => {
    title = next;
    showTitle();
  }, [next]);
}

/** Names the pages to which the page belongs in the title, one a line, the outermost first. */
export function useTrailTitle(names: string): void {
  useEffect(() => {
    trail = names === '' ? [] : names.split('\n').toReversed();
    showTitle();
    return () => {
      trail = [];
    };
  }, [names]);
}

/** Sets the number of records that wait for a decision. */
export function setWaitingCount(count: number): void {
  waiting = count;
  showTitle();
}

/** Names the workspace in the title. It is empty while the browser has only one. */
export function setTitleOfWorkspace(name: string): void {
  workspace = name;
  showTitle();
}

function showTitle(): void {
  const place = workspace === '' ? 'Callboard' : workspace;
  const names = [title, ...trail, place].join(' · ');
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${names}`;
}

const setting = (): string => storedName('notifications');
const { subscribe, notify } = createListeners();
let last: number | undefined;

/** Whether this browser can notify: with https and on this machine only, as browsers decide. */
export function canNotify(): boolean {
  return 'Notification' in globalThis && isSecureContext;
}

/** Whether the person wants to be notified in this browser. */
export function useNotificationsEnabled(): boolean {
  return useSyncExternalStore(subscribe, areEnabled);
}

/** Turns notifications on or off. Resolves to false if the person or the browser refuses them. */
export async function setNotificationsEnabled(enabled: boolean): Promise<boolean> {
  const isAllowed = !enabled || (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(setting(), enabled && isAllowed ? 'on' : 'off');
  notify();
  return isAllowed;
}

/** Notifies when more records wait than before, unless the person looks at the console. */
export function notifyOfWaiting(count: number): void {
  const isMore = last !== undefined && count > last;
  last = count;
  if (!isMore || !document.hidden || !canNotify() || !areEnabled()) return;
  const body = t(
    '{count, plural, one {One decision waits for you.} other {# decisions wait for you.}}',
    { count },
  );
  // The same tag, so that several tabs and several events make one notification.
  const notification = new Notification('Callboard', { body, tag: storedName('waiting') });
  notification.addEventListener('click', () => {
    focus();
    notification.close();
  });
}

function areEnabled(): boolean {
  return (
    localStorage.getItem(setting()) === 'on' && canNotify() && Notification.permission === 'granted'
  );
}
