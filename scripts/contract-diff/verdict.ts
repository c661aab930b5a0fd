import type { Change } from './changes';
import { correctionsOf, type Correction } from './corrections';

/** Two versions of the contract and the changes between them. */
export interface Comparison {
  /** `info.version` of the last release and of the current contract. */
  readonly released: string;
  readonly current: string;
  readonly changes: readonly Change[];
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
}

/**
 * The reasons to refuse the current contract, as sentences. A breaking change needs a new major
 * version (Semantic Versioning 2.0.0), unless the changelog's section `### Contract VERSION` lists
 * it under `#### Corrections` with a reason; then it needs a new minor version, as an addition
 * does. Any other change needs a new patch version. The section must name each change for clients
 * in backquotes, and each correction must match a change of any weight.
 */
export function faultsOf({ released, current, changes, changelog }: Comparison): string[] {
  if (changes.length === 0) return [];
  const section = sectionOf(changelog, current);
  const corrections = correctionsOf(section ?? '');
  const corrected = new Set(corrections.flatMap(({ subjects }) => subjects));
  const wanted = changes.reduce(
    (least, { weight, subject }) =>
      later(
        least,
        next(released, weight === 'breaking' && corrected.has(subject) ? 'additive' : weight),
      ),
    '',
  );
  if (order(current, wanted) < 0) return [versionFault(wanted, released, current)];
  if (changes.length > 0 && section === undefined) {
    return [`CHANGELOG.md has no section "### Contract ${current}".`];
  }
  return [
    ...unnamed(changes, section ?? '', current),
    ...faultsOfCorrections(corrections, changes),
  ];
}

function versionFault(wanted: string, released: string, current: string): string {
  const fault = `The contract is ${current}; these changes to ${released} need ${wanted}.`;
  if (!wanted.endsWith('.0.0')) return fault;
  return `${fault} Deprecate instead, or list each correction of a wrong promise under "#### Corrections" in "### Contract ${current}" of CHANGELOG.md, with the reason.`;
}

function unnamed(changes: readonly Change[], section: string, current: string): string[] {
  const subjects = changes
    .filter(({ weight }) => weight !== 'wording')
    .map(({ subject }) => subject);
  return [...new Set(subjects)]
    .filter((subject) => !section.includes(`\`${subject}\``))
    .map((subject) => `CHANGELOG.md, Contract ${current}, does not name \`${subject}\`.`);
}

function faultsOfCorrections(
  corrections: readonly Correction[],
  changes: readonly Change[],
): string[] {
  const changed = new Set(changes.map(({ subject }) => subject));
  return corrections.flatMap(({ subjects, reason, title }) => {
    const entry = `CHANGELOG.md: the correction "${title}"`;
    if (subjects.length === 0) return [`${entry} names no subject in backquotes.`];
    if (reason === '') return [`${entry} gives no reason after a colon.`];
    return subjects
      .filter((subject) => !changed.has(subject))
      .map((subject) => `${entry} names \`${subject}\`, which did not change.`);
  });
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
