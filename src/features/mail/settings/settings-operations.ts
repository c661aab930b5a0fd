import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import type { Actor, ReadHandler, WriteHandler } from '../../../platform/operation';
import { checkTimeZone, spelledTimeZone } from '../../../platform/time';
import { lockMailQueue } from '../../../shared/mail-queue';
import { findTimeZone } from '../../../shared/workspace-time';
import { type DigestSchedule, nextDigestAt, scheduleOf } from '../queue/digest-rules';
import { moveDigest } from '../queue/gathering-store';
import type { MailChoices } from '../queue/mail-items';
import {
  choicesOf,
  findSettings,
  findUserAddress,
  type PersonKey,
  storeSettings,
} from './settings-store';

/** Whether the server sends mails. */
interface Availability {
  readonly available: boolean;
}

/** Says what is mailed to the caller. */
export function getNotificationSettingsWith(
  availability: Availability,
): ReadHandler<'getNotificationSettings'> {
  return async (_input, { reader, actor, workspaceId }) => {
    const key = { workspaceId, userId: userIdOf(actor) };
    const chosen = await findChosen(reader, key);
    return { status: 200, body: await settingsOf(reader, key, availability, chosen) };
  };
}

/** Changes what is mailed to the caller, and when the digest is sent. */
export function updateNotificationSettingsWith(
  availability: Availability,
): WriteHandler<'updateNotificationSettings'> {
  return async ({ body }, { transaction, actor, workspaceId, now }) => {
    const { time_zone: zone } = body.digest ?? {};
    if (typeof zone === 'string') checkTimeZone(zone, 'body/digest/time_zone');
    const key = { workspaceId, userId: userIdOf(actor) };
    const before = await findChosen(transaction, key);
    const choices = { ...before.choices, ...body.choices };
    const named = typeof zone === 'string' ? { time_zone: await spelledTimeZone(zone) } : {};
    const digest = { ...before.digest, ...body.digest, ...named };
    await storeSettings(transaction, { ...key, now }, { choices, digest });
    if (body.digest !== undefined) {
      // After the settings, so a digest that begins to gather meanwhile is moved too.
      const queue = await lockMailQueue(transaction, workspaceId);
      const at = await nextDigestAt(now, digest, await findTimeZone(transaction, workspaceId));
      if (queue !== undefined) await moveDigest(transaction, queue, key.userId, at);
    }
    const after = await settingsOf(transaction, key, availability, { choices, digest });
    return { status: 200, body: after };
  };
}

interface Chosen {
  readonly choices: MailChoices;
  readonly digest: DigestSchedule;
}

async function findChosen(reader: Reader, key: PersonKey): Promise<Chosen> {
  const stored = await findSettings(reader, key);
  return { choices: choicesOf(stored?.choices), digest: scheduleOf(stored?.digest) };
}

async function settingsOf(
  reader: Reader,
  key: PersonKey,
  { available }: Availability,
  { choices, digest }: Chosen,
): Promise<components['schemas']['NotificationSettings']> {
  const email = (await findUserAddress(reader, key)) ?? '';
  return { available, email, choices, digest };
}

function userIdOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.userId : '';
}
