import { pino } from 'pino';
import { runTimers } from '../../src/cli/serve/timers';
import { connect } from '../../src/platform/db/connect';

/** A separate process that says that it begins, and emits the due events of a database. */
async function main([url = '', stalledSeconds = '']: readonly string[]): Promise<void> {
  const database = connect(url, { takesTurns: true });
  const config = { stalledSeconds: Number(stalledSeconds) };
  process.stdout.write('begins');
  await runTimers({ database, config, log: pino({ enabled: false }) });
  process.stdout.write('ends');
  await database.close();
}

void main(process.argv.slice(2));
