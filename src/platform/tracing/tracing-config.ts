import { accessSync, constants } from 'node:fs';
import { isVariable, type VariableName } from '../config-variables';

/** Where traces are sent, and which. */
export interface TracingConfig {
  /** The URL that spans are sent to by POST. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The attributes of the resource, such as `service.name`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** The share of the traces that a sampler by ratio keeps, from 0 to 1. */
  readonly ratio: number;
}

/** The values that the settings come from. */
export interface TracingSource {
  readonly text: (name: VariableName) => string;
  /** The value of a variable with a choice; the first one, and a fault, if it is none of them. */
  readonly oneOf: <T extends string>(name: VariableName, allowed: readonly [T, ...T[]]) => T;
  /** The environment, for the variables that the exporter itself reads. */
  readonly env: NodeJS.ProcessEnv;
}

/** The samplers of the OpenTelemetry specification, by their names in `OTEL_TRACES_SAMPLER`. */
const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

type Sampler = (typeof samplers)[number];

/**
 * The settings of traces by the variables of OpenTelemetry's specification
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/); undefined if
 * they are off. Appends a sentence to `faults` for each wrong value, which may contain a secret, so
 * no sentence repeats it.
 */
export function tracingConfigOf(
  { text, oneOf, env }: TracingSource,
  faults: string[],
): TracingConfig | undefined {
  const read = <T>(
    name: VariableName,
    parse: (value: string) => T | undefined,
    form: string,
  ): T | undefined => {
    const value = parse(text(name));
    if (value === undefined) faults.push(`${name} must be ${form}.`);
    return value;
  };
  const url = (name: VariableName) =>
    read(name, collectorUrl, 'an http or https URL without a user name or a password');
  const headers = (name: VariableName) =>
    read(name, headersIn, 'a list such as api-key=abc,x-tenant=b');

  const [base, whole] = [
    url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
  ];
  const isDisabled = oneOf('OTEL_SDK_DISABLED', ['false', 'true']) === 'true';
  const isExported = oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none']) === 'otlp';
  const attributes = read('OTEL_RESOURCE_ATTRIBUTES', pairsIn, 'a list such as team=a,stage=test');
  const service = text('OTEL_SERVICE_NAME') || (attributes?.['service.name'] ?? 'callboard');
  const config = {
    headers: {
      ...headers('OTEL_EXPORTER_OTLP_HEADERS'),
      ...headers('OTEL_EXPORTER_OTLP_TRACES_HEADERS'),
    },
    attributes: { ...attributes, 'service.name': service },
    sampler: oneOf('OTEL_TRACES_SAMPLER', samplers),
    ratio: read('OTEL_TRACES_SAMPLER_ARG', ratioIn, 'a number from 0 to 1') ?? 1,
  };
  if (isDisabled || !isExported || (base === '' && whole === '')) return undefined;
  // A platform may set a protocol for all programs, so it is wrong only where traces are sent.
  const ofTracesAlone = text('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL');
  if ((ofTracesAlone || text('OTEL_EXPORTER_OTLP_PROTOCOL')).toLowerCase() !== 'http/json') {
    const name = `OTEL_EXPORTER_OTLP_${ofTracesAlone === '' ? '' : 'TRACES_'}PROTOCOL`;
    const other = ofTracesAlone === '' ? ' OTEL_EXPORTER_OTLP_TRACES_PROTOCOL may differ.' : '';
    faults.push(`${name} must be http/json, the only protocol that traces are sent by.${other}`);
  }
  faults.push(...faultsOfExporter(env));
  return { url: whole || tracesUrlOf(base ?? ''), ...config };
}

/** The exporter falls back in silence from a value that it cannot use. */
function faultsOfExporter(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (!exporters.test(name) || value === '') return [];
    if (name.endsWith('_COMPRESSION')) {
      return ['gzip', 'none'].includes(value) ? [] : [`${name} must be one of none, gzip.`];
    }
    try {
      accessSync(value, constants.R_OK);
      return [];
    } catch {
      return [`${name} must be the path of a file that can be read.`];
    }
  });
}

/**
 * The variables about traces that are set and have no effect: all of them without an endpoint, but
 * none where traces are turned off.
 */
export function unusedTracingVariables(
  tracing: TracingConfig | undefined,
  env: NodeJS.ProcessEnv,
): string[] {
  const set = Object.keys(env).filter((name) => (env[name] ?? '') !== '');
  const isOff =
    /^true$/i.test(env['OTEL_SDK_DISABLED'] ?? '') ||
    /^none$/i.test(env['OTEL_TRACES_EXPORTER'] ?? '');
  if (tracing === undefined && isOff) return [];
  return set.filter((name) => ofTraces.test(name) && (tracing === undefined || !isRead(name)));
}

function isRead(name: string): boolean {
  return isVariable(name) || exporters.test(name);
}

// The exporter itself reads those about TLS and compression.
const exporters = /^OTEL_EXPORTER_OTLP_(TRACES_)?(CERTIFICATE|CLIENT_\w+|COMPRESSION)$/;
const ofTraces =
  /^OTEL_(ATTRIBUTE_|BSP_|SPAN_|TRACES_|PROPAGATORS$|EXPORTER_OTLP_(?!METRICS_|LOGS_))/;

/** The URL for traces below a collector's base URL; empty for an empty one. */
function tracesUrlOf(base: string): string {
  if (base === '') return '';
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  return url.href;
}

function collectorUrl(value: string): string | undefined {
  if (value === '') return value;
  if (!URL.canParse(value)) return undefined;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? value : undefined;
}

function ratioIn(value: string): number | undefined {
  return /^(?:0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1 ? Number(value) : undefined;
}

function headersIn(list: string): Readonly<Record<string, string>> | undefined {
  const headers = pairsIn(list);
  const areHeaders = Object.entries(headers ?? {}).every(
    ([name, value]) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
  return areHeaders ? headers : undefined;
}

/** A list such as `api-key=abc,team=stage`, with percent-encoded values; undefined for others. */
function pairsIn(list: string): Readonly<Record<string, string>> | undefined {
  const pairs: Record<string, string> = {};
  for (const entry of list.split(',').filter((one) => one.trim() !== '')) {
    const at = entry.indexOf('=');
    const name = entry.slice(0, Math.max(at, 0)).trim();
    const value = decoded(entry.slice(at + 1).trim());
    if (name === '' || value === undefined) return undefined;
    pairs[name] = value;
  }
  return pairs;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
