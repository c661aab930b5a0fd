const dayMs = 86_400_000;
const lastMs = Date.UTC(9999, 11, 29);

/** A time as a `datetime-local` field has it, in this time zone; empty for none. */
export function toLocal(iso: string | null, timeZone: string): string {
  if (iso === null) return '';
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  return format.format(new Date(iso)).replace(' ', 'T');
}

/** The time that a `datetime-local` field means in this time zone; null for an empty field. */
export function fromLocal(text: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Without room for an offset and the days around it, the time counts as UTC.
  if (Math.abs(asUtc) > lastMs) return new Date(asUtc).toISOString();
  const offsetAt = (time: number): number =>
    Date.parse(`${toLocal(new Date(time).toISOString(), timeZone)}Z`) - time;
  // The offsets before and after a change of clocks. Of a time that occurs twice the first one
  // counts, and a time that the clock skips moves on, as in repeat rules.
  const [first, later] = [-dayMs, dayMs].map((days) =>
    new Date(asUtc - offsetAt(asUtc + days)).toISOString(),
  );
  return (
    [first, later].find((at) => at !== undefined && toLocal(at, timeZone) === text) ?? first ?? null
  );
}
