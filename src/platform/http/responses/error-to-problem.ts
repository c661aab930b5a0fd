import type { Logger } from 'pino';
import {
  isBusy,
  storageFault,
  type StorageFault,
  takesNoEvents,
  UnknownOutcome,
} from '../../db/faults';
import { Problem, problem } from '../../problems';

const storageFaultMessages: Readonly<Record<StorageFault, string>> = {
  full: 'The disk of the database is full. Stored data can still be read.',
  read_only: 'The database is read-only. Stored data can still be read.',
  failing: 'The disk or the files of the database fail.',
};

/** The message for a storage fault. */
export function storageFaultMessage(fault: StorageFault): string {
  return storageFaultMessages[fault];
}

/**
 * Converts a thrown value into the problem to send. A database that is busy, unreachable or unable
 * to store is 503. Any other error is 500: its stack goes to the log, and the response contains
 * only the request's id.
 */
export function toProblem(error: unknown, log: Logger, requestId: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof UnknownOutcome) {
    log.error({ err: error }, 'The database did not confirm a commit');
    return unavailable(
      'The database did not confirm this change, so it may or may not be stored. Retry it with the same client_request_id, or read the record.',
      '1',
      { outcome: 'unknown' },
    );
  }
  const storage = storageFault(error);
  if (storage !== undefined) {
    log.error({ err: error }, 'The database cannot store anything');
    return unavailable(storageFaultMessage(storage), '5', { storage });
  }
  if (takesNoEvents(error)) {
    return unavailable('The workspace is about to move and takes no changes. Try again.', '5');
  }
  if (isBusy(error)) {
    log.warn({ err: error }, 'The database is busy or unreachable');
    return unavailable('The database is busy or unreachable. Try again.', '1');
  }
  log.error({ err: error }, 'Unexpected error');
  return problem('INTERNAL', 'Something went wrong on our side. The log has more under this id.', {
    details: { request_id: requestId },
  });
}

function unavailable(message: string, seconds: string, details = {}): Problem {
  return problem('UNAVAILABLE', message, { headers: { 'Retry-After': seconds }, details });
}
