import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { codings, type Coding } from '../../coded-copies';
import { problem } from '../../problems';
import { splitUnquoted } from '../header-parts';

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
