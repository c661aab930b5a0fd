/** An entry of the changelog that corrects a wrong promise of the contract. */
export interface Correction {
  /** The subject of the correction, like `Change.subject`. */
  readonly subjects: readonly string[];
  /** The reason why the promise was wrong; empty when the entry has none. */
  readonly reason: string;
  /** The entry's first line. */
  readonly title: string;
}

/**
 * The entries under `#### Corrections` in the changelog's section of one version of the contract.
 * An entry is a list item: subjects in backquotes, separated by commas, then a colon and the
 * reason.
 */
export function correctionsOf(section: string): Correction[] {
  const [, ...after] = section.split(/^#### Corrections$/m);
  const entries = after.join('').split(/^####/m)[0] ?? '';
  return entries
    .split(/^- /m)
    .slice(1)
    .map((entry) => {
      const [, names = '', reason = ''] = /^(`[^`]+`(?:,\s+`[^`]+`)*)(?::(.*))?/s.exec(entry) ?? [];
      return {
        subjects: [...names.matchAll(/`([^`]+)`/g)].map(([, subject = '']) => subject),
        reason: reason.trim(),
        title: entry.split('\n')[0] ?? '',
      };
    });
}
