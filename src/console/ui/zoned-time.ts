/** A time in a time zone, as an input of the type `datetime-local` takes it. */
export function toZoned(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  return format.format(new Date(iso)).replace(' ', 'T');
}

/** The time that a `datetime-local` input of a time zone means, in ISO 8601. */
export function fromZoned(text: string, timeZone: string): string {
  const wanted = Date.parse(`${text}Z`);
  const offsetAt = (time: number): number =>
    Date.parse(`${toZoned(new Date(time).toISOString(), timeZone)}Z`) - minute(time);
  // The second step corrects the first one near a change of the clocks.
  const near = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(near)).toISOString();
}

function minute(time: number): number {
  return time - (time % 60_000);
}
