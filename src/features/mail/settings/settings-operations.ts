import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import type { Actor, ReadHandler, WriteHandler } from '../../../platform/operation';
import {
  choicesOf,
  findChoices,
  findUserAddress,
  type MailChoices,
  storeChoices,
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
    const choices = choicesOf(await findChoices(reader, key.workspaceId, key.userId));
    return { status: 200, body: await settingsOf(reader, key, availability, choices) };
  };
}

/** Changes what is mailed to the caller. */
export function updateNotificationSettingsWith(
  availability: Availability,
): WriteHandler<'updateNotificationSettings'> {
  return async ({ body }, { transaction, actor, workspaceId, now }) => {
    const key = { workspaceId, userId: userIdOf(actor) };
    const before = choicesOf(await findChoices(transaction, workspaceId, key.userId));
    const choices = { ...before, ...body.choices };
    await storeChoices(transaction, { ...key, now }, choices);
    return { status: 200, body: await settingsOf(transaction, key, availability, choices) };
  };
}

async function settingsOf(
  reader: Reader,
  key: { readonly workspaceId: string; readonly userId: string },
  { available }: Availability,
  choices: MailChoices,
): Promise<components['schemas']['NotificationSettings']> {
  const email = (await findUserAddress(reader, key)) ?? '';
  return { available, email, choices };
}

function userIdOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.userId : '';
}
