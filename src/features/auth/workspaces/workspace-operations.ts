import type { components } from '../../../../generated/types';
import { changeOf } from '../../../shared/audit-store';
import { emit, inWords } from '../../../shared/events';
import { shownBytes } from '../../../shared/plans';
import { int, strings } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import { checkIfMatch, etagOf } from '../../../platform/http/responses/response';
import type { Input, ReadHandler, WriteHandler } from '../../../platform/operation';
import { invalidValue, notFound } from '../../../platform/problems';
import { checkTimeZone, spelledTimeZone } from '../../../platform/time';
import {
  findWorkspace,
  lockWorkspace,
  updateWorkspaceRow,
  type WorkspaceRow,
} from './workspace-store';

/** Reads the caller's workspace. */
export const getWorkspace: ReadHandler<'getWorkspace'> = async (_input, { reader, workspaceId }) =>
  reply(await getWorkspaceRow(reader, workspaceId));

/**
 * Merges changes into the workspace. Locks it, because other requests compare their counts with its
 * plan.
 */
export const updateWorkspace: WriteHandler<'updateWorkspace'> = async ({ header, body }, ctx) => {
  const { transaction, actor, workspaceId, now } = ctx;
  if (body.time_zone !== undefined) checkTimeZone(body.time_zone, 'body/time_zone');
  await lockWorkspace(transaction, workspaceId);
  const row = await getWorkspaceRow(transaction, workspaceId);
  checkIfMatch(header['If-Match'], row.version);
  const zone = body.time_zone && { time_zone: await spelledTimeZone(body.time_zone) };
  const changes = changesOf(row, { ...body, ...zone });
  const names = Object.keys(changes).map((name) => (name === 'key_prefixes' ? 'key_prefix' : name));
  if (names.length === 0) return reply(row);
  const stamp = { updated_at: now, version: row.version + 1 };
  await updateWorkspaceRow(transaction, workspaceId, { ...changes, ...stamp });
  const after = { ...row, ...changes, ...stamp };
  emit(ctx, {
    kind: 'workspace.updated',
    subject: { type: 'workspace', id: workspaceId, title: after.name },
    summary: `${actor.name} changed ${inWords(names)}.`,
    audit: changeOf(toWorkspace(row), toWorkspace(after), names),
  });
  return reply(after);
};

/** Reads the row of a workspace, or throws 404. */
export async function getWorkspaceRow(reader: Reader, workspaceId: string): Promise<WorkspaceRow> {
  const row = await findWorkspace(reader, workspaceId);
  if (row === undefined) throw notFound('workspace', workspaceId);
  return row;
}

/** A workspace in the contract's shape. */
export function toWorkspace(row: WorkspaceRow): components['schemas']['Workspace'] {
  return {
    id: row.id,
    name: row.name,
    key_prefix: strings(row.key_prefixes)[0] ?? '',
    plan: row.plan,
    time_zone: row.time_zone,
    working_seconds: row.working_seconds,
    stalled_seconds: row.stalled_seconds,
    stored_bytes: shownBytes(int(row.stored_bytes ?? 0)),
    approval_days: row.approval_days,
    release_backoff: row.release_backoff,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}

function changesOf(
  row: WorkspaceRow,
  body: Input<'updateWorkspace'>['body'],
): Partial<WorkspaceRow> {
  const { key_prefix: prefix, ...fields } = body;
  const wanted = {
    ...fields,
    ...(prefix !== undefined && { key_prefixes: prefixesOf(row, prefix) }),
  };
  const stored = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => stored.get(name) !== value),
  );
}

// As many as an import accepts.
const mostPrefixes = 100;

// Keys with an earlier prefix stay valid.
function prefixesOf({ key_prefixes: stored }: WorkspaceRow, prefix: string): string {
  const prefixes = [prefix, ...strings(stored).filter((earlier) => earlier !== prefix)];
  if (prefixes.length <= mostPrefixes) return JSON.stringify(prefixes);
  throw invalidValue(
    'body/key_prefix',
    `The workspace has had ${mostPrefixes} prefixes, which stay valid. Choose one of them.`,
  );
}

function reply(row: WorkspaceRow) {
  return { status: 200, body: toWorkspace(row), headers: { ETag: etagOf(row.version) } } as const;
}
