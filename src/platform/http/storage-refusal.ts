import { limits } from '../../../generated/limits';
import { isRecord } from '../json';
import type { OperationFacts } from '../operation';
import { type Problem, problem } from '../problems';

/** Why a workspace that stores all it may refuses a request; undefined if the request may run. */
export function refusalBeyondLimit(
  facts: OperationFacts,
  body: unknown,
  full: Problem,
): Problem | undefined {
  if (storesMore(facts, body)) return full;
  const max = limits.replay_body_bytes;
  // The texts of a request that runs beyond the limit must not store as much as others would.
  if (body === undefined || Buffer.byteLength(JSON.stringify(body)) <= max) return undefined;
  return problem(
    'PAYLOAD_TOO_LARGE',
    `The workspace stores as many bytes as it may, so the body must have at most ${max} bytes.`,
    { details: { limit_bytes: max } },
  );
}

function storesMore({ beyondStorageLimit: beyond }: OperationFacts, body: unknown): boolean {
  if (typeof beyond === 'boolean') return !beyond;
  const fields = Object.keys(isRecord(body) ? body : {});
  return fields.some((name) => name !== 'client_request_id' && !beyond.includes(name));
}
