/**
 * Stops the clock of this process at an instant (ISO 8601) until `jest.useRealTimers()`. Timers and
 * sockets go on.
 */
export function setClock(at: string): void {
  jest.useFakeTimers({
    now: Date.parse(at),
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}
