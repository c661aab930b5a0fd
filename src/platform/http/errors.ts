import type { Logger } from 'pino';
import { isBusy } from '../db/violations';
import { Problem, problem } from '../problems';

/**
 * Turns whatever was thrown into the problem to answer with. A busy or unreachable database is 503; what nobody
 * expected is 500, logged with its stack, and answered with nothing but the request's id.
 */
export function toProblem(error: unknown, log: Logger, requestId: string): Problem {
  if (error instanceof Problem) return error;
  if (isBusy(error)) {
    log.warn({ err: error }, 'The database is busy or out of reach');
    return problem('UNAVAILABLE', 'The database is busy or out of reach. Try again.', {
      headers: { 'Retry-After': '1' },
    });
  }
  log.error({ err: error }, 'Unexpected error');
  return problem('INTERNAL', 'Something went wrong on our side. The log has more under this id.', {
    details: { request_id: requestId },
  });
}
