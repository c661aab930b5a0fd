import { allowEntryFault } from './outgoing/target';

/** The environment. Development enables the local owner and requires a loopback address. */
export type Environment = 'development' | 'production';

/** The configuration, read once at startup. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly environment: Environment;
  readonly logLevel: string;
  /** Whether the log contains client addresses. */
  readonly logAddresses: boolean;
  /** The public URL without a trailing slash; undefined to use the Host header. */
  readonly publicUrl: string | undefined;
  /** The number of trusted proxies; that many entries of `X-Forwarded-For` are used. */
  readonly trustedProxies: number;
  readonly workingSeconds: number;
  readonly stalledSeconds: number;
  readonly sessionDays: number;
  readonly eventDays: number;
  /** The bytes that each workspace may store; 0 for no limit. */
  readonly storedBytes: number;
  /**
   * Requests per minute of one bearer token, or of one person in all their sessions; 0 for no
   * limit.
   */
  readonly rateLimitPerMinute: number;
  /** Host names, addresses and networks that may receive webhooks besides public addresses. */
  readonly webhookAllow: readonly string[];
  /** The origins whose pages may call the service with bearer tokens. */
  readonly corsOrigins: readonly string[];
  /** Whether the pages for people are served under `/app`. */
  readonly console: boolean;
  /** Seconds between SIGTERM and the moment when the server stops listening. */
  readonly shutdownDelaySeconds: number;
  readonly shutdownSeconds: number;
}

/** An invalid environment variable; the message is one sentence that names it. */
export class ConfigError extends Error {}

interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** All environment variables of the service, for `--help` and docs/operate.md. */
export const variables = [
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on' },
  { name: 'PORT', fallback: '3000', meaning: 'Port to listen on; 0 for any free port' },
  {
    name: 'DATABASE_URL',
    fallback: 'sqlite:./callboard.db',
    meaning: '`sqlite:PATH`, `sqlite::memory:` or `postgres://…`',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '10',
    meaning: 'Maximum connections to Postgres per process, in addition to one for `/readyz`',
  },
  {
    name: 'CALLBOARD_ENV',
    fallback: 'production',
    meaning:
      '`production` or `development`; in development, requests from this machine without a credential act as the owner, unless `PUBLIC_URL` or `TRUST_PROXY` is set. `npm start` sets development',
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
      'Whether the log contains the client’s address, according to `TRUST_PROXY`, `true` or `false`; events never do',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning:
      'The public URL, such as `https://calls.example.com` or, below the path of a shared host, `https://example.com/calls`; behind a proxy the cookie’s origin check needs it. Production needs https here: the session cookie works over https only, and every response has `Strict-Transport-Security`',
  },
  {
    name: 'TRUST_PROXY',
    fallback: '0',
    meaning:
      'The number of trusted proxies in front; that many entries of `X-Forwarded-For` are used to count sign-ins per address and to log the client’s address',
  },
  {
    name: 'WORKING_WINDOW_SECONDS',
    fallback: '900',
    meaning: 'An assigned, ready action with activity in this window is working',
  },
  {
    name: 'STALLED_WINDOW_SECONDS',
    fallback: '86400',
    meaning: 'An assigned action without activity in this window is stalled',
  },
  {
    name: 'SESSION_DAYS',
    fallback: '30',
    meaning:
      'Days after which an unused session expires. Every session ends 90 days after its sign-in',
  },
  {
    name: 'EVENT_DAYS',
    fallback: '90',
    meaning: 'Days after which events are deleted; at least 7, because the overview shows 7',
  },
  {
    name: 'STORED_BYTES',
    fallback: '10737418240',
    meaning:
      'Bytes that each workspace may store; beyond that, only requests that store nothing more succeed. 0 for no limit',
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    fallback: '600',
    meaning:
      'Requests per minute of a bearer token, or of a person in all their sessions, counted per process; 0 for no limit',
  },
  {
    name: 'WEBHOOK_ALLOW',
    fallback: '',
    meaning:
      'Private receivers of webhooks, on any port and by http or https: host names, IP addresses and networks such as `10.0.0.0/8`, separated by commas',
  },
  {
    name: 'CORS_ORIGINS',
    fallback: '',
    meaning:
      'Origins whose pages may call the API from a browser, such as `https://app.example.com`, separated by commas; they need bearer tokens, because cookies do not count for them',
  },
  {
    name: 'CALLBOARD_CONSOLE',
    fallback: 'on',
    meaning: 'Whether the console, the pages for people under `/app`, is served, `on` or `off`',
  },
  {
    name: 'SHUTDOWN_DELAY_SECONDS',
    fallback: '0',
    meaning:
      'Seconds after SIGTERM in which the server still accepts requests while `/readyz` is 503; behind a load balancer, at least the interval of its health checks',
  },
  {
    name: 'SHUTDOWN_SECONDS',
    fallback: '10',
    meaning: 'Seconds after that in which running requests may finish, even if the database hangs',
  },
] as const satisfies readonly Variable[];

