/**
 * Timers: the moments at which time alone changes the state of a record. Triggers maintain the
 * table, so no feature can omit a timer. Each serving process looks for timers that are due; the
 * handler of their kind locks the records, takes the timers and emits the events, so each event is
 * emitted once. A timer never changes a state: views and lists derive states when they are read.
 */
export {
  afterPeriods,
  armTimers,
  type DueTimer,
  findDueTimers,
  findDueWorkspaces,
  findOldestDueTimer,
  type Occurrence,
  takeDueTimers,
  type Timer,
  type TimerHandler,
  type TimerKind,
  type TimerSource,
} from './timer-store';
