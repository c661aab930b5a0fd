import { findWorkspaceIds } from '../../features/auth';
import type { Database } from '../../platform/db/connect';
import { createReader, type Reader } from '../../platform/db/reader';
import { schemaState } from '../../platform/db/schema/schema';
import {
  type ClosedState,
  type ClosedWorkspace,
  findClosed,
  findClosedAmong,
  findClosedWorkspaces,
} from '../../shared/closed-workspaces-store';
import { CommandError } from '../failure';
import { hasWorkspace } from '../transfer/import-store';
import { type Deletable, findDeletable } from './deletion-store';
import { findSystemActor } from '../../shared/actor-store';
import type { TokenChangeContext } from '../../features/agents';
import type { Transaction } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';

const maxIdsShown = 100;

/** Throws a CommandError if the workspace is closed. */
export async function checkNotClosed(reader: Reader, workspaceId: string): Promise<void> {
  const reason = await whyClosed(reader, workspaceId);
  if (reason !== undefined) throw new CommandError(reason);
}

/** Why the workspace takes no change, and the command that goes on; undefined if it is open. */
export async function whyClosed(reader: Reader, workspaceId: string): Promise<string | undefined> {
  const closed = await findClosed(reader, workspaceId);
  if (closed?.state === 'moved' && !(await hasWorkspace(reader, workspaceId))) {
    return `The workspace ${workspaceId} has moved to ${closed.address ?? 'another server'}, and its rows here are deleted. Only a file of callboard export --move brings it back`;
  }
  return closed && closedSentence(workspaceId, closed);
}

/** Why a workspace is closed, and the command that goes on. */
export function closedSentence(id: string, { state, address }: ClosedWorkspace): string {
  const rest: Readonly<Record<ClosedState, string>> = {
    deleting: `is being deleted. To go on: callboard workspace delete ${id}`,
    frozen: `is frozen. To take it back: callboard workspace unfreeze ${id}`,
    arriving: `is arriving. To open it, run the command that callboard workspace moved has printed at the server that it comes from`,
    moved: `has moved to ${address ?? 'another server'}. To delete its rows here: callboard workspace delete ${id}`,
  };
  return `The workspace ${id} ${rest[state]}`;
}

/**
 * The records of these that are in open workspaces. Throws a CommandError if there are records, and
 * all are in closed workspaces.
 */
export async function withoutClosed<T extends { readonly workspace_id: string }>(
  reader: Reader,
  found: readonly T[],
): Promise<T[]> {
  const closed = await findClosedAmong(
    reader,
    found.map(({ workspace_id: id }) => id),
  );
  const open = found.filter(({ workspace_id: id }) => !closed.has(id));
  const [first] = found;
  if (open.length === 0 && first !== undefined) await checkNotClosed(reader, first.workspace_id);
  return open;
}

/**
 * The workspace of `--workspace`, an id or a name, or the only one. Throws a CommandError with the
 * ids if several have the name, or if there are several and none is named, or if there is none of
 * that id or name.
 */
export async function chooseWorkspace(
  reader: Reader,
  requested: string | undefined,
): Promise<string> {
  const named = requested === undefined ? [] : await findDeletable(reader, requested, maxIdsShown);
  const [chosen, another] = named;
  if (chosen !== undefined && another !== undefined) throw ambiguous(named, chosen.name);
  if (chosen !== undefined) {
    await checkNotClosed(reader, chosen.id);
    return chosen.id;
  }
  const ids = await findWorkspaceIds(reader, '', maxIdsShown + 1);
  const [first, second] = ids;
  if (first === undefined) {
    const [closed] = requested === undefined ? await findClosedWorkspaces(reader, 1) : [];
    if (closed !== undefined) await checkNotClosed(reader, closed.id);
    throw new CommandError('There is no workspace in this database.');
  }
  if (requested === undefined && second === undefined) return first;
  const problem =
    requested === undefined
      ? 'There are several workspaces. Choose one with --workspace ID'
      : `There is no workspace ${requested}, but`;
  const more = ids.length > maxIdsShown ? ' and more' : '';
  throw new CommandError(`${problem}: ${ids.slice(0, maxIdsShown).join(', ')}${more}.`);
}

/**
 * The id of the open workspace with this id or name. What is neither is returned as it is, so that
 * the caller can say what it does not find there. Throws a CommandError if several workspaces have
 * the name, or if the workspace is closed.
 */
export async function idOfNamed(reader: Reader, named: string): Promise<string> {
  const found = await findDeletable(reader, named, maxIdsShown);
  const [first, second] = found;
  if (first !== undefined && second !== undefined) throw ambiguous(found, first.name);
  const id = first?.id ?? named;
  await checkNotClosed(reader, id);
  return id;
}

/** Throws a CommandError unless the database has the schema of this version. */
export async function checkSchema(database: Database): Promise<void> {
  if ((await schemaState(database)).state === 'current') return;
  throw new CommandError(
    'The database schema is not the one of this version. Use that version, or run callboard migrate first.',
  );
}

/**
 * The workspace of an id or of a name, closed ones too. Throws a CommandError if there is none, or
 * if several have the name.
 */
export async function chooseNamed(database: Database, named: string): Promise<Deletable> {
  const found = await findDeletable(createReader(database), named, maxIdsShown);
  const [first, second] = found;
  if (first === undefined) {
    throw new CommandError(`There is no workspace with the id or the name ${named}.`);
  }
  if (second === undefined) return first;
  throw ambiguous(found, first.name);
}

function ambiguous(found: readonly Deletable[], name: string): CommandError {
  const ids = found.map(({ id }) => id).join(', ');
  return new CommandError(`Several workspaces are called ${name}. Name one by its id: ${ids}.`);
}

/**
 * Returns the context for a change that an operator's command makes in a workspace. The system
 * actor emits its events; their summaries name the operator.
 */
export async function operatorContext(
  transaction: Transaction,
  workspaceId: string,
): Promise<TokenChangeContext> {
  await checkNotClosed(transaction, workspaceId);
  const system = await findSystemActor(transaction, workspaceId);
  if (system === undefined) {
    throw new CommandError(`The workspace ${workspaceId} has no system actor.`);
  }
  const now = new Date().toISOString();
  return {
    transaction,
    workspaceId,
    now,
    newId: (prefix) => newId(prefix, now),
    actor: { id: system.id, name: 'The operator' },
  };
}
