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
  const replaceEmails = wordReplacer(emails, newEmail, (character) => character.toLowerCase());
  const replaceNames = wordReplacer(names, newName, (character) => character);
  const replaceAllNames = wordReplacer([...names, ...sharedNames], newName, (each) => each);
  return (text, concernsPerson) =>
    (concernsPerson ? replaceAllNames : replaceNames)(replaceEmails(text));
}

type Fold = (character: string) => string;

// The words come from the database, and a regular expression of them could not be checked.
function wordReplacer(
  words: readonly string[],
  replacement: string,
  fold: Fold,
): (text: string) => string {
  // The longest first, because a name may begin with another one.
  const longestFirst = words
    .map((word) => Array.from(word, fold))
    .toSorted((one, other) => other.length - one.length);
  return (text) => {
    if (longestFirst.length === 0) return text;
    const characters = Array.from(text);
    const folded = characters.map(fold);
    const parts: string[] = [];
    for (let at = 0; at < characters.length;) {
      const end = isInWord(folded[at - 1]) ? undefined : endOfAny(longestFirst, folded, at);
      parts.push(end === undefined ? (characters[at] ?? '') : replacement);
      at = end ?? at + 1;
    }
    return parts.join('');
  };
}

function endOfAny(
  words: readonly (readonly string[])[],
  text: readonly string[],
  at: number,
): number | undefined {
  for (const word of words) {
    const end = endOf(word, text, at);
    if (end !== undefined && !isInWord(text[end])) return end;
  }
  return undefined;
}

/** The end of a word that the text has at the position, with characters escaped or not. */
function endOf(word: readonly string[], text: readonly string[], at: number): number | undefined {
  let end = at;
  for (const character of word) {
    if (character !== ' ' && !isInWord(character)) {
      while (character !== '\\' && text[end] === '\\') end += 1;
      const entity = entities[character];
      if (entity !== undefined && text.slice(end, end + entity.length).join('') === entity) {
        end += entity.length;
        continue;
      }
    }
    if (text[end] !== character) return undefined;
    end += 1;
    while (character === '\\' && text[end] === '\\') end += 1;
  }
  return end;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function isInWord(character: string | undefined): boolean {
  return character !== undefined && /^[\p{L}\p{N}]/u.test(character);
}
