/** The secret of a token: 32 bytes in hexadecimal after the prefix and the optional public id. */
const secretPart = /(cb[a-z]{0,2}_(?:[0-9a-f]{24}_)?)[0-9a-f]{64}/gi;
const minLength = 'cb_'.length + 64;

/** Replaces the secrets of tokens in a text; prefixes and public ids stay. */
export function withoutSecrets(text: string): string {
  return text.length < minLength ? text : text.replace(secretPart, '$1[secret]');
}
