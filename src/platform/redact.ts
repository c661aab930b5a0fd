/** The secret of a token: 32 bytes in hexadecimal after the prefix and the optional public id. */
const secretPart = /(cb[a-z]{0,2}_(?:[0-9a-f]{24}_)?)[0-9a-f]{64}/gi;
/** The secret of a webhook: 32 bytes in Base64 after the prefix. */
const webhookSecret = /(whsec_)[A-Za-z0-9+/_-]{43}=?/g;
const minLength = 'whsec_'.length + 43;

/** Replaces the secrets of tokens and webhooks in a text; prefixes and public ids stay. */
export function withoutSecrets(text: string): string {
  return text.length < minLength
    ? text
    : text.replace(secretPart, '$1[secret]').replace(webhookSecret, '$1[secret]');
}
