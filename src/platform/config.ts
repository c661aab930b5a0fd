import { readFileSync } from 'node:fs';
import {
  isVariable,
  meantBy,
  misspellings,
  secretVariables,
  variables,
  type VariableName,
  type AnyVariable,
} from './config-variables';
import { databasePoolers, type DatabasePooler } from './db/postgres-url';
import { isRecord } from './json';
import { type MailConfig, mailConfigOf } from './mail/mail-config';
import { type OidcConfig, oidcConfigOf } from './oidc-config';
import { allowEntryFault } from './outgoing/target';
import { parseSecretKey, type SecretKeys } from './secret-keys';
import {
  type TracingConfig,
  tracingConfigOf,
  unusedTracingVariables,
} from './tracing/tracing-config';

/** The environment. Development enables the local owner and requires a loopback address. */
export type Environment = 'development' | 'production';

/** The configuration, read once at startup. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly databasePooler: DatabasePooler;
  /** The database past the pooler, for statements that take long; empty for `databaseUrl`. */
  readonly databaseMigrateUrl: string;
  /** The database that `callboard workspace move` moves to; empty without one. */
  readonly targetDatabaseUrl: string;
  /** The keys of the secrets of webhooks in that database. */
  readonly targetSecretKeys: SecretKeys;
  readonly environment: Environment;
  readonly logLevel: string;
  /** Whether the log contains client addresses. */
  readonly logAddresses: boolean;
  /** The public URL without a trailing slash; undefined to use the Host header. */
  readonly publicUrl: string | undefined;
  /** Sign-in by OpenID Connect; undefined if it is off. */
  readonly oidc: OidcConfig | undefined;
  /** Whether people sign in with passwords. */
  readonly passwordSignIn: boolean;
  /** E-mail; undefined if it is off. */
  readonly mail: MailConfig | undefined;
  /** The number of trusted proxies; that many entries of `X-Forwarded-For` are used. */
  readonly trustedProxies: number;
  readonly workingSeconds: number;
  readonly stalledSeconds: number;
  readonly sessionDays: number;
  readonly eventDays: number;
  readonly auditDays: number;
  /** The default of `callboard archive --days`; undefined if there is none. */
  readonly archiveDays: number | undefined;
  /** The bytes that each workspace may store; 0 for no limit. */
  readonly storedBytes: number;
  /** Requests per minute of a bearer token, or of a person in all sessions; 0 for no limit. */
  readonly rateLimitPerMinute: number;
  /** Requests per minute of all callers of a workspace; 0 for no limit. */
  readonly rateLimitWorkspacePerMinute: number;
  /** The file of `secretKeys`; empty without one. */
  readonly secretsKeyFile: string;
  /** The keys that encrypt the secrets of webhooks in the database. */
  readonly secretKeys: SecretKeys;
  /** Host names, addresses and networks that may receive webhooks besides public addresses. */
  readonly webhookAllow: readonly string[];
  /** The origins whose pages may call the service with bearer tokens. */
  readonly corsOrigins: readonly string[];
  /** Whether the pages for people are served under `/app`. */
  readonly console: boolean;
  /** The port of the metrics; 0 for any free port. Undefined if there are none. */
  readonly metricsPort: number | undefined;
  /** The bearer token that the metrics ask for. */
  readonly metricsToken: string | undefined;
  /** Where traces are sent; undefined if there are none. */
  readonly tracing: TracingConfig | undefined;
  /** The variables about traces that are set and have no effect. */
  readonly unusedVariables: readonly string[];
  /** Seconds between SIGTERM and the moment when the server stops listening. */
  readonly shutdownDelaySeconds: number;
  readonly shutdownSeconds: number;
}

