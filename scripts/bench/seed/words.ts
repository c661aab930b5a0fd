const verbs =
  'Order Check Repair Paint Hang Translate Collect Sort Send Measure Rehearse Print'.split(' ');
const things =
  'lanterns programmes costumes curtains tickets scores ladders cables masks posters chairs letters'.split(
    ' ',
  );
const places =
  'foyer stage workshop archive office cellar balcony wardrobe courtyard gallery'.split(' ');
const sentences = [
  'The last delivery was a week late, so ask for a date in writing.',
  'Two of them are in the store behind the workshop; the key is with the porter.',
  'Keep the receipts: the accounts close at the end of the month.',
  'What is left over goes to the school, as it did last year.',
  'It has to be quiet between two and four because of the recording.',
  'Measure twice, the drawings are from before the renovation.',
];

/** Words of titles to search for: each title has one of either list. */
export const searchable = { things, places } as const;

/** Plain text of a theatre's work, made from numbers from 0 to 1. */
export function writer(random: () => number) {
  const of = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const text = (count: number): string =>
    Array.from({ length: count }, () => of(sentences)).join(' ');
  return {
    title: (number: number): string =>
      `${of(verbs)} the ${of(things)} for the ${of(places)} ${number}`,
    text,
  };
}
