import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { limits, webhookRetrySeconds } from '../../generated/limits';
import { verifyWebhook, WebhookVerificationError, type ReceivedWebhook } from '../../src/client';
import { nextAttemptAt } from '../../src/features/webhooks/delivering/attempt';
import { newWebhookSecret, signatureHeaders } from '../../src/shared/webhook-signing';

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

describe('docs/webhooks.md', () => {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8');
  const prose = text.replaceAll(/\s+/g, ' ');

  test('tells the delays between the attempts', () => {
    const [, list = ''] = /tried again after (.+?), each with a tenth of jitter/.exec(prose) ?? [];
    const units = [...list.matchAll(/second|minute|hour/g)].map(({ 0: unit, index }) => ({
      index,
      seconds: { second: 1, minute: 60, hour: 3600 }[unit] ?? 0,
    }));
    const told = [...list.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
      const unit = units.find((each) => each.index > index);
      return Number(digits) * (unit?.seconds ?? 0);
    });
    expect(told).toEqual(webhookRetrySeconds);
    const now = '2026-01-01T00:00:00.000Z';
    const waits = (random: number) =>
      told.map((_, index) => {
        const at = nextAttemptAt(now, index + 1, random) ?? '';
        return Date.parse(at) - Date.parse(now);
      });
    expect(waits(0.5)).toEqual(told.map((seconds) => seconds * 1000));
    expect(waits(1)).toEqual(told.map((seconds) => seconds * 1100));
    expect(nextAttemptAt(now, told.length + 1, 0.5)).toBeUndefined();
  });

  test.each([
    [/longer than (\d+) seconds is a failure/, limits.webhook_response_seconds],
    [/with the (\d+) bytes after/, limits.webhook_secret_bytes],
    [/more than (five) minutes away/, limits.webhook_tolerance_seconds / 60],
    [/messages of the last (\d+) days/, limits.webhook_delivery_seconds / 86_400],
    [/After (a) day without success/, limits.webhook_failing_seconds / 86_400],
    [/After (five) days, or when/, limits.webhook_disabling_seconds / 86_400],
    [/While ([\d,]+) deliveries wait/, limits.webhook_waiting],
  ])('tells the limit in %s', (sentence, limit) => {
    const [, said = ''] = sentence.exec(prose) ?? [];
    const words: Readonly<Record<string, number>> = { a: 1, five: 5 };
    expect(words[said] ?? Number(said.replace(',', ''))).toBe(limit);
  });

  test('names a tolerance that the client has', async () => {
    const { webhook_tolerance_seconds: tolerance } = limits;
    const sent = (seconds: number) => {
      const at = new Date(Date.now() - seconds * 1000).toISOString();
      const secret = newWebhookSecret();
      const headers = signatureHeaders({ id: 'msg_1', at, body, secrets: [secret] });
      return verifyWebhook({ headers, body, secret });
    };
    expect(await sent(tolerance - 10)).toBeTruthy();
    await expect(sent(tolerance + 10)).rejects.toThrow(WebhookVerificationError);
  });
});
