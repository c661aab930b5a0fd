import type { Config } from '../../platform/config';
import { readEpoch } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { findConnectionLimits, keepsPrepared } from '../../platform/db/connection-limits';
import { createReader } from '../../platform/db/reader';
import { findRoleRights, findStandby } from '../../platform/db/role-rights';
import { schemaState } from '../../platform/db/schema/schema';
import { withDatabase } from '../database';
import { CommandError } from '../failure';
import { type CheckResult, fault, ok } from './result';

const preparedAdvice =
  'Set it to transaction, or max_prepared_statements of PgBouncer 1.21 or later above 0.';

/** Checks what is in front of Postgres, and the way past it. */
export async function checkPooler(config: Config, database: Database): Promise<CheckResult[]> {
  const limits = await findConnectionLimits(database);
  if (limits === undefined) return [];
  const { databasePooler: configured, databasePoolSize: size } = config;
  if (configured === 'transaction-prepared' && !(await keepsPrepared(database, size))) {
    const seen = 'The pooler does not keep prepared statements.';
    return [fault('pooler', seen, preparedAdvice, 'DATABASE_POOLER')];
  }
  if (limits.isPooled && configured === 'none') {
    const advice = 'Set it to transaction, unless the pooler keeps a connection for each client.';
    return [fault('pooler', 'A pooler is in front of Postgres.', advice, 'DATABASE_POOLER')];
  }
  if (limits.isPooled) {
    if (config.databaseMigrateUrl !== '') {
      return [ok('pooler', 'A pooler is configured, and migrations go past it.')];
    }
    const advice = 'Set it to the server itself, for migrations, exports and imports.';
    const seen = 'A pooler is configured, and migrations go through it.';
    return [fault('pooler', seen, advice, 'DATABASE_MIGRATE_URL')];
  }
  const unneeded =
    configured === 'none'
      ? ''
      : `, although DATABASE_POOLER is ${configured}. That works, but none is faster`;
  const seen = `A process opens up to ${size + 1} connections, and Postgres allows ${limits.available}.`;
  if (size + 1 <= limits.available) {
    return [ok('pooler', `No pooler is in front${unneeded}. ${seen}`)];
  }
  return [fault('pooler', seen, 'Lower it, or raise max_connections.', 'DATABASE_POOL_SIZE')];
}

/** Connects by `DATABASE_MIGRATE_URL`, if it is set, and compares what it leads to. */
export async function checkMigrateUrl(config: Config, database: Database): Promise<CheckResult[]> {
  if (config.databaseMigrateUrl === '') return [];
  const wrong = (seen: string, advice: string): CheckResult =>
    fault('migrations', seen, advice, 'DATABASE_MIGRATE_URL');
  try {
    return await withDatabase(config, (other) => compare(database, other, wrong), {
      takesLong: true,
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [wrong(error.message, 'Set it to the server of DATABASE_URL itself, past the pooler.')];
  }
}

async function compare(
  database: Database,
  other: Database,
  wrong: (seen: string, advice: string) => CheckResult,
): Promise<CheckResult[]> {
  const [reader, otherReader] = [createReader(database), createReader(other)];
  const rights = await findRoleRights(otherReader);
  const limits = await findConnectionLimits(other);
  const results: CheckResult[] = [];
  if ((await epochOf(database)) !== (await epochOf(other))) {
    results.push(
      wrong(
        `${other.description} is another database than that of DATABASE_URL.`,
        'Set it to the same database.',
      ),
    );
  }
  if ((await findStandby(otherReader)) === true && (await findStandby(reader)) === false) {
    results.push(wrong(`${other.description} is a standby.`, 'Set it to the primary.'));
  }
  if (limits?.isPooled === true) {
    results.push(
      wrong(
        `A pooler is in front of ${other.description}.`,
        'Set it to the server itself, unless the pooler keeps a connection for each client.',
      ),
    );
  }
  if (rights?.mayCreate === false) {
    results.push(
      wrong(
        `The role ${rights.role} may not create tables, so it cannot migrate.`,
        `Grant it: GRANT CREATE ON SCHEMA public TO ${rights.role}, or set another role.`,
      ),
    );
  }
  if (results.length > 0) return results;
  const seen = `${other.description} is the same database, and its role ${rights?.role} may create tables.`;
  return [ok('migrations', seen)];
}

/** The epoch of the database, which no other one has; undefined without a schema. */
async function epochOf(database: Database): Promise<string | undefined> {
  const { state } = await schemaState(database);
  return ['current', 'compatible'].includes(state) ? readEpoch(createReader(database)) : undefined;
}
