/** A row of the example workspace, by its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** The credentials of the people and the agent of the examples. */
export const credentials = {
  /** Ada, who owns the workspace. */
  cookie: 'ada-of-the-examples',
  /** Scribe, a worker. */
  bearer: `cb_${'0123456789ab'.repeat(2)}_${'0123456789abcdef'.repeat(4)}`,
} as const;

/** The workspace of the examples. */
export const exampleWorkspace = exampleId('wsp', 0);

/** The ids of the actors. */
export const actors = {
  system: exampleId('atr', 0),
  ada: exampleId('atr', 1),
  scribe: exampleId('atr', 2),
  cleo: exampleId('atr', 18),
  dan: exampleId('atr', 19),
  prompter: exampleId('atr', 20),
} as const;

/** The agent Scribe. */
export const agent = exampleId('agt', 2);

/** The times of the examples, all moved by so many milliseconds. */
export interface ExampleTimes {
  /** A time of a day of November 2026, as `09:30`. */
  readonly on: (day: number, time: string) => string;
  /** A time of the day of the examples. */
  readonly today: (time: string) => string;
  /** The day of their "now" in the time zone of the workspace. */
  readonly localToday: string;
}

/** The time of the requests in the contract's examples: their "now". */
export const exampleNow = '2026-11-21T09:40:00.000Z';

/** The time zone of the example workspace. */
export const exampleZone = 'Europe/Lisbon';

/** The day of a time in that zone, as `2026-11-21`. The argument is in milliseconds. */
export function exampleDay(time: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: exampleZone }).format(time);
}

/** Moves the times of the examples. */
export function exampleTimes(moved: number): ExampleTimes {
  const on = (day: number, time: string): string => {
    const shown = `2026-11-${String(day).padStart(2, '0')}T${time}:00.000Z`;
    return new Date(Date.parse(shown) + moved).toISOString();
  };
  const today = (time: string): string => on(21, time);
  return { on, today, localToday: exampleDay(Date.parse(exampleNow) + moved) };
}

/** A row of the example workspace with an id. */
export function own(id: string, row: Row): Row {
  return { workspace_id: exampleWorkspace, id, ...row };
}

/** The columns of a record that say who has created and changed it, and when. */
export function by(actor: string, created: string, updated = created): Row {
  return {
    created_by_actor_id: actor,
    updated_by_actor_id: actor,
    created_at: created,
    updated_at: updated,
  };
}

/** The id with that number, as the contract's examples write it. */
export function exampleId(prefix: string, number: number): string {
  return `${prefix}_01JZ${String(number).padStart(22, '0')}`;
}
