import { runErasures } from '../../src/features/users';
import { connect } from '../../src/platform/db/connect';

// A separate process that goes on with the erasures of the database of its argument.
const [, , url = ''] = process.argv;
void runErasures(connect(url, { takesTurns: true }), () => false);
