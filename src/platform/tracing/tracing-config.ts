/** Where traces are sent, and which. */
export interface TracingConfig {
  /** The URL that spans are sent to by POST. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: Sampler;
  /** The share of the traces that a sampler by ratio keeps, from 0 to 1. */
  readonly ratio: number;
}

/** The samplers of the OpenTelemetry specification, by their names in `OTEL_TRACES_SAMPLER`. */
export const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

type Sampler = (typeof samplers)[number];

/** The URL for traces below a collector's base URL. */
export function tracesUrlOf(base: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  return url.href;
}

/** Whether a value is an http or https URL without a user name or a password. */
export function isCollectorUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/**
 * The headers in a list such as `api-key=abc,x-tenant=stage`, with percent-encoded values; undefined
 * if it is none.
 */
export function headersIn(list: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const entry of list.split(',').filter((one) => one.trim() !== '')) {
    const at = entry.indexOf('=');
    const name = entry.slice(0, Math.max(at, 0)).trim();
    const value = decoded(entry.slice(at + 1).trim());
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || value === undefined) return undefined;
    headers[name] = value;
  }
  return headers;
}

function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
