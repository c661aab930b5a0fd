import { connect } from '../../src/platform/db/connect';
import { increment } from './increment';

/** A process of its own that adds one, so many times, to what `increment` counts in a database. */
async function main([url = '', times = '']: readonly string[]): Promise<void> {
  const database = connect(url);
  try {
    for (let done = 0; done < Number(times); done += 1) await increment(database);
  } finally {
    await database.close();
  }
}

void main(process.argv.slice(2));
