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
  const offsetAt = (time: number): number =>
    Date.parse(`${toLocal(new Date(time).toISOString(), timeZone)}Z`) - time;
  // The offset of the first result, because it differs from that of UTC when the clocks change.
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc))).toISOString();
}
