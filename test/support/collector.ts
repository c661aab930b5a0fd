import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { asList, asObject } from '../../scripts/generate/json';

/** A span as a collector received it (OTLP/JSON). */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 2 for a server, 3 for a client. */
  readonly kind: number;
  /** 0, or 2 for a failure. */
  readonly status: number;
  readonly milliseconds: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A receiver of OTLP over HTTP, as JSON. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** All bodies as they came. */
  readonly bodies: () => string;
  close(): Promise<void>;
}

/** Starts a collector; one that `hangs` reads requests and sends no response. */
export async function startCollector({ hangs = false } = {}): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push({ path: request.url ?? '', headers: request.headers });
    bodies.push(body);
    spans.push(...spansIn(JSON.parse(body)));
    if (hangs) return;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    bodies: () => bodies.join('\n'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function spansIn(body: unknown): ReceivedSpan[] {
  return listIn(body, 'resourceSpans').flatMap((one) => {
    const resource = attributesIn(asObject(one)['resource']);
    return listIn(one, 'scopeSpans')
      .flatMap((scope) => listIn(scope, 'spans'))
      .map((span) => toSpan(asObject(span), resource));
  });
}

function toSpan(span: Readonly<Record<string, unknown>>, resource: ReceivedSpan['resource']) {
  const { traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano } = span;
  const code = asObject(span['status'])['code'];
  return {
    traceId: String(traceId),
    spanId: String(spanId),
    parentSpanId: typeof parentSpanId === 'string' ? parentSpanId : undefined,
    name: String(name),
    kind: Number(kind),
    status: Number(code ?? 0),
    milliseconds: Number(BigInt(String(endTimeUnixNano)) - BigInt(String(startTimeUnixNano))) / 1e6,
    attributes: attributesIn(span),
    resource,
  };
}

function attributesIn(owner: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    listIn(owner, 'attributes').map((one) => {
      const { key, value } = asObject(one);
      return [String(key), Object.values(asObject(value))[0]];
    }),
  );
}

function listIn(owner: unknown, name: string): readonly unknown[] {
  return asList(asObject(owner)[name]);
}
