import {
  backslash,
  closeBrace,
  closeBracket,
  openBrace,
  openBracket,
  quote,
} from './json-characters';

/**
 * Whether JSON text in UTF-8 nests arrays and objects more than `limit` levels deep. Call it before
 * JSON.parse, which takes a hundred times longer for two mebibytes of brackets. The result is
 * undefined for text that is not JSON.
 */
export function isDeeperThan(limit: number, json: Uint8Array): boolean {
  if (json.length <= limit) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
    }
  }
  return false;
}
