/**
 * Hides the keys of an input method that composes text from every handler of the console. They
 * choose among its suggestions and are no commands. Safari ends the composition before the Enter
 * that confirms it, and marks this key only by the code 229.
 */
export function hideComposingKeys(): void {
  const hide = (event: KeyboardEvent): void => {
    // The code is deprecated, but nothing else tells this key in Safari.
    if (!event.isComposing && event.keyCode !== 229) return;
    event.stopImmediatePropagation();
    // A dialog would close.
    if (event.key === 'Escape') event.preventDefault();
  };
  // In this phase and on the window, it comes before every other handler.
  addEventListener('keydown', hide, true);
}
