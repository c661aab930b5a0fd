const verbs =
  'Order Check Repair Paint Hang Translate Collect Sort Send Measure Rehearse Print'.split(' ');
const objects =
  'lanterns programmes costumes curtains tickets scores ladders cables masks posters chairs letters'.split(
    ' ',
  );
const locations =
  'foyer stage workshop archive office cellar balcony wardrobe courtyard gallery'.split(' ');
const sentences = [
  'The last delivery was a week late, so ask for a date in writing.',
  'Two of them are in the store behind the workshop; the key is with the porter.',
  'Keep the receipts: the accounts close at the end of the month.',
  'What is left over goes to the school, as it did last year.',
  'It has to be quiet between two and four because of the recording.',
  'Measure twice, the drawings are from before the renovation.',
];

/** Words to search for. Each title has one word of each list. */
export const searchable = { objects, locations } as const;

/** Generates titles and texts about the work of a theatre from random numbers. */
export function createTextGenerator(random: () => number) {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const text = (count: number): string =>
    Array.from({ length: count }, () => pick(sentences)).join(' ');
  return {
    title: (number: number): string =>
      `${pick(verbs)} the ${pick(objects)} for the ${pick(locations)} ${number}`,
    text,
  };
}
