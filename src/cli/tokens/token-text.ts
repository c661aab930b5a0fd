import { isTokenOf, parseToken, type TokenParts } from '../../shared/tokens';
import { UsageError } from '../failure';
import { ask } from '../prompt';

// Enough for a line of a log or a page of text around the token.
const MAX_CHARACTERS = 64 * 1024;

const inText = /\bcb_(?:[0-9A-Z]{26}_)?([0-9a-f]{24})(?:_[0-9a-f]{64})?(?![0-9a-f])/gi;
const publicIdAlone = /^[0-9a-f]{24}$/i;
const tokenId = /^tok_[0-9A-Za-z]+$/;

/** Identifies a token by id or public id; `parts` is present if the whole token was given. */
export interface TokenKey {
  readonly id?: string;
  readonly publicId?: string;
  readonly parts?: TokenParts;
}

/**
 * Reads a token key from the argument, or from standard input, which may contain the token or a
 * text with it. Throws a UsageError, which never contains the text.
 */
export async function readTokenKey(argument: string | undefined): Promise<TokenKey> {
  if (argument === undefined) {
    const found = keyInText(process.stdin.isTTY ? await promptForKey() : await readInput());
    if (found !== undefined) return found;
    throw new UsageError('Standard input contains neither a token nor a public id.');
  }
  const found = keyInText(argument);
  if (found?.parts !== undefined) {
    throw new UsageError(
      'Other processes can read arguments, and they stay in the history of the shell. Send the token to standard input, or give its public id, the 24 characters before the last _.',
    );
  }
  if (found !== undefined) return found;
  throw new UsageError('Give the id of a token (tok_...) or its public id of 24 characters.');
}

/** Whether the whole token is the stored one; undefined if none was given. */
export function isRightSecret(
  { parts }: TokenKey,
  token: { readonly secret_hash: string },
): boolean | undefined {
  return parts === undefined ? undefined : isTokenOf(token.secret_hash, parts);
}

function keyInText(text: string): TokenKey | undefined {
  const trimmed = text.trim();
  if (tokenId.test(trimmed)) return { id: trimmed };
  if (publicIdAlone.test(trimmed)) return { publicId: trimmed.toLowerCase() };
  const keys = new Map<string, TokenKey>();
  for (const [token, publicId = ''] of text.matchAll(inText)) {
    const key = publicId.toLowerCase();
    const parts = parseToken(token) ?? keys.get(key)?.parts;
    keys.set(key, { publicId: key, ...(parts !== undefined && { parts }) });
  }
  if (keys.size > 1) throw new UsageError('The text contains several tokens. Send one at a time.');
  return keys.values().next().value;
}

// Does not echo the input.
function promptForKey(): Promise<string> {
  return ask('Token or public id:', { isSecret: true });
}

async function readInput(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > MAX_CHARACTERS) {
      throw new UsageError(`Send at most ${MAX_CHARACTERS} characters.`);
    }
  }
  return text;
}
