import { isOneOf } from '../../platform/db/statements/columns';
import { isInvisible, nameKey } from '../../platform/name-key';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { problem, type Problem } from '../../platform/problems';

/** The name that an actor wants; `actorId` is absent for a new actor. */
interface WantedName {
  readonly workspaceId: string;
  readonly kind: 'user' | 'agent';
  readonly name: string;
  readonly actorId?: string;
}

/**
 * Locks the workspace's row until the transaction ends, so that its actors get names one after the
 * other. A rename of a person locks it before the person, and everything else after the agents.
 */
export async function lockNames(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.lock((db) =>
    db('workspaces').where({ id: workspaceId }).select('id').forNoKeyUpdate(),
  );
}

/**
 * Whether another actor has the name, compared by `nameKey`: for an agent any actor of the
 * workspace, for a person any agent. For an agent, a name without a visible character is taken.
 * Revoked agents and deactivated people count too, because texts still show their names. Exact until
 * the transaction ends, because it calls `lockNames`.
 */
export async function isNameTaken(
  transaction: Transaction,
  { workspaceId, kind, name, actorId }: WantedName,
): Promise<boolean> {
  await lockNames(transaction, workspaceId);
  if (kind === 'agent' && isInvisible(name)) return true;
  const holder = await transaction.first((db) => {
    const holders = db('actors').where({ workspace_id: workspaceId, name_key: nameKey(name) });
    if (actorId !== undefined) void holders.whereNot('id', actorId);
    if (kind === 'user') void holders.where(isOneOf('kind', ['agent']));
    return holders.limit(1).select('id');
  });
  return holder !== undefined;
}

const candidates = 50;
/** Leaves space for a number, because a name has at most 200 characters. */
const baseCharacters = 195;

/**
 * The name for a new agent: the wanted one, or the first that no actor has of `Claude 2`, `Claude 3`
 * and so on. The name may be taken until it is stored.
 */
export async function findFreeName(
  reader: Reader,
  workspaceId: string,
  wanted: string,
): Promise<string> {
  const base = Array.from(wanted).slice(0, baseCharacters).join('');
  const names = Array.from({ length: candidates }, (_, index) =>
    index === 0 ? wanted : `${base} ${index + 1}`,
  );
  const rows = await reader.rows<{ name_key: string }>((db) =>
    db('actors')
      .where({ workspace_id: workspaceId })
      .whereIn('name_key', names.map(nameKey))
      .select('name_key'),
  );
  const taken = new Set(rows.map(({ name_key: key }) => key));
  return names.find((name) => !isInvisible(name) && !taken.has(nameKey(name))) ?? wanted;
}

/** 409 `NAME_TAKEN` with `details.name`: another actor of the workspace has a name like this. */
export function nameTakenProblem({ kind, name }: Pick<WantedName, 'kind' | 'name'>): Problem {
  const holder = kind === 'user' ? 'An agent' : 'Another agent or a person';
  const message = `${holder} has the name ${name}, or one that looks like it. Choose another name.`;
  return problem('NAME_TAKEN', message, {
    details: { name },
    issues: [{ path: 'body/name', code: 'NAME_TAKEN', message }],
  });
}
