import type { Draft } from './draft';
import { shapeOf } from './contract';

/** A request as bytes. */
export interface Wire {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** The bytes of a draft, without credentials. */
export function wireOf(draft: Draft): Wire {
  const { path } = shapeOf(draft.operation);
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => draft.path[name] ?? '');
  const search = draft.query.map((pair) => pair.join('=')).join('&');
  const body = draft.bytes ?? bytesOf(draft.body);
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    // Without it, the server would parse the body of a GET as another request.
    ...((body !== undefined || draft.method !== 'GET') && {
      'Content-Length': String(body?.length ?? 0),
    }),
    ...draft.headers,
  };
  return {
    method: draft.method,
    target: search === '' ? target : `${target}?${search}`,
    // An empty string is treated as absent.
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
    ...(body !== undefined && { body }),
  };
}

function bytesOf(value: unknown): Buffer | undefined {
  return value === undefined ? undefined : Buffer.from(JSON.stringify(value));
}
