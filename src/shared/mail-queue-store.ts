/**
 * The queue of mails of a workspace. It is a row of `webhooks`, so that mails are leased, tried again
 * and given their turns like the messages of webhooks. Its secret signs the links that end mails.
 */
import type { Reader } from '../platform/db/reader';
import { int } from '../platform/db/statements/columns';
import { insertRows } from '../platform/db/statements/compiled';
import type { Transaction } from '../platform/db/transaction';
import { newId } from '../platform/ids';
import { openSecret, type SecretKeys, sealSecret, type SecretPlace } from '../platform/secret-keys';
import { findSystemActor } from './actor-store';
import { notClosed } from './closed-workspaces-store';
import { findFeedBounds } from './events';
import { newWebhookSecret, sealWebhookSecret } from './webhook-signing';

/** The mails that a process sends at the same time for a workspace. */
const inFlight = 4;

/** The queue of a workspace, with its stored secrets. */
interface MailQueue {
  readonly workspace_id: string;
  readonly id: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly overlap_ends_at: string | null;
}

/** The queue of mails of a workspace; undefined before its first mail. */
export function findMailQueue(reader: Reader, workspaceId: string): Promise<MailQueue | undefined> {
  return reader.first<MailQueue>((db) =>
    db('webhooks')
      .where('workspace_id', workspaceId)
      .whereNotNull('overdue_checked_at')
      .select('workspace_id', 'id', 'secret', 'previous_secret', 'overlap_ends_at'),
  );
}

/** Locks the queue of mails of a workspace, as its readers do; undefined before its first mail. */
export async function lockMailQueue(
  transaction: Transaction,
  workspaceId: string,
): Promise<Pick<MailQueue, 'workspace_id' | 'id'> | undefined> {
  await transaction.lock((db) =>
    db('webhooks')
      .where('workspace_id', workspaceId)
      .whereNotNull('overdue_checked_at')
      .select('id')
      .forUpdate(),
  );
  return findMailQueue(transaction, workspaceId);
}

/** The open workspaces without a queue of mails, of all workspaces. */
export async function findWorkspacesWithoutQueue(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>((db) =>
    db('workspaces')
      .where(notClosed(db, 'workspaces.id'))
      .whereNotExists((queue) => {
        void queue
          .from('webhooks')
          .whereRaw('webhooks.workspace_id = workspaces.id')
          .whereNotNull('webhooks.overdue_checked_at')
          .select(db.raw('1'));
      })
      .orderBy('id')
      .limit(limit)
      .select('id'),
  );
  return rows.map(({ id }) => id);
}

/**
 * Creates the queue of mails of a workspace, if it has none. The queue begins at the end of the feed:
 * what happened before, or was imported, mails nobody. Returns its id.
 */
export async function ensureMailQueue(
  transaction: Transaction,
  keys: SecretKeys,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: string },
): Promise<string> {
  const found = await findMailQueue(transaction, workspaceId);
  if (found !== undefined) return found.id;
  const system = await findSystemActor(transaction, workspaceId);
  if (system === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
  const { last } = await findFeedBounds(transaction, workspaceId);
  const owner = { workspace_id: workspaceId, id: newId('whk', now) };
  await transaction.write((db) =>
    db('webhooks')
      .insert({
        ...owner,
        format: 'standard',
        kinds: '[]',
        state: 'enabled',
        secret: sealWebhookSecret(keys, owner, 'secret', newWebhookSecret()),
        in_flight: inFlight,
        position: int(last),
        overdue_checked_at: now,
        created_by_actor_id: system.id,
        updated_by_actor_id: system.id,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .onConflict()
      .ignore(),
  );
  // Another transaction may have created it.
  return (await findMailQueue(transaction, workspaceId))?.id ?? owner.id;
}

/** What a letter is about. */
type LetterKind = 'mail.invitation' | 'mail.password_reset';

/** A mail to an address, with a secret link. */
interface Letter {
  readonly to: string;
  /** The person who caused it. */
  readonly by: string;
  readonly token: string;
  readonly expiresAt: string;
}

/**
 * Stores a letter that is due at once. The token is encrypted, if the server has a key, and removed
 * when the letter has been sent.
 */
export async function insertLetter(
  transaction: Transaction,
  keys: SecretKeys,
  {
    workspaceId,
    kind,
    letter,
    now,
  }: {
    readonly workspaceId: string;
    readonly kind: LetterKind;
    readonly letter: Letter;
    readonly now: string;
  },
): Promise<void> {
  const queueId = await ensureMailQueue(transaction, keys, { workspaceId, now });
  const id = newId('msg', now);
  const token = sealSecret(keys, letter.token, placeOf(workspaceId, id));
  await insertRows(transaction, 'webhook_deliveries', [
    {
      workspace_id: workspaceId,
      id,
      webhook_id: queueId,
      kind,
      body: JSON.stringify({ ...letter, token }),
      status: 'pending',
      attempts: 0,
      due_at: now,
      created_at: now,
    },
  ]);
}

/** The token of a stored letter; undefined if no key of the server opens it. */
export function openLetter(
  keys: SecretKeys,
  { workspace_id: workspaceId, id }: { readonly workspace_id: string; readonly id: string },
  token: string,
): string | undefined {
  const opened = openSecret(keys, token, placeOf(workspaceId, id));
  return opened.fault === undefined ? opened.secret : undefined;
}

function placeOf(workspaceId: string, id: string): SecretPlace {
  return { table: 'webhook_deliveries', column: 'body', workspaceId, id };
}
