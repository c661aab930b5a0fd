import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { type Coding, codings } from '../../coded-copies';
import { valueAtPointer } from '../../json';
import type { MinimalResponse } from '../../operation';
import { problem } from '../../problems';
import { splitUnquoted, unquoted } from '../requests/request-head';
import type { ResponseParts } from './send';

/**
 * The media type of those offered that a request prefers; undefined if it accepts none. Media types
 * are compared without parameters: `application/json; charset=utf-8` is `application/json`.
 */
export function negotiateType(
  { headers: { accept } }: IncomingMessage,
  offered: readonly string[],
): string | undefined {
  if (accept === undefined || accept === '*/*') return offered[0];
  const plain = accept.includes(';') ? withoutParameters(accept) : accept;
  return new Negotiator({ headers: { accept: plain } }).mediaType(offered);
}

/** The smallest content coding that a request accepts; undefined if it accepts none of ours. */
function negotiateCoding({ headers }: IncomingMessage): Coding | undefined {
  const accepted = headers['accept-encoding'];
  // Any coding would do (RFC 9110, 12.5.3), but a client that can decode says so.
  if (typeof accepted !== 'string') return 'identity';
  const sent = { 'accept-encoding': accepted };
  const chosen = new Negotiator({ headers: sent }).encoding(codings, { preferred: codings });
  return codings.find((coding) => coding === chosen);
}

/** `negotiateCoding`, or 406. */
export function getCoding(message: IncomingMessage): Coding {
  const coding = negotiateCoding(message);
  if (coding !== undefined) return coding;
  throw problem('NOT_ACCEPTABLE', `Accept one of the content codings ${codings.join(', ')}.`, {
    details: { produces: [...codings] },
  });
}

function withoutParameters(accept: string): string {
  return splitUnquoted(accept, ',')
    .map((range) => {
      const [type = '', ...parameters] = splitUnquoted(range, ';');
      const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter));
      return weight === undefined ? type : `${type};${weight}`;
    })
    .join(',');
}

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
