import type { MinimalResponse } from '../../operation';
import { valueAtPointer } from '../../json-pointer';
import { splitUnquoted, unquoted } from '../header-parts';
import type { ResponseParts } from './send';

/**
 * The reply as the request's `Prefer` header asks for it (RFC 7240): without content for
 * `return=minimal`, if the operation takes the preference. Every other preference is ignored. The
 * reply may be a stored one, because the preference is not a part of what a retry repeats.
 */
export function applyPreference(
  prefer: string | undefined,
  minimal: MinimalResponse | null,
  reply: ResponseParts,
): ResponseParts {
  if (prefer === undefined || minimal === null || !prefersMinimal(prefer)) return reply;
  const { body, text, headers = {}, ...rest } = reply;
  // An earlier release may have stored the reply without a header that the 204 must have.
  if (!minimal.required.every((name) => Object.hasOwn(headers, name))) return reply;
  const isStored = body === undefined && text !== undefined;
  const needsBody = Object.keys(minimal.fromBody).length > 0;
  const whole: unknown = isStored && needsBody ? JSON.parse(text) : body;
  return {
    ...rest,
    status: 204,
    headers: {
      ...headers,
      ...headersFromBody(minimal, whole),
      'Preference-Applied': 'return=minimal',
    },
  };
}

/** The headers that a response without content has from the body of the whole one. */
export function headersFromBody(
  minimal: MinimalResponse | null,
  body: unknown,
): Record<string, string> {
  const pointers = Object.entries(minimal?.fromBody ?? {});
  return Object.fromEntries(
    pointers.flatMap(([name, pointer]) => {
      const value = valueAtPointer(body, pointer);
      return typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [];
    }),
  );
}

/**
 * Whether a `Prefer` header asks for `return=minimal` (RFC 7240, section 2): names are
 * case-insensitive, a value may be quoted, parameters follow after a semicolon, and the first of
 * several preferences with one name counts.
 */
export function prefersMinimal(prefer: string): boolean {
  for (const preference of splitUnquoted(prefer, ',')) {
    const [pair = ''] = splitUnquoted(preference, ';');
    const [name = '', ...values] = pair.split('=').map((part) => part.trim());
    if (name.toLowerCase() === 'return') return unquoted(values.join('=')) === 'minimal';
  }
  return false;
}
