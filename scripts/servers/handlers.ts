import { pino } from 'pino';
import { stubs } from '../../generated/handlers';
import { joinHandlers } from '../../src/app';
import { readContract } from '../../src/features/service';
import { loadConfig } from '../../src/platform/config';
import type { Database } from '../../src/platform/db/connect';
import type { OperationId } from '../../src/platform/operation';
import { allOperationIds } from '../requests/operations';

/** The handlers of the service by their operations. */
export function handlersOf(database: Database) {
  const parts = { config: loadConfig({}), database, log: pino({ level: 'silent' }) };
  return joinHandlers(parts, readContract());
}

/** The operations without a handler, which respond with 501. */
export function operationsWithoutHandler(database: Database): OperationId[] {
  const handlers = handlersOf(database);
  return allOperationIds.filter((id) => handlers[id] === stubs[id]);
}