/** An invalid environment variable; the message is one sentence that names it. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables. Throws a ConfigError with a line for each
 * invalid value and each unknown variable that begins with `CALLBOARD_`.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const wrongNames = Object.keys(env)
    .filter((name) => name.startsWith('CALLBOARD_') && !isVariable(name))
    .map((name) => `${name} is not a variable of Callboard.${meantBy(name)}`);
  const secrets = secretsOf(env, wrongNames);
  const faults: string[] = [];

  const text = (name: VariableName): string => {
    const value = (secrets.get(name) ?? env[name])?.trim();
    if (value !== undefined && value !== '') return value;
    return variables.find((variable) => variable.name === name)?.fallback ?? '';
  };
  // What a fault leaves is not used, because the faults are thrown at the end.
  const checked = <T>(
    name: VariableName,
    fallback: T,
    parse: (value: string, variable: VariableName) => T,
  ): T => {
    try {
      return parse(text(name), name);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
      return fallback;
    }
  };
  const integer = (name: VariableName, min: number, max: number): number =>
    checked(name, min, (value) => {
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= min && number <= max) return number;
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
    });
  const oneOf = <T extends string>(name: VariableName, allowed: readonly [T, ...T[]]): T =>
    checked(name, allowed[0], (value) => {
      // OpenTelemetry's specification ignores the case of such values.
      const given = name.startsWith('OTEL_') ? value.toLowerCase() : value;
      const found = allowed.find((each) => each === given);
      if (found !== undefined) return found;
      throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`);
    });

  const environment = oneOf('CALLBOARD_ENV', ['production', 'development']);
  const publicAddress = checked('PUBLIC_URL', undefined, publicUrl);
  const passwordSignIn = oneOf('PASSWORD_SIGN_IN', ['on', 'off']) === 'on';
  const isProduction = environment === 'production';
  const tracing = tracingConfigOf({ text, oneOf, env }, faults);
  const config: Config = Object.freeze({
    host: text('HOST'),
    port: integer('PORT', 0, 65_535),
    databaseUrl: checked('DATABASE_URL', '', databaseUrl),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 1, 500),
    databasePooler: oneOf('DATABASE_POOLER', databasePoolers),
    databaseMigrateUrl: checked('DATABASE_MIGRATE_URL', '', migrateUrl),
    targetDatabaseUrl: checked('TARGET_DATABASE_URL', '', targetUrl),
    targetSecretKeys: checked('TARGET_SECRETS_KEY_FILE', [], secretKeys('TARGET_SECRETS_KEY_FILE')),
    environment,
    logLevel: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    logAddresses: oneOf('LOG_ADDRESSES', ['true', 'false']) === 'true',
    publicUrl: publicAddress,
    oidc: oidcConfigOf({ text, isProduction, publicUrl: publicAddress, passwordSignIn }, faults),
    passwordSignIn,
    mail: mailConfigOf({ text, publicUrl: publicAddress }, faults),
    trustedProxies: integer('TRUST_PROXY', 0, 10),
    workingSeconds: integer('WORKING_WINDOW_SECONDS', 1, 31_536_000),
    stalledSeconds: integer('STALLED_WINDOW_SECONDS', 1, 31_536_000),
    sessionDays: integer('SESSION_DAYS', 1, 3650),
    eventDays: integer('EVENT_DAYS', 7, 36_500),
    auditDays: integer('AUDIT_DAYS', 7, 36_500),
    archiveDays: text('ARCHIVE_DAYS') === '' ? undefined : integer('ARCHIVE_DAYS', 1, 36_500),
    storedBytes: integer('STORED_BYTES', 0, Number.MAX_SAFE_INTEGER),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 0, 1_000_000),
    rateLimitWorkspacePerMinute: integer('RATE_LIMIT_WORKSPACE_PER_MINUTE', 0, 100_000_000),
    secretsKeyFile: text('SECRETS_KEY_FILE'),
    secretKeys: checked('SECRETS_KEY_FILE', [], secretKeys('SECRETS_KEY_FILE')),
    webhookAllow: checked('WEBHOOK_ALLOW', [], allowEntries),
    corsOrigins: checked('CORS_ORIGINS', [], corsOrigins),
    console: oneOf('CALLBOARD_CONSOLE', ['on', 'off']) === 'on',
    metricsPort: text('METRICS_PORT') === '' ? undefined : integer('METRICS_PORT', 0, 65_535),
    metricsToken: checked('METRICS_TOKEN', undefined, bearerToken),
    tracing,
    unusedVariables: unusedTracingVariables(tracing, env),
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', 0, 3600),
    shutdownSeconds: integer('SHUTDOWN_SECONDS', 0, 3600),
  });
  if (config.databaseMigrateUrl !== '' && config.databaseUrl.startsWith('sqlite:')) {
    faults.push('DATABASE_MIGRATE_URL is for Postgres, and DATABASE_URL is an SQLite file.');
  }
  if (config.environment === 'development' && !isLoopback(config.host)) {
    faults.push(
      'CALLBOARD_ENV=development serves the owner without a password, so HOST must be 127.0.0.1, ::1 or localhost.',
    );
  }
  if (config.metricsPort === config.port && config.port !== 0) {
    faults.push('METRICS_PORT must be another one than PORT.');
  }
  if (config.metricsPort === undefined && config.metricsToken !== undefined) {
    faults.push('METRICS_TOKEN has no effect without METRICS_PORT.');
  }
  if (config.targetSecretKeys.length > 0 && config.targetDatabaseUrl === '') {
    faults.push('TARGET_SECRETS_KEY_FILE has no effect without TARGET_DATABASE_URL.');
  }
  if (config.metricsPort !== undefined && !config.metricsToken && !isLoopback(config.host)) {
    faults.push('METRICS_PORT on an address that others reach needs a METRICS_TOKEN.');
  }
  if (text('ARCHIVE_DAYS') !== '' && !faults.some((fault) => fault.startsWith('ARCHIVE_DAYS'))) {
    faults.push(...archiveDaysFaults('ARCHIVE_DAYS', config.archiveDays, config));
  }
  const sentences = [...wrongNames, ...faults.map((fault) => nameFiles(fault, env))];
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'));
  return config;
}

/** A sentence that names the variables with the paths of files, where these are set. */
function nameFiles(sentence: string, env: NodeJS.ProcessEnv): string {
  return sentence
    .replaceAll(/\b[A-Z][A-Z_]*\b/g, (word) => {
      const name = secretVariables.find((one) => one === word);
      return name === undefined ? word : variableOf(name, env);
    })
    .replace(/^(\w+_FILE) must be /, '$1 must name a file with ');
}

