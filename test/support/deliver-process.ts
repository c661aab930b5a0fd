import { connect } from '../../src/platform/db/connect';
import { deliver } from './receiver';

// A separate process that delivers the webhooks of the database of its argument until it is killed.
deliver(connect(process.argv[2] ?? '', { takesTurns: true }), { lease: 2000 });
setInterval(() => undefined, 60_000);
