import { distance } from 'fastest-levenshtein';

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
    meaning:
      '`sqlite:PATH`, `sqlite::memory:` or `postgres://…`, also with several hosts: `postgres://…@HOST1,HOST2/DATABASE?target_session_attrs=read-write`',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '10',
    meaning: 'Maximum connections to Postgres per process, in addition to one for `/readyz`',
  },
  {
    name: 'DATABASE_POOLER',
    fallback: 'none',
    meaning:
      '`transaction` if `DATABASE_URL` leads to a pooler that gives each transaction another connection, such as PgBouncer in that mode; `transaction-prepared` if that also keeps prepared statements, as PgBouncer 1.21 and later with `max_prepared_statements`; otherwise `none`',
  },
  {
    name: 'DATABASE_MIGRATE_URL',
    fallback: '',
    meaning:
      'The same database past the pooler, for migrations, export and import; the default is `DATABASE_URL`',
  },
  {
    name: 'TARGET_DATABASE_URL',
    fallback: '',
    meaning: 'The database that `callboard workspace move` moves a workspace to',
  },
  {
    name: 'TARGET_SECRETS_KEY_FILE',
    fallback: '',
    meaning:
      '`SECRETS_KEY_FILE` of the servers of `TARGET_DATABASE_URL`. Without it, the secrets of webhooks are plain text there until `callboard secrets rotate`',
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
      'Whether the log and the audit contain the client’s address, according to `TRUST_PROXY`, `true` or `false`; events never do',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning:
      'The public URL, such as `https://calls.example.com` or, below the path of a shared host, `https://example.com/calls`; behind a proxy the cookie’s origin check needs it. Production needs https here: the session cookie works over https only, and every response has `Strict-Transport-Security`',
  },
  {
    name: 'OIDC_ISSUER',
    fallback: '',
    meaning:
      'The issuer of the OpenID Connect provider that people sign in with (docs/sign-in.md). Empty for none',
  },
  { name: 'OIDC_CLIENT_ID', fallback: '', meaning: 'The id of Callboard at that provider' },
  { name: 'OIDC_CLIENT_SECRET', fallback: '', meaning: 'The secret of that client' },
  {
    name: 'OIDC_NAME',
    fallback: '',
    meaning: 'What the button to sign in calls the provider; the default is the host of the issuer',
  },
  {
    name: 'OIDC_WORKSPACE',
    fallback: '',
    meaning:
      'The id of the workspace where the first sign-in of a person creates an account. Empty: only invitations do',
  },
  {
    name: 'OIDC_ALLOWED_DOMAINS',
    fallback: '',
    meaning:
      'The domains whose verified addresses may join it, such as `example.com`, separated by commas',
  },
  {
    name: 'OIDC_GROUPS',
    fallback: '',
    meaning:
      'The groups that may join it, with the role that each gives at every sign-in, such as `admins=owner,staff=member`',
  },
  {
    name: 'OIDC_GROUPS_CLAIM',
    fallback: 'groups',
    meaning: 'The claim with the groups of a person',
  },
  {
    name: 'PASSWORD_SIGN_IN',
    fallback: 'on',
    meaning: 'Whether people sign in with passwords, `on` or `off`; `off` needs OIDC_ISSUER',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'The mail server (docs/mail.md): `smtp://USER:PASSWORD@HOST:587` with STARTTLS, or `smtps://…`. `?tls=off` permits a relay without TLS. Needs PUBLIC_URL. Empty for no e-mail',
  },
  {
    name: 'MAIL_FROM',
    fallback: '',
    meaning: 'The sender of all messages, such as `Callboard <callboard@example.com>`',
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
    name: 'AUDIT_DAYS',
    fallback: '365',
    meaning: 'Days after which entries of the audit are deleted; at least 7',
  },
  {
    name: 'ARCHIVE_DAYS',
    fallback: '',
    meaning:
      'Days after which `callboard archive` moves ended work to files; at least `EVENT_DAYS`. Empty: the command needs `--days`. No server archives by itself',
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
    name: 'RATE_LIMIT_WORKSPACE_PER_MINUTE',
    fallback: '0',
    meaning:
      'Requests per minute of all people and tokens of a workspace together, counted over all `--workers`; 0 for no limit',
  },
  {
    name: 'SECRETS_KEY_FILE',
    fallback: '',
    meaning:
      'A file with the keys that encrypt the secrets of webhooks in the database: 32 bytes in Base64 or hexadecimal, one key a line. The first encrypts, all decrypt. Empty to store the secrets in plain text',
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
    name: 'METRICS_PORT',
    fallback: '',
    meaning:
      'Port on `HOST` where `GET /metrics` sends metrics for Prometheus; 0 for any free port. Empty for none',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning:
      'The bearer token that `GET /metrics` asks for; required unless `HOST` is an address of this machine alone',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'The URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`. Traces are sent below it, to `/v1/traces`, as JSON over HTTP. Empty for no traces',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    fallback: '',
    meaning: 'The whole URL that traces are sent to, instead of the variable above',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    meaning: 'Headers for the collector, such as `api-key=abc,x-tenant=stage`',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    fallback: '',
    meaning: 'Further headers for the collector, which win over those of the variable above',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    fallback: 'http/json',
    meaning: '`http/json`, the only protocol that traces are sent by',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    fallback: '',
    meaning: 'The protocol of traces, instead of the variable above',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    fallback: '',
    meaning:
      'The name of this service in traces; without it, `service.name` of the variable below, or `callboard`',
  },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    fallback: '',
    meaning:
      'Attributes that all traces have, such as `deployment.environment.name=stage,team=a`, with percent-encoded values',
  },
  {
    name: 'OTEL_TRACES_EXPORTER',
    fallback: 'otlp',
    meaning: '`otlp`, or `none` for no traces',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    meaning:
      'Which traces are sent: `always_on`, `always_off`, `traceidratio`, or one of these with `parentbased_` in front, where the caller’s `traceparent` decides if there is one',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning: 'The share of the traces that `traceidratio` sends, from 0 to 1',
  },
  {
    name: 'OTEL_SDK_DISABLED',
    fallback: 'false',
    meaning: '`true` for no traces, whatever the other variables say, or `false`',
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

/** The name of one of our variables. */
export type VariableName = (typeof variables)[number]['name'];

/** The name of one of our variables, or of the one that names its file. */
export type AnyVariable = VariableName | `${VariableName}_FILE`;

/** The variables whose values are secrets. `NAME_FILE` names a file with the value instead. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_MIGRATE_URL',
  'TARGET_DATABASE_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const satisfies readonly VariableName[];

const ours: readonly string[] = [
  ...variables.map(({ name }) => name),
  ...secretVariables.map((name) => `${name}_FILE`),
];

/** Whether the service reads an environment variable of this name. */
export function isVariable(name: string): boolean {
  return ours.includes(name);
}

// Shorter names, such as HOST and PORT, are one letter away from those of other programs.
const shortestWord = 8;

/**
 * A sentence for each environment variable that the service ignores though it was probably meant for
 * it: one letter or underscore away from one of ours, or the beginning of one in two words or more.
 */
export function misspellings(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (isVariable(name) || name.startsWith('CALLBOARD_')) return [];
    if (name === 'WORKERS') return ['WORKERS is ignored. Use callboard serve --workers N.'];
    const meant = meantBy(name);
    return meant === '' ? [] : [`${name} is ignored.${meant}`];
  });
}

/** A question with the variable that a name probably means, after a space; empty for none. */
export function meantBy(name: string): string {
  const meant = ours.find((one) => isNear(name, one));
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function isNear(name: string, one: string): boolean {
  if (name.length < shortestWord) return false;
  return distance(name, one) <= 1 || (name.includes('_') && one.startsWith(`${name}_`));
}
