import { createClient, isCallboardError, unwrap, type CallboardClient } from '../../client';
import { CommandError } from '../failure';
import { readPassword } from '../prompt';

/** Who sends the requests of a command: the owner of a local server in development if nobody. */
export interface Credentials {
  /** The origin of the service. */
  readonly url: string;
  /** A token of an agent. */
  readonly token?: string | undefined;
  /** The address of a person, whose password is read from a prompt or standard input. */
  readonly email?: string | undefined;
  /** The link of `callboard person sign-in-link`, or its token. */
  readonly signInLink?: string | undefined;
}

/**
 * Runs the work with a client of the service. A person who signs in for it is signed out afterwards.
 * Throws a CommandError for a refusal.
 */
export async function withClient<T>(
  credentials: Credentials,
  work: (client: CallboardClient) => Promise<T>,
): Promise<T> {
  const { url: baseUrl, token, email, signInLink } = credentials;
  const fetch = answeredFetch(baseUrl);
  try {
    if (token !== undefined) return await work(createClient({ baseUrl, fetch, token }));
    const anonymous = createClient({ baseUrl, fetch, anonymous: true });
    if (email === undefined && signInLink === undefined) return await work(anonymous);
    const response =
      signInLink === undefined
        ? await signIn(anonymous, String(email))
        : await useLink(anonymous, signInLink);
    const headers = { Cookie: cookieOf(response), 'Sec-Fetch-Site': 'same-origin' };
    const client = createClient({ baseUrl, fetch, session: true, headers });
    try {
      return await work(client);
    } finally {
      await client.DELETE('/v1/session').catch(() => undefined);
    }
  } catch (error) {
    if (!isCallboardError(error)) throw error;
    throw new CommandError(messageOf(error));
  }
}

// What fetch throws names neither the address nor a reason.
function answeredFetch(url: string) {
  return async (request: Request): Promise<Response> => {
    try {
      return await fetch(request);
    } catch {
      throw new CommandError(`No answer from ${url}: is the server running?`);
    }
  };
}

/** A refusal in one sentence, with the field that it is about. */
export function messageOf(error: unknown): string {
  if (!isCallboardError(error)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'UNAUTHENTICATED') {
    return 'The service refused the credential. Sign in with --email or --sign-in-link.';
  }
  const [issue] = error.issues;
  return `${error.code}: ${issue?.message ?? error.message}`;
}

async function signIn(client: CallboardClient, email: string): Promise<Response> {
  const body = { email, password: await readPassword() };
  const result = await client.POST('/v1/session', { body });
  if (result.response.status === 401) {
    throw new CommandError('The address or the password is wrong.');
  }
  await unwrap(Promise.resolve(result));
  return result.response;
}

async function useLink(client: CallboardClient, link: string): Promise<Response> {
  const token = link.slice(link.indexOf('#') + 1);
  const result = await client.POST('/v1/session/link', { body: { token } });
  await unwrap(Promise.resolve(result));
  return result.response;
}

function cookieOf(response: Response): string {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1).join(''));
  return cookies.join('; ');
}
