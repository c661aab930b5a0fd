/** The number of characters of a text as the contract counts them: Unicode code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** The first 200 characters of a text, for titles and summaries. */
export function truncate(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 200 ? text : `${characters.slice(0, 200).join('')}…`;
}
