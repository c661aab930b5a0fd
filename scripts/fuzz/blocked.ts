import { setInterval } from 'node:timers';

/**
 * The most CPU time in milliseconds for which one request may block the event loop. A body of 2 MiB
 * needs a fifth of that.
 */
const most = 1500;
const tickMs = 20;

let before = process.cpuUsage();
let longest = 0;
let isWatching = false;

/**
 * Whether the event loop was blocked too long since the last call. Counts the CPU time between two
 * ticks of a timer, because other load on the machine does not change it.
 */
export function wasBlocked(): boolean {
  if (!isWatching) {
    isWatching = true;
    setInterval(tick, tickMs).unref();
    before = process.cpuUsage();
    return false;
  }
  tick();
  const found = longest > most;
  longest = 0;
  return found;
}

function tick(): void {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}
