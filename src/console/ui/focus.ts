import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isTyping } from '../keys/keys';

/** Returns the ref of the element that gets the focus when a form in the page has closed. */
export function useFocusAfter<Part extends HTMLElement>(isOpen: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && !isTyping()) part.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return part;
}

let isPressed = false;
for (const name of ['pointerdown', 'pointerup', 'pointercancel']) {
  addEventListener(name, ({ type }) => (isPressed = type === 'pointerdown'), true);
}

/**
 * Runs what moves other parts of the page once the mouse button is up. A button that moves while it
 * is pressed gets no click.
 */
export function afterPress(run: () => void): void {
  if (isPressed) addEventListener('pointerup', () => setTimeout(run), { once: true });
  else run();
}

/**
 * Runs a command that removes its button, and gives the focus to the first match in the form or
 * search of the button; otherwise in the page.
 */
export function thenFocus(selector: string, run: () => void) {
  return ({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void => {
    const place = button.closest('form, search') ?? document;
    flushSync(run);
    place.querySelector<HTMLElement>(selector)?.focus();
  };
}
