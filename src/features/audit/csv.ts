/** CSV (RFC 4180) of a line with the names of the columns and one line for each row. */
export function csvOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  return [names, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

// Spreadsheets run what begins like a formula, and an apostrophe makes it a text.
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
