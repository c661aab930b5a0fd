import { pino } from 'pino';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { connect } from '../../src/platform/db/connect';
import { withRetries } from '../../src/platform/db/faults';
import { transact } from '../../src/platform/db/transaction';
import { Form } from '../../src/features/oauth/oauth-server';
import { redeemCode, rotateRefresh } from '../../src/features/oauth/tokens/token-grant';
import { newId } from '../../src/platform/ids';

/**
 * A separate process that says that it is ready, and sends a form to the token endpoint's code for
 * each line that it reads: `clientId`, a tab, and the form. It prints each result as a line of JSON.
 */
async function main([url = '', publicUrl = '']: readonly string[]): Promise<void> {
  const database = connect(url, { takesTurns: true });
  const log = pino({ enabled: false });
  const server = { issuer: publicUrl, base: publicUrl, resource: `${publicUrl}/mcp` };
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const [clientId = '', body = ''] = line.split('\t');
    const form = new Form(body);
    const exchange = form.get('code') === undefined ? rotateRefresh : redeemCode;
    const now = new Date().toISOString();
    void withRetries(log, () =>
      transact(database, (transaction) =>
        exchange(
          { transaction, now, newId: (prefix) => newId(prefix, now) },
          { clientId, form, server },
        ),
      ),
    ).then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));
  });
  process.stdout.write('ready\n');
  await once(lines, 'close');
  await database.close();
}

void main(process.argv.slice(2));
