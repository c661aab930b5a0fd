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

// The longest time between the clicks of a double tap, in milliseconds, and its widest distance, in
// CSS pixels.
const longestMs = 500;
const widest = 24;

/**
 * Ignores the second click of a double tap on a row when something else is under the pointer by
 * then: after a decision the next row, or a button to undo it. Returns a function that ends this.
 */
export function ignoreDoubleTaps(): () => void {
  let last: { readonly at: MouseEvent; readonly button: Element } | undefined;
  const onClick = (event: MouseEvent): void => {
    const { target } = event;
    const button = target instanceof Element ? target.closest('[data-row] button') : null;
    // A key that clicks a button has no detail.
    if (button === null || event.detail === 0) return;
    if (last !== undefined && last.button !== button && isNear(last.at, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
    last = { at: event, button };
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}

function isNear(one: MouseEvent, other: MouseEvent): boolean {
  return (
    other.timeStamp - one.timeStamp < longestMs &&
    Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < widest
  );
}
