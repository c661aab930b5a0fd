import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError, type ReceivedWebhook } from '../src/client';
import { newWebhookSecret, signatureHeaders } from '../src/shared/webhook-signing';

const body = '{"type":"action.created","note":"für 🎭"}';

describe('A signed webhook', () => {
  const sign = (secrets: readonly string[], at = new Date()) =>
    signatureHeaders({ id: 'msg_1', at: at.toISOString(), body, secrets });

  test('is verified by the reference library and by the client', async () => {
    const secret = newWebhookSecret();
    const headers = sign([secret]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(headers['webhook-id']).toBe('msg_1');
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    for (const received of [
      { headers, body, secret },
      { headers: new Headers(headers), body: Buffer.from(body), secret: [secret] },
    ]) {
      expect(await verifyWebhook(received)).toEqual({
        id: 'msg_1',
        sentAt: expect.any(Date),
        message: JSON.parse(body),
      });
    }
  });

  test('is verified by either secret during a rotation', async () => {
    const [old, current, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = sign([current, old]);
    for (const secret of [old, current]) {
      expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
      expect(await verifyWebhook({ headers, body, secret })).toBeTruthy();
    }
    expect(await verifyWebhook({ headers, body, secret: [other, old] })).toBeTruthy();
  });

  const secret = newWebhookSecret();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const refused: [string, ReceivedWebhook][] = [
    ['another body', { headers: sign([secret]), body: `${body} `, secret }],
    ['another secret', { headers: sign([newWebhookSecret()]), body, secret }],
    ['another id', { headers: { ...sign([secret]), 'webhook-id': 'msg_2' }, body, secret }],
    ['an old time', { headers: sign([secret], minutesAgo(6)), body, secret }],
    ['a future time', { headers: sign([secret], minutesAgo(-6)), body, secret }],
    ['a broken time', { headers: { ...sign([secret]), 'webhook-timestamp': 'now' }, body, secret }],
    [
      'an unknown version',
      {
        headers: { ...sign([secret]), 'webhook-signature': 'v2,AAAA v1,*' },
        body,
        secret,
      },
    ],
    [
      'no signature',
      { headers: { ...sign([secret]), 'webhook-signature': undefined }, body, secret },
    ],
  ];
  test.each(refused)('is refused with %s', async (_, received) => {
    await expect(verifyWebhook(received)).rejects.toThrow(WebhookVerificationError);
  });

  test('cannot be verified with something that is not a secret', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_*']) {
      await expect(verifyWebhook({ headers: sign([secret]), body, secret: wrong })).rejects.toThrow(
        TypeError,
      );
    }
  });
});
