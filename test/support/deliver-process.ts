import { connect } from '../../src/platform/db/connect';
import { deliver } from '../../scripts/servers/receiver';

// A separate process that delivers the webhooks of the database of its first argument until it is
// killed. Further arguments: the milliseconds of a lease and of a response.
const [, , url = '', lease = '2000', response = '15000'] = process.argv;
deliver(connect(url, { takesTurns: true }), { lease: Number(lease), response: Number(response) });
setInterval(() => undefined, 60_000);
