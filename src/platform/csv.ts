/** A line of CSV (RFC 4180), with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

// Spreadsheets run what begins like a formula, also with full-width signs, and an apostrophe makes it
// a text (OWASP, "CSV Injection").
function cellOf(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
