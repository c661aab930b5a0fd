import { createHash } from 'node:crypto';
import { lockAgent } from '../../../src/shared/actors';
import { newId } from '../../../src/platform/ids';
import { DAY, addMilliseconds } from '../../../src/platform/time';
import { compiled } from './compiled';
import { sql, type Connection, type Driver } from './driver';
import { Refusal, textOf, type Reply, type Call } from './request';
import { sample } from './sample';

/** The event of a write to an action. */
export interface ActionEvent {
  readonly kind: string;
  readonly summary: string;
  readonly action: {
    readonly id: string;
    readonly title: string;
    readonly project_id: string | null;
    readonly order_id: string | null;
  };
}

/** Runs a write in its transaction. Returns the reply, and the event to append at the end. */
export type Write = (
  call: Call,
  connection: Connection,
) => Promise<{
  readonly reply: Reply;
  /** Undefined if nothing has changed. */
  readonly event: ActionEvent | undefined;
}>;

/**
 * Wraps writes in the steps that all of them share: the transaction, the lock of the calling agent,
 * the reply stored for retries, and the event.
 */
export function createWriter(driver: Driver) {
  const lockCaller = compiled(
    driver,
    { now: sample.now, workspaceId: sample.workspaceId, agentId: sample.agent },
    (transaction, { workspaceId, agentId }) => lockAgent(transaction, workspaceId, agentId),
  );
  const keyCondition = `workspace_id = :workspace and actor_id = :actor and operation_id = :operation
    and client_request_id = :request`;
  const reserve = sql(
    driver,
    `insert into idempotency_records (workspace_id, actor_id, operation_id, client_request_id, request_hash, created_at, expires_at)
     values (:workspace, :actor, :operation, :request, :hash, :now, :expires)
     on conflict (workspace_id, actor_id, operation_id, client_request_id)
     do update set request_hash = :hash, created_at = :now, expires_at = :expires, status = null, headers = null, body = null
     where idempotency_records.expires_at <= :now`,
  );
  const findStored = sql(
    driver,
    `select status, body from idempotency_records where ${keyCondition}`,
  );
  const store = sql(
    driver,
    `update idempotency_records set status = :status, headers = :headers, body = :body where ${keyCondition}`,
  );
  const nextPosition = `insert into event_positions (workspace_id, last) values (:workspace, 1)
     on conflict (workspace_id) do update set last = event_positions.last + excluded.last returning last`;
  const position = sql(driver, nextPosition);
  const [withPosition, positionValue] =
    driver.dialect === 'postgres'
      ? [`with counted as (${nextPosition})`, '(select last from counted)']
      : ['', ':position'];
  const append = sql(
    driver,
    `${withPosition} insert into events (workspace_id, id, position, kind, actor_id, subject_type, subject_id, subject_title, summary,
       action_id, project_id, order_id, document_id, created_at)
     values (:workspace, :id, ${positionValue}, :kind, :actor, 'action', :action, :title, :summary,
       :action, :project, :order, null, :now)`,
  );

  const appendEvent = async (
    connection: Connection,
    { actor, now }: Call,
    event: ActionEvent | undefined,
  ): Promise<void> => {
    if (event === undefined) return;
    const workspace = actor.workspaceId;
    const row = driver.dialect === 'sqlite' && (await connection.rows(position, { workspace }))[0];
    await connection.write(append, {
      workspace,
      id: newId('evt', now),
      ...(row === false ? {} : { position: lastOf(row) }),
      kind: event.kind,
      actor: actor.id,
      action: event.action.id,
      title: event.action.title,
      summary: event.summary,
      project: event.action.project_id,
      order: event.action.order_id,
      now,
    });
  };

  return (operation: string, write: Write) =>
    (call: Call): Promise<Reply> =>
      driver.transaction(async (connection) => {
        const { actor, now, id, body } = call;
        const { workspaceId: workspace, agentId } = actor;
        if ((await lockCaller(connection, { now, workspaceId: workspace, agentId })) !== 'active') {
          throw new Refusal(409, 'The agent is not active.');
        }
        const request = textOf(body, 'client_request_id');
        if (request === null) {
          const { reply, event } = await write(call, connection);
          await appendEvent(connection, call, event);
          return reply;
        }
        const key = { workspace, actor: actor.id, operation, request };
        const expires = addMilliseconds(now, 7 * DAY);
        const reserved = await connection.write(reserve, {
          ...key,
          hash: hashOf(id, body),
          now,
          expires,
        });
        if (reserved === 0) return replay(await connection.rows(findStored, key));
        const { reply, event } = await write(call, connection);
        const text = JSON.stringify(reply.body);
        const headers = JSON.stringify(reply.headers ?? {});
        await connection.write(store, { ...key, status: reply.status, headers, body: text });
        await appendEvent(connection, call, event);
        return { ...reply, text };
      });
}

// Sorts the fields, because a retry may send them in another order.
function hashOf(id: string, body: Call['body']): string {
  const text = JSON.stringify({ body, path: { id } }, (_field, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('base64url');
}

function replay([row]: unknown[]): Reply {
  if (typeof row === 'object' && row !== null && 'status' in row && 'body' in row) {
    return { status: Number(row.status), text: String(row.body) };
  }
  throw new Refusal(409, 'The request is in progress.');
}

function lastOf(row: unknown): number {
  if (typeof row === 'object' && row !== null && 'last' in row) return Number(row.last);
  throw new Error('The workspace has no event position.');
}