type Name = (typeof variables)[number]['name'];

/**
 * Reads the configuration from environment variables. Throws a ConfigError for an invalid value and
 * for an unknown variable that begins with `CALLBOARD_`.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const unknown = Object.keys(env).find(
    (name) =>
      name.startsWith('CALLBOARD_') && !variables.some((variable) => variable.name === name),
  );
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not a variable of Callboard.`);

  const text = (name: Name): string => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    return variables.find((variable) => variable.name === name)?.fallback ?? '';
  };
  const integer = (name: Name, min: number, max: number): number => {
    const value = text(name);
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
  };
  const oneOf = <T extends string>(name: Name, allowed: readonly T[]): T => {
    const value = text(name);
    const found = allowed.find((each) => each === value);
    if (found !== undefined) return found;
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`);
  };

  const config: Config = Object.freeze({
    host: text('HOST'),
    port: integer('PORT', 0, 65_535),
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 1, 500),
    environment: oneOf('CALLBOARD_ENV', ['development', 'production']),
    logLevel: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    logAddresses: oneOf('LOG_ADDRESSES', ['true', 'false']) === 'true',
    publicUrl: publicUrl(text('PUBLIC_URL')),
    trustedProxies: integer('TRUST_PROXY', 0, 10),
    workingSeconds: integer('WORKING_WINDOW_SECONDS', 1, 31_536_000),
    stalledSeconds: integer('STALLED_WINDOW_SECONDS', 1, 31_536_000),
    sessionDays: integer('SESSION_DAYS', 1, 3650),
    eventDays: integer('EVENT_DAYS', 7, 36_500),
    storedBytes: integer('STORED_BYTES', 0, Number.MAX_SAFE_INTEGER),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 0, 1_000_000),
    webhookAllow: allowEntries(text('WEBHOOK_ALLOW')),
    corsOrigins: corsOrigins(text('CORS_ORIGINS')),
    console: oneOf('CALLBOARD_CONSOLE', ['on', 'off']) === 'on',
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', 0, 3600),
    shutdownSeconds: integer('SHUTDOWN_SECONDS', 0, 3600),
  });
  if (config.environment === 'development' && !isLoopback(config.host)) {
    throw new ConfigError(
      'CALLBOARD_ENV=development serves the owner without a password, so HOST must be 127.0.0.1, ::1 or localhost.',
    );
  }
  return config;
}

/**
 * Sets `CALLBOARD_ENV` to development, here and for the processes of `--workers`, if it is not set.
 */
export function preferDevelopment(): void {
  process.env['CALLBOARD_ENV'] ||= 'development';
}

/** Whether an address is a loopback address (RFC 1122, RFC 4291), also as IPv4-mapped IPv6. */
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

/** The first segments of the service's own paths. */
export const ownSegments: readonly string[] = [
  '.well-known',
  'app',
  'docs',
  'healthz',
  'llms.txt',
  'mcp',
  'oauth',
  'openapi.json',
  'openapi.yaml',
  'readyz',
  'v1',
];

function publicUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!URL.canParse(value) || !/^https?:\/\/[^?#]+$/.test(value)) {
    throw new ConfigError('PUBLIC_URL must be an http or https address without a query.');
  }
  const url = value.replace(/(?<!\/)\/+$/, '');
  const [, ...segments] = url.replace(/^https?:\/\//, '').split('/');
  const [first] = segments;
  if (!segments.every((segment) => /^(?!\.{1,2}$)[\w.~-]+$/.test(segment))) {
    throw new ConfigError(
      'The path of PUBLIC_URL must be segments of letters, digits, ".", "_", "~" and "-".',
    );
  }
  // A request below it could not be told from one without it.
  if (first !== undefined && ownSegments.includes(first)) {
    throw new ConfigError(
      `PUBLIC_URL must not begin with /${first}, which is a path of the service.`,
    );
  }
  return url;
}

function entriesOf(value: string): readonly string[] {
  return value.split(',').flatMap((entry) => entry.trim() || []);
}

function corsOrigins(value: string): readonly string[] {
  const origins = entriesOf(value);
  for (const origin of origins) {
    if (URL.canParse(origin) && /^https?:/.test(origin) && new URL(origin).origin === origin)
      continue;
    throw new ConfigError(
      `CORS_ORIGINS: ${origin} must be an origin such as https://app.example.com, without a path.`,
    );
  }
  return origins;
}

function allowEntries(value: string): readonly string[] {
  const entries = entriesOf(value);
  for (const entry of entries) {
    const fault = allowEntryFault(entry);
    if (fault !== undefined) throw new ConfigError(`WEBHOOK_ALLOW: ${entry} ${fault}.`);
  }
  return entries;
}
