/** What an erasure replaces, and by what. */
export interface ErasedTexts {
  readonly actorId: string;
  readonly userId: string;
  /** The names that only this person has or had. */
  readonly names: readonly string[];
  /** The names that other actors have too. They are replaced only in rows about the person. */
  readonly sharedNames: readonly string[];
  readonly emails: readonly string[];
  readonly newName: string;
  readonly newEmail: string;
}

const domain = 'erased.invalid';

/** The address of an erased person, which nobody can have. */
export function erasedEmail(userId: string): string {
  return `${userId.toLowerCase()}@${domain}`;
}

/** The end of the addresses of all erased people. */
export const erasedEnding = `@${domain}`;

/** Whether a person is erased. */
export function isErased({ id, email }: { readonly id: string; readonly email: string }): boolean {
  return email === erasedEmail(id);
}

/** Replaces names and addresses in a text. `concernsPerson` as in `sharedNames`. */
export type ReplaceTexts = (text: string, concernsPerson: boolean) => string;

/**
 * Makes the replacement of whole words: also as JSON, Markdown and HTML escape them. Addresses
 * match in upper and lower case.
 */
export function replacerOf(texts: ErasedTexts): ReplaceTexts {
  const { names, sharedNames, emails, newName, newEmail } = texts;
  const [ofEmails, ofNames] = [patternOf(emails, 'giu'), patternOf(names, 'gu')];
  const ofAllNames = patternOf([...names, ...sharedNames], 'gu');
  return (text, concernsPerson) => {
    const withoutEmails = ofEmails === undefined ? text : text.replace(ofEmails, newEmail);
    const pattern = concernsPerson ? ofAllNames : ofNames;
    return pattern === undefined ? withoutEmails : withoutEmails.replace(pattern, newName);
  };
}

// The longest first, because a name may begin with another one.
function patternOf(words: readonly string[], flags: string): RegExp | undefined {
  if (words.length === 0) return undefined;
  const longestFirst = [...words].toSorted((one, other) => other.length - one.length);
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map(escapedForms).join('|')})(?![\\p{L}\\p{N}])`,
    flags,
  );
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt' };

function escapedForms(word: string): string {
  return Array.from(word, (character) => {
    if (/[\p{L}\p{N} ]/u.test(character)) return character;
    const literal = character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
    const entity = entities[character];
    return String.raw`\\*` + (entity === undefined ? literal : `(?:${literal}|&${entity};)`);
  }).join('');
}
