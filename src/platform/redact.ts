/** 32 random bytes in hexadecimal behind the prefix of a token, with or without its public id. */
const secretPart = /(cb[a-z]{0,2}_(?:[0-9a-f]{24}_)?)[0-9a-f]{64}/gi;
const shortest = 'cb_'.length + 64;

/** A text without the secret parts of the tokens that stand in it; the rest of each stays. */
export function withoutSecrets(text: string): string {
  return text.length < shortest ? text : text.replace(secretPart, '$1[secret]');
}
