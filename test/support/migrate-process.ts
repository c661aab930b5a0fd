import { connect } from '../../src/platform/db/connect';
import { migrate } from '../../src/platform/db/schema/schema';

/** A separate process that migrates the database of its argument and prints the number of steps. */
async function main(): Promise<void> {
  const database = connect(process.argv[2] ?? '');
  try {
    process.stdout.write(String((await migrate(database)).length));
  } finally {
    await database.close();
  }
}

void main();
