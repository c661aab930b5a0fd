/**
 * What is between this process and Postgres: `transaction` is a pooler that gives each transaction
 * another connection, and `transaction-prepared` one that also keeps the prepared statements of its
 * clients.
 */
export type DatabasePooler = (typeof databasePoolers)[number];

/** The values of `DatabasePooler`. */
export const databasePoolers = ['none', 'transaction', 'transaction-prepared'] as const;

/** A Postgres URL with several hosts, as libpq reads it (target_session_attrs). */
export interface PostgresHosts {
  /** A URL for each host, without `target_session_attrs`, in their order. */
  readonly urls: readonly [string, ...string[]];
  /** Whether only a server that accepts writes may be used. */
  readonly isReadWrite: boolean;
}

const attribute = 'target_session_attrs';
const writing = ['read-write', 'primary'];
const verifying = ['prefer', 'require', 'verify-ca'];

/**
 * The hosts of a Postgres URL. Throws an Error when a URL or `target_session_attrs` is invalid. pg
 * knows only one host.
 */
export function hostsOf(url: string): PostgresHosts {
  const start = url.indexOf('://') + 3;
  const length = url.slice(start).search(/[/?#]/);
  const end = length < 0 ? url.length : start + length;
  const authority = url.slice(start, end);
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  let isReadWrite = false;
  const single = (host: string): string => {
    const parsed = new URL(`${url.slice(0, start)}${user}${host}${url.slice(end)}`);
    // pg checks the certificate and the host name in these modes too, and warns that it will not.
    if (verifying.includes(parsed.searchParams.get('sslmode') ?? '') && !isLikeLibpq(parsed)) {
      parsed.searchParams.set('sslmode', 'verify-full');
    }
    const wanted = parsed.searchParams.get(attribute);
    if (wanted === null) return parsed.href;
    if (wanted !== 'any' && !writing.includes(wanted)) {
      throw new Error(`${attribute} must be any, read-write or primary.`);
    }
    isReadWrite = wanted !== 'any';
    parsed.searchParams.delete(attribute);
    return parsed.href;
  };
  const [first = '', ...others] = authority.slice(user.length).split(',');
  return { urls: [single(first), ...others.map(single)], isReadWrite };
}

function isLikeLibpq({ searchParams }: URL): boolean {
  return searchParams.get('uselibpqcompat') === 'true';
}

/** The parameters of a URL that are settings of a session. */
const settingNames = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Splits a URL of one host into one without settings of a session, for a pooler, and the settings.
 */
export function splitSettings(url: string): {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
} {
  const parsed = new URL(url);
  const settings: Record<string, string> = {};
  for (const name of settingNames) {
    const value = parsed.searchParams.get(name);
    if (value === null) continue;
    if (!/^\d{1,10}$/.test(value)) throw new Error(`${name} must be a number of milliseconds.`);
    settings[name] = value;
    parsed.searchParams.delete(name);
  }
  return { url: parsed.href, settings };
}
