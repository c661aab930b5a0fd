// The screens work without the events, so their reads do not wait longer. They are repeated if the
// events come later.
const patienceMs = 500;

let go = (): void => undefined;
let hasBegun = false;
const mayBegin = new Promise<void>((resolve) => {
  go = resolve;
  setTimeout(resolve, patienceMs);
});

/**
 * Waits until the tab hears of all further events, so that no event is between a read and the first
 * event that the tab hears of.
 */
export async function waitForEvents(): Promise<void> {
  await mayBegin;
  hasBegun = true;
}

/** Lets the reads begin. Returns whether some have begun before. */
export function beginReads(): boolean {
  go();
  return hasBegun;
}
