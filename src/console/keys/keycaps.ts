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
