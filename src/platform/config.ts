/** Where the service runs: development opens the loopback fallback and is refused on other addresses. */
export type Environment = 'development' | 'production';

/** The configuration, read once at the start. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly environment: Environment;
  readonly logLevel: string;
  /** Whether lines of the log name the address of the client. */
  readonly logAddresses: boolean;
  /** How people reach the service, without a trailing slash; undefined: as they address it. */
  readonly publicUrl: string | undefined;
  /** Reverse proxies in front of the service whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: number;
  readonly workingSeconds: number;
  readonly stalledSeconds: number;
  readonly sessionDays: number;
  readonly eventDays: number;
  /**
   * Requests of one bearer token, or of one person in all their sessions, in a minute; 0 for no
   * limit.
   */
  readonly rateLimitPerMinute: number;
  /** Seconds between SIGTERM and the end of listening. */
  readonly shutdownDelaySeconds: number;
  readonly shutdownSeconds: number;
}

/** A variable of the environment that is wrong; the message is one sentence that names it. */
export class ConfigError extends Error {}

interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** Every variable that the service reads, for `--help` and the README. */
export const variables = [
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on' },
  { name: 'PORT', fallback: '3000', meaning: 'Port to listen on; 0 takes a free one' },
  {
    name: 'DATABASE_URL',
    fallback: 'sqlite:./callboard.db',
    meaning: '`sqlite:PATH`, `sqlite::memory:` or `postgres://…`',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '10',
    meaning: 'Most connections to Postgres, of each process, beside one for `/readyz`',
  },
  {
    name: 'CALLBOARD_ENV',
    fallback: 'production',
    meaning:
      '`production` or `development`; development is for this machine alone: requests from it without a credential act as the owner, unless `PUBLIC_URL` or `TRUST_PROXY` is set. `npm start` says development',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
  },
  {
    name: 'LOG_ADDRESSES',
    fallback: 'true',
    meaning:
      'Whether the log names the client’s address, as `TRUST_PROXY` resolves it, `true` or `false`; events never do',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning:
      'How people reach the service, such as `https://calls.example.com`; behind a proxy the cookie’s origin check needs it. Production needs https here: the session cookie is kept over https only, and every answer carries `Strict-Transport-Security`',
  },
  {
    name: 'TRUST_PROXY',
    fallback: '0',
    meaning:
      'How many reverse proxies stand in front; so many entries of `X-Forwarded-For` are believed when sign-ins are counted per address and when the log names an address',
  },
  {
    name: 'WORKING_WINDOW_SECONDS',
    fallback: '900',
    meaning: 'Activity this recent makes an assigned, ready action working',
  },
  {
    name: 'STALLED_WINDOW_SECONDS',
    fallback: '86400',
    meaning: 'Silence this long makes assigned work stalled',
  },
  { name: 'SESSION_DAYS', fallback: '30', meaning: 'Days that an unused session lasts' },
  {
    name: 'EVENT_DAYS',
    fallback: '90',
    meaning: 'Days that events are kept; at least 7, which the overview shows',
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    fallback: '600',
    meaning:
      'Requests that a bearer token has in a minute, and that a person has in all their sessions, counted by each process for itself; 0 for no limit',
  },
  {
    name: 'SHUTDOWN_DELAY_SECONDS',
    fallback: '0',
    meaning:
      'Seconds after SIGTERM in which the server goes on accepting while `/readyz` is 503; behind a load balancer, at least the time in which its checks notice that',
  },
  {
    name: 'SHUTDOWN_SECONDS',
    fallback: '10',
    meaning: 'Seconds that running requests get to finish after that, whatever the database does',
  },
] as const satisfies readonly Variable[];

type Name = (typeof variables)[number]['name'];

/**
 * Reads the configuration from an environment, the process's own unless given. Throws a ConfigError of one sentence on a
 * value that is wrong and on an unknown variable that begins with `CALLBOARD_`.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('CALLBOARD_') && name !== 'CALLBOARD_ENV',
  );
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not a variable of Callboard.`);

  const text = (name: Name): string => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    return variables.find((variable) => variable.name === name)?.fallback ?? '';
  };
  const whole = (name: Name, least: number, most: number): number => {
    const value = text(name);
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}.`);
  };
  const oneOf = <T extends string>(name: Name, allowed: readonly T[]): T => {
    const value = text(name);
    const found = allowed.find((each) => each === value);
    if (found !== undefined) return found;
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`);
  };

  const config: Config = Object.freeze({
    host: text('HOST'),
    port: whole('PORT', 0, 65_535),
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    databasePoolSize: whole('DATABASE_POOL_SIZE', 1, 500),
    environment: oneOf('CALLBOARD_ENV', ['development', 'production']),
    logLevel: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    logAddresses: oneOf('LOG_ADDRESSES', ['true', 'false']) === 'true',
    publicUrl: publicUrl(text('PUBLIC_URL')),
    trustedProxies: whole('TRUST_PROXY', 0, 10),
    workingSeconds: whole('WORKING_WINDOW_SECONDS', 1, 31_536_000),
    stalledSeconds: whole('STALLED_WINDOW_SECONDS', 1, 31_536_000),
    sessionDays: whole('SESSION_DAYS', 1, 3650),
    eventDays: whole('EVENT_DAYS', 7, 36_500),
    rateLimitPerMinute: whole('RATE_LIMIT_PER_MINUTE', 0, 1_000_000),
    shutdownDelaySeconds: whole('SHUTDOWN_DELAY_SECONDS', 0, 3600),
    shutdownSeconds: whole('SHUTDOWN_SECONDS', 0, 3600),
  });
  if (config.environment === 'development' && !isLoopback(config.host)) {
    throw new ConfigError(
      'CALLBOARD_ENV=development serves the owner without a password, so HOST must be 127.0.0.1, ::1 or localhost.',
    );
  }
  return config;
}

/** Whether an address is this machine talking to itself (RFC 1122, RFC 4291); IPv4 may be mapped into IPv6. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === 'localhost' || plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain);
}

function databaseUrl(value: string): string {
  if (/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(value)) return value;
  throw new ConfigError(
    'DATABASE_URL must be sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST/DATABASE.',
  );
}

function publicUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (URL.canParse(value) && /^https?:\/\/[^?#]+$/.test(value))
    return value.replace(/(?<!\/)\/+$/, '');
  throw new ConfigError('PUBLIC_URL must be an http or https address without a query.');
}