/** A sentence if `days` are too few to archive after. `name` is that of the variable or option. */
export function archiveDaysFaults(
  name: string,
  days: number | undefined,
  { eventDays }: Pick<Config, 'eventDays'>,
): string[] {
  if (days === undefined || days >= eventDays) return [];
  return [
    `${name} must be at least EVENT_DAYS (${eventDays}): the feed has the events of newer work.`,
  ];
}

/** A sentence for each variable of the environment that is probably a misspelt one of ours. */
export function misspeltVariables(env: NodeJS.ProcessEnv = process.env): string[] {
  return misspellings(Object.keys(env));
}

/** The secrets that `NAME_FILE` variables lead to, as container platforms provide them. */
function secretsOf(env: NodeJS.ProcessEnv, faults: string[]): Map<VariableName, string> {
  const secrets = new Map<VariableName, string>();
  for (const name of secretVariables) {
    const path = env[`${name}_FILE`] ?? '';
    if (path === '') continue;
    if ((env[name] ?? '') !== '') {
      faults.push(`${name} and ${name}_FILE are both set. Set only one of them.`);
      continue;
    }
    try {
      secrets.set(name, textOfFile(`${name}_FILE`, path));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
    }
  }
  return secrets;
}

function textOfFile(variable: string, path: string): string {
  let value: string;
  try {
    value = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = isRecord(error) && 'code' in error ? String(error['code']) : 'unknown';
    throw new ConfigError(`${variable}: ${path} cannot be read (${code}).`);
  }
  if (value === '') throw new ConfigError(`${variable}: ${path} is empty.`);
  return value;
}

// The syntax of a bearer token (RFC 6750, section 2.1).
function bearerToken(value: string): string | undefined {
  if (/^[\w.~+/-]*=*$/.test(value)) return value || undefined;
  throw new ConfigError(
    'METRICS_TOKEN must be one word of letters, digits and the characters - . _ ~ + / =.',
  );
}

/** The keys of a file. No message contains a line of it. */
const secretKeys =
  (name: 'SECRETS_KEY_FILE' | 'TARGET_SECRETS_KEY_FILE') =>
  (path: string): SecretKeys => {
    if (path === '') return [];
    const lines = textOfFile(name, path).split('\n');
    const keys = lines.map((line, index) => {
      const key = parseSecretKey(line.trim());
      if (key !== undefined) return key;
      throw new ConfigError(
        `${name}: line ${index + 1} of ${path} must be a key of 32 bytes in Base64 or hexadecimal. Make one with openssl rand -base64 32.`,
      );
    });
    if (new Set(keys.map(({ id }) => id)).size === keys.length) return keys;
    throw new ConfigError(`${name}: ${path} has a key twice.`);
  };

/** The files with secrets, and the variables that name them. */
export function secretFiles(env: NodeJS.ProcessEnv = process.env): readonly {
  readonly variable: AnyVariable;
  readonly path: string;
}[] {
  const named = secretVariables.map((name) => `${name}_FILE` as const);
  return [...named, 'SECRETS_KEY_FILE' as const].flatMap((variable) => {
    const path = env[variable] ?? '';
    return path === '' ? [] : [{ variable, path }];
  });
}

/** The variable that is set for this one: itself, or the one with the path of its file. */
export function variableOf(name: AnyVariable, env: NodeJS.ProcessEnv = process.env): AnyVariable {
  const found = secretVariables.find((one) => one === name && (env[`${one}_FILE`] ?? '') !== '');
  return found === undefined ? name : `${found}_FILE`;
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

const matching =
  (pattern: RegExp, form: string) =>
  (value: string, name: VariableName): string => {
    if (pattern.test(value)) return value;
    throw new ConfigError(`${name} must be ${form}.`);
  };
const databaseUrl = matching(
  /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
  'sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST/DATABASE',
);
const targetUrl = matching(
  /^(|sqlite:(?!:memory:).+|postgres(ql)?:\/\/.+)$/,
  'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
);
const migrateUrl = matching(
  /^(|postgres(ql)?:\/\/.+)$/,
  'postgres://USER:PASSWORD@HOST/DATABASE, the database of DATABASE_URL',
);

/** The first segments of the service's own paths. */
export const ownSegments: readonly string[] =
  '.well-known app docs healthz llms.txt mcp oauth openapi.json openapi.yaml readyz v1'.split(' ');

function publicUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (value.split(/https?:/).length > 2) {
    throw new ConfigError('PUBLIC_URL must be one address: the one that people and agents use.');
  }
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
