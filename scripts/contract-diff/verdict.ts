import type { Change } from './changes';

/** Two versions of the contract and what lies between them. */
export interface Comparison {
  /** `info.version` of the last release, and of the contract as it is. */
  readonly released: string;
  readonly current: string;
  readonly changes: readonly Change[];
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
}

/**
 * What stands in the way of the contract as it is: a breaking change without a new major version (Semantic Versioning 2.0.0), an addition without
 * a new minor one, any other without a new one, and each change for clients that the changelog's section `### Contract VERSION` does not
 * name in backquotes.
 */
export function faultsOf({ released, current, changes, changelog }: Comparison): string[] {
  if (changes.length === 0) return [];
  const wanted = changes.reduce((least, { weight }) => later(least, next(released, weight)), '');
  if (order(current, wanted) < 0) {
    return [`The contract is ${current}; these changes to ${released} ask for ${wanted}.`];
  }
  const section = sectionOf(changelog, current);
  if (section === undefined) return [`CHANGELOG.md has no section "### Contract ${current}".`];
  const subjects = changes
    .filter(({ weight }) => weight !== 'wording')
    .map(({ subject }) => subject);
  return [...new Set(subjects)]
    .filter((subject) => !section.includes(`\`${subject}\``))
    .map((subject) => `CHANGELOG.md, Contract ${current}, does not name \`${subject}\`.`);
}

/** Orders versions such as 1.10.0 and 1.9.0 by their numbers. */
export function order(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function later(a: string, b: string): string {
  return order(a, b) > 0 ? a : b;
}

function next(version: string, weight: Change['weight']): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (weight === 'breaking') return `${major + 1}.0.0`;
  return weight === 'additive' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

function sectionOf(changelog: string, version: string): string | undefined {
  const heading = `### Contract ${version}\n`;
  const [, ...after] = changelog.split(heading);
  return after.length === 0 ? undefined : after.join(heading).split(/^#{2,3} /m)[0];
}
