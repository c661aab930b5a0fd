import { createHash } from 'node:crypto';
import { lockAgent } from '../../../src/shared/actors';
import { newId } from '../../../src/platform/ids';
import { DAY, addMilliseconds } from '../../../src/platform/time';
import { compiled } from './compiled';
import { sql, type Connection, type Driver } from './driver';
import { Refusal, textOf, type Answer, type Call } from './request';
import { sample } from './sample';

/** The event that a write tells of an action. */
export interface Told {
  readonly kind: string;
  readonly summary: string;
  readonly action: {
    readonly id: string;
    readonly title: string;
    readonly project_id: string | null;
    readonly order_id: string | null;
  };
}

/** What a write does within its transaction: the answer, and the event to append at its end. */
export type Write = (
  call: Call,
  connection: Connection,
) => Promise<{
  readonly answer: Answer;
  /** Undefined where nothing has changed. */
  readonly told: Told | undefined;
}>;

/**
 * Wraps writes in what all of them do: the transaction, the caller's agent, the answer kept for a
 * repetition, the event.
 */
export function createWriter(driver: Driver) {
  const hold = compiled(
    driver,
    { now: sample.now, workspaceId: sample.workspaceId, agentId: sample.agent },
    (transaction, { workspaceId, agentId }) => lockAgent(transaction, workspaceId, agentId),
  );
  const key = `workspace_id = :workspace and actor_id = :actor and operation_id = :operation
    and client_request_id = :request`;
  const take = sql(
    driver,
    `insert into idempotency_records (workspace_id, actor_id, operation_id, client_request_id, request_hash, created_at, expires_at)
     values (:workspace, :actor, :operation, :request, :hash, :now, :expires)
     on conflict (workspace_id, actor_id, operation_id, client_request_id)
     do update set request_hash = :hash, created_at = :now, expires_at = :expires, status = null, headers = null, body = null
     where idempotency_records.expires_at <= :now`,
  );
  const kept = sql(driver, `select status, body from idempotency_records where ${key}`);
  const keep = sql(
    driver,
    `update idempotency_records set status = :status, headers = :headers, body = :body where ${key}`,
  );
  const nextPosition = `insert into event_positions (workspace_id, last) values (:workspace, 1)
     on conflict (workspace_id) do update set last = event_positions.last + excluded.last returning last`;
  const position = sql(driver, nextPosition);
  const [taken, at] =
    driver.dialect === 'postgres'
      ? [`with taken as (${nextPosition})`, '(select last from taken)']
      : ['', ':position'];
  const append = sql(
    driver,
    `${taken} insert into events (workspace_id, id, position, kind, actor_id, subject_type, subject_id, subject_title, summary,
       action_id, project_id, order_id, document_id, created_at)
     values (:workspace, :id, ${at}, :kind, :actor, 'action', :action, :title, :summary,
       :action, :project, :order, null, :now)`,
  );

  const tell = async (
    connection: Connection,
    { actor, now }: Call,
    told: Told | undefined,
  ): Promise<void> => {
    if (told === undefined) return;
    const workspace = actor.workspaceId;
    const row = driver.dialect === 'sqlite' && (await connection.rows(position, { workspace }))[0];
    await connection.write(append, {
      workspace,
      id: newId('evt', now),
      ...(row === false ? {} : { position: lastOf(row) }),
      kind: told.kind,
      actor: actor.id,
      action: told.action.id,
      title: told.action.title,
      summary: told.summary,
      project: told.action.project_id,
      order: told.action.order_id,
      now,
    });
  };

  return (operation: string, write: Write) =>
    (call: Call): Promise<Answer> =>
      driver.transaction(async (connection) => {
        const { actor, now, id, body } = call;
        const { workspaceId: workspace, agentId } = actor;
        if ((await hold(connection, { now, workspaceId: workspace, agentId })) !== 'active') {
          throw new Refusal(409, 'The agent is not active.');
        }
        const request = textOf(body, 'client_request_id');
        if (request === null) {
          const { answer, told } = await write(call, connection);
          await tell(connection, call, told);
          return answer;
        }
        const mine = { workspace, actor: actor.id, operation, request };
        const expires = addMilliseconds(now, 7 * DAY);
        const taken = await connection.write(take, {
          ...mine,
          hash: hashOf(id, body),
          now,
          expires,
        });
        if (taken === 0) return repeated(await connection.rows(kept, mine));
        const { answer, told } = await write(call, connection);
        const text = JSON.stringify(answer.body);
        const headers = JSON.stringify(answer.headers ?? {});
        await connection.write(keep, { ...mine, status: answer.status, headers, body: text });
        await tell(connection, call, told);
        return { ...answer, text };
      });
}

// The same request may come with its fields in another order.
function hashOf(id: string, body: Call['body']): string {
  const text = JSON.stringify({ body, path: { id } }, (_field, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('base64url');
}

function repeated([row]: unknown[]): Answer {
  if (typeof row === 'object' && row !== null && 'status' in row && 'body' in row) {
    return { status: Number(row.status), text: String(row.body) };
  }
  throw new Refusal(409, 'The request is in progress.');
}

function lastOf(row: unknown): number {
  if (typeof row === 'object' && row !== null && 'last' in row) return Number(row.last);
  throw new Error('The workspace has no position.');
}
