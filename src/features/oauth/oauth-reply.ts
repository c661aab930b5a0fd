import type { ProtocolReply } from '../../platform/protocol';

/** The error codes of OAuth that this server sends (RFC 6749, 7591, 8707). */
export type OauthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A refusal in the words of OAuth. */
export interface OauthFault {
  readonly error: OauthErrorCode;
  readonly description: string;
}

/** Creates a refusal. */
export function fault(error: OauthErrorCode, description: string): OauthFault {
  return { error, description };
}

/** Whether a result is a refusal. */
export function isFault(result: object): result is OauthFault {
  return 'error' in result && 'description' in result;
}

/** A JSON response, which must not be cached. */
export function jsonReply(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ProtocolReply {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status, headers, bytes, contentType: json };
}

const json = 'application/json; charset=utf-8';

/** The error response of an endpoint that clients call (RFC 6749, 5.2). */
export function faultReply({ error, description }: OauthFault): ProtocolReply {
  const body = { error, error_description: description };
  if (error !== 'invalid_client') return jsonReply(400, body);
  return jsonReply(401, body, { 'WWW-Authenticate': 'Basic realm="callboard"' });
}

/** A redirect of a browser by GET to a page of this server, never to a client. */
export function redirectReply(location: string): ProtocolReply {
  return { status: 303, headers: { Location: location, 'Referrer-Policy': 'no-referrer' } };
}

/** A redirect URI with the parameters of a response. Its own query stays (RFC 6749, 4.1.2). */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) added.append(name, value);
  }
  return `${uri}${uri.includes('?') ? '&' : '?'}${added.toString()}`;
}

/** A parameter that a request may have once (RFC 6749, 3.1 and 3.2). Empty values are absent. */
export class Form {
  private readonly parameters: URLSearchParams;

  constructor(source: URLSearchParams | string | undefined) {
    this.parameters = source instanceof URLSearchParams ? source : new URLSearchParams(source);
  }

  /** The first value, or undefined. */
  get(name: string): string | undefined {
    const value = this.parameters.get(name);
    return value === null || value === '' || value.includes('\0') ? undefined : value;
  }

  /** All values that are not empty. */
  all(name: string): readonly string[] {
    return this.parameters.getAll(name).filter((value) => value !== '');
  }

  /** The first of these parameters that the request has more than once. */
  repeated(names: readonly string[]): string | undefined {
    return names.find((name) => this.parameters.getAll(name).length > 1);
  }
}
