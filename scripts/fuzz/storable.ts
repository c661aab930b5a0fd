const deepest = 100;

/**
 * Whether the service can store a value: well-formed text without NUL, finite numbers, at most 100
 * levels of nesting.
 */
export function isStorable(value: unknown, levels = deepest): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.every((part: unknown) => isStorable(part, levels - 1));
}
