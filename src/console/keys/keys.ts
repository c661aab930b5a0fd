import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { storedName } from '../api/workspace';
import { createListeners } from '../ui/listeners';
import { isOpening } from '../ui/loading';

const setting = (): string => storedName('keys');
const { subscribe, notify } = createListeners();

/** Whether single keys are commands. A person may turn them off (WCAG 2.1.4). */
export function useKeysEnabled(): boolean {
  return useSyncExternalStore(subscribe, areKeysEnabled);
}

/** Turns single keys on or off in this browser. */
export function setKeysEnabled(enabled: boolean): void {
  localStorage.setItem(setting(), enabled ? 'on' : 'off');
  notify();
}

function areKeysEnabled(): boolean {
  return localStorage.getItem(setting()) !== 'off';
}

/**
 * Whether the person is a viewer, who changes nothing. The styles show viewers no button and no form
 * without `data-reads`, and their keys only read.
 */
export function areWritesHidden(): boolean {
  return document.querySelector('[data-role=viewer]') !== null;
}

/** The single keys of screens that only read. */
const readingKeys = /^[jkm/]$/;

/** Handles a key and returns true, or returns false to leave it to the browser. */
type KeyHandler = (key: string, event: KeyboardEvent) => boolean;

/**
 * Calls the handler for keys that are commands: never while a person types, in a dialog, or with a
 * modifier. Escape also arrives from fields. The frame listens on the window, so that the screen's
 * keys come first.
 */
export function useKeys(handle: KeyHandler, target: EventTarget = document): void {
  useEffect(() => {
    const onKeyDown = (event: Event): void => {
      if (!(event instanceof KeyboardEvent)) return;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null || isOpening()) return;
      const isTyped = isField(event.target);
      if (isTyped ? event.key !== 'Escape' : isSingle(event.key) && !areKeysEnabled()) return;
      const isScreens = target === document && isSingle(event.key);
      if (isScreens && areWritesHidden() && !readingKeys.test(event.key)) return;
      if (event.key === 'Enter' && isControl(event.target)) return;
      if (handle(event.key, event)) event.preventDefault();
    };
    target.addEventListener('keydown', onKeyDown);
    return () => target.removeEventListener('keydown', onKeyDown);
  }, [handle, target]);
}

function isSingle(key: string): boolean {
  return key.length === 1;
}

/**
 * Whether the person types. A write that ends must not take the focus from them then, because their
 * letters would become commands.
 */
export function isTyping(): boolean {
  return isField(document.activeElement);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary') !== null;
}

/** The keys of a record's page: E edits it, and Escape goes back to the list. */
export function usePageKeys(back: string, onEdit: (() => void) | undefined): void {
  const [, navigate] = useLocation();
  const handle = useCallback(
    (key: string, { target }: KeyboardEvent): boolean => {
      if (key === 'e' && onEdit !== undefined) {
        onEdit();
        return true;
      }
      // Escape in a field must not lose what was typed.
      const isField = target instanceof HTMLElement && target.matches('input, textarea');
      if (key !== 'Escape' || isField) return false;
      navigate(back);
      return true;
    },
    [back, onEdit, navigate],
  );
  useKeys(handle);
}

/**
 * Shows the keys on the buttons while a modifier is held, as the root's `data-keys`. Returns a
 * function that ends this.
 */
export function showKeysWhileHeld(): () => void {
  const root = document.documentElement;
  const show = (event: KeyboardEvent): void => {
    const isHeld = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isHeld) root.dataset['keys'] = 'shown';
    else hide();
  };
  const hide = (): void => void delete root.dataset['keys'];
  addEventListener('keydown', show);
  addEventListener('keyup', show);
  addEventListener('blur', hide);
  return () => {
    hide();
    removeEventListener('keydown', show);
    removeEventListener('keyup', show);
    removeEventListener('blur', hide);
  };
}
