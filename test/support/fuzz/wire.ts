import type { Draft } from './draft';
import { shapeOf } from './contract';

/** A request as it goes over the wire. */
export interface Wire {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** What is sent for a draft; credentials come on top. */
export function wireOf(draft: Draft): Wire {
  const { path } = shapeOf(draft.operation);
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => draft.path[name] ?? '');
  const search = draft.query.map((pair) => pair.join('=')).join('&');
  const body = draft.bytes ?? bytesOf(draft.body);
  const told = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    // Without it, what follows a GET would be taken for another request.
    ...((body !== undefined || draft.method !== 'GET') && {
      'Content-Length': String(body?.length ?? 0),
    }),
    ...draft.headers,
  };
  return {
    method: draft.method,
    target: search === '' ? target : `${target}?${search}`,
    // An empty one stands for none.
    headers: Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '')),
    ...(body !== undefined && { body }),
  };
}

function bytesOf(value: unknown): Buffer | undefined {
  return value === undefined ? undefined : Buffer.from(JSON.stringify(value));
}
