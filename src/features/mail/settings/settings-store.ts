import type { Reader } from '../../../platform/db/reader';
import { isRecord } from '../../../platform/json';
import type { Transaction } from '../../../platform/db/transaction';
import type { DigestSchedule } from '../queue/digest-rules';
import type { Addressee, MailChoice, MailChoices, MailKind } from '../queue/mail-items';

/** A person who may get mails. */
export interface MailPerson {
  readonly id: string;
  readonly actor_id: string;
  readonly email: string;
  readonly choices: string | null;
  readonly digest: string | null;
  readonly workspace_name: string;
  readonly time_zone: string;
  /** A JSON array. */
  readonly key_prefixes: string;
}

/** The key of a person. */
export interface PersonKey {
  readonly workspaceId: string;
  readonly userId: string;
}

/** The most people of a workspace who get mails. */
const maxPeople = 1000;

/**
 * The first 1,000 active owners and members of a workspace: the people who may decide and work. With
 * `only`, those of them with one of the values.
 */
export function findMailPeople(
  reader: Reader,
  workspaceId: string,
  only?: { readonly column: 'id' | 'actor_id'; readonly values: readonly string[] },
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
      .select('users.id', 'users.actor_id', 'users.email', 'settings.choices', 'settings.digest')
      .select('workspaces.name as workspace_name', 'workspaces.time_zone')
      .select('workspaces.key_prefixes');
    return only === undefined ? people : people.whereIn(`users.${only.column}`, [...only.values]);
  });
}

/** The person, if they may get mails. */
export async function findMailPerson(
  reader: Reader,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string | null },
): Promise<MailPerson | undefined> {
  if (userId === null) return undefined;
  const [person] = await findMailPeople(reader, workspaceId, { column: 'id', values: [userId] });
  return person;
}

/** A person with what they want. */
export function toAddressee({ id, actor_id: actorId, choices }: MailPerson): Addressee {
  return { userId: id, actorId, choices: choicesOf(choices) };
}

/** What a person has chosen, as JSON. */
export interface StoredSettings {
  readonly choices: string;
  readonly digest: string | null;
}

/** What a person has chosen; undefined if they have chosen nothing. */
export function findSettings(
  reader: Reader,
  { workspaceId, userId }: PersonKey,
): Promise<StoredSettings | undefined> {
  return reader.first<StoredSettings>((db) =>
    db('notification_settings')
      .where({ workspace_id: workspaceId, user_id: userId })
      .select('choices', 'digest'),
  );
}

/** The name of a workspace. */
export async function findWorkspaceName(
  reader: Reader,
  workspaceId: string,
): Promise<string | undefined> {
  const row = await reader.first<{ name: string }>((db) =>
    db('workspaces').where({ id: workspaceId }).select('name'),
  );
  return row?.name;
}

/** The address of a person. */
export async function findUserAddress(
  reader: Reader,
  { workspaceId, userId }: PersonKey,
): Promise<string | undefined> {
  const row = await reader.first<{ email: string }>((db) =>
    db('users').where({ workspace_id: workspaceId, id: userId }).select('email'),
  );
  return row?.email;
}

/** Stores the choices of a person, and when they get the digest if it is given. */
export async function storeSettings(
  transaction: Transaction,
  { workspaceId, userId, now }: PersonKey & { readonly now: string },
  { choices, digest }: { readonly choices: MailChoices; readonly digest?: DigestSchedule },
): Promise<void> {
  const columns = {
    choices: JSON.stringify(choices),
    ...(digest !== undefined && { digest: JSON.stringify(digest) }),
    updated_at: now,
  };
  await transaction.write((db) =>
    db('notification_settings')
      .insert({
        workspace_id: workspaceId,
        user_id: userId,
        ...columns,
      })
      .onConflict(['workspace_id', 'user_id'])
      .merge(columns),
  );
}

/** What a person has chosen; `at_once` for every kind that they have not chosen for. */
export function choicesOf(stored: string | null | undefined): MailChoices {
  const chosen: unknown = stored ? JSON.parse(stored) : {};
  const of = (kind: MailKind): MailChoice => {
    const choice = isRecord(chosen) ? chosen[kind] : undefined;
    return choice === 'never' || choice === 'digest' ? choice : 'at_once';
  };
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
