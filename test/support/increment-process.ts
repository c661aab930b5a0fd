import { connect } from '../../src/platform/db/connect';
import { increment } from './increment';

/** A separate process that calls `increment` that many times on a database. */
async function main([url = '', times = '']: readonly string[]): Promise<void> {
  const database = connect(url);
  try {
    for (let done = 0; done < Number(times); done += 1) await increment(database);
  } finally {
    await database.close();
  }
}

void main(process.argv.slice(2));
