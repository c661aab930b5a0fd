import { setInterval } from 'node:timers';

/**
 * Milliseconds of CPU time that no request may keep all others waiting. A body of 2 MiB takes a
 * fifth of that.
 */
const most = 1500;
const tickMs = 20;

let before = process.cpuUsage();
let longest = 0;
let isWatching = false;

/**
 * Whether something has blocked the event loop too long since the last call. Counts the CPU time
 * between two ticks of a timer, because a busy machine does not change it.
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
