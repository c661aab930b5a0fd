/** A measured number with its budget. */
export interface Measurement {
  readonly what: string;
  readonly value: number;
  readonly unit: 'KiB' | 'KB' | 'ms' | 'requests' | 'points';
  /** The bound of the value: the least for points, the most for everything else. */
  readonly budget: number;
  /** What explains the number. */
  readonly notes?: readonly string[];
}

/** Whether the number is within its budget. */
export function isWithin({ value, unit, budget }: Measurement): boolean {
  return unit === 'points' ? value >= budget : value <= budget;
}

/** The measurements as a Markdown table. */
export function toTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((one) => [
    one.what,
    `${round(one.value)} ${one.unit}`,
    `${one.unit === 'points' ? '≥' : '≤'} ${round(one.budget)}`,
    isWithin(one) ? '' : 'MISSED',
  ]);
  const head = ['What', 'Measured', 'Budget', ''];
  const widths = head.map((title, index) =>
    Math.max(3, title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

/** The median; the higher of the two middle numbers for an even count. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
