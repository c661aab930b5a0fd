import type { Reader } from '../../../platform/db/reader';
import { isRecord } from '../../../platform/json';
import type { Transaction } from '../../../platform/db/transaction';
import type { Addressee, MailKind } from '../queue/mail-items';

/** When a person gets a mail of a kind. */
export type MailChoice = 'at_once' | 'never';

/** The choices of a person for all kinds. */
export type MailChoices = Readonly<Record<MailKind, MailChoice>>;

/** A person who may get mails. */
export interface MailPerson {
  readonly id: string;
  readonly actor_id: string;
  readonly email: string;
  readonly choices: string | null;
  readonly workspace_name: string;
}

/** The most people of a workspace who get mails. */
const maxPeople = 1000;

/**
 * The first 1,000 active owners and members of a workspace: the people who may decide and work. With
 * `userIds`, only those of them.
 */
export function findMailPeople(
  reader: Reader,
  workspaceId: string,
  userIds?: readonly string[],
): Promise<MailPerson[]> {
  return reader.rows<MailPerson>((db) => {
    const people = db('users')
      .join('workspaces', 'workspaces.id', 'users.workspace_id')
      .leftJoin('notification_settings as settings', (on) => {
        on.on('settings.workspace_id', 'users.workspace_id').on('settings.user_id', 'users.id');
      })
      .where('users.workspace_id', workspaceId)
      .whereNull('users.deactivated_at')
      .whereIn('users.role', ['owner', 'member'])
      .orderBy(['users.created_at', 'users.id'])
      .limit(maxPeople)
      .select('users.id', 'users.actor_id', 'users.email', 'settings.choices')
      .select('workspaces.name as workspace_name');
    return userIds === undefined ? people : people.whereIn('users.id', [...userIds]);
  });
}

/** A person with what they want. */
export function toAddressee({ id, actor_id: actorId, choices }: MailPerson): Addressee {
  const chosen = choicesOf(choices);
  return { userId: id, actorId, wants: (kind) => chosen[kind] !== 'never' };
}

/** The stored choices of a person; undefined if they have chosen nothing. */
export async function findChoices(
  reader: Reader,
  workspaceId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await reader.first<{ choices: string }>((db) =>
    db('notification_settings')
      .where({ workspace_id: workspaceId, user_id: userId })
      .select('choices'),
  );
  return row?.choices;
}

/** The address of a person. */
export async function findUserAddress(
  reader: Reader,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<string | undefined> {
  const row = await reader.first<{ email: string }>((db) =>
    db('users').where({ workspace_id: workspaceId, id: userId }).select('email'),
  );
  return row?.email;
}

/** Stores the choices of a person. */
export async function storeChoices(
  transaction: Transaction,
  {
    workspaceId,
    userId,
    now,
  }: { readonly workspaceId: string; readonly userId: string; readonly now: string },
  choices: MailChoices,
): Promise<void> {
  await transaction.write((db) =>
    db('notification_settings')
      .insert({
        workspace_id: workspaceId,
        user_id: userId,
        choices: JSON.stringify(choices),
        updated_at: now,
      })
      .onConflict(['workspace_id', 'user_id'])
      .merge(['choices', 'updated_at']),
  );
}

/** What a person has chosen; `at_once` for every kind that they have not chosen for. */
export function choicesOf(stored: string | null | undefined): MailChoices {
  const chosen: unknown = stored ? JSON.parse(stored) : {};
  const of = (kind: MailKind): MailChoice =>
    isRecord(chosen) && chosen[kind] === 'never' ? 'never' : 'at_once';
  return {
    question: of('question'),
    proposal: of('proposal'),
    review: of('review'),
    assigned: of('assigned'),
    overdue: of('overdue'),
    stalled: of('stalled'),
  };
}

/** The choices of a person who wants no mails. */
export const noMails: MailChoices = {
  question: 'never',
  proposal: 'never',
  review: 'never',
  assigned: 'never',
  overdue: 'never',
  stalled: 'never',
};
