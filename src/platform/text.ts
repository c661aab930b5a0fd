/** The first 200 characters of a text, for titles and summaries. */
export function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 200 ? text : `${characters.slice(0, 200).join('')}…`;
}
