import { connect } from '../../src/platform/db/connect';
import { mailPartsFor } from './mail-server';
import { deliver } from '../../scripts/servers/receiver';

// A separate process that delivers the webhooks of the database of its first argument until it is
// killed. Further arguments: the milliseconds of a lease and of a response, and the port of a mail
// server.
const [, , url = '', lease = '2000', response = '15000', mailPort] = process.argv;
const options = { lease: Number(lease), response: Number(response) };
const database = connect(url, { takesTurns: true });
if (mailPort === undefined) deliver(database, options);
else void startMails(Number(mailPort));

async function startMails(port: number): Promise<void> {
  deliver(database, { ...options, mail: await mailPartsFor(port) });
}
setInterval(() => undefined, 60_000);
