import { createHash } from 'node:crypto';
import { transact } from '../../src/platform/db/transaction';
import { asLine } from '../../src/platform/control-characters';
import { newId } from '../../src/platform/ids';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  makeWorkspace,
  type AgentWithToken,
  type Person,
  type TestApp,
} from '../servers/app';
import { client, type ApiClient, type RawInput } from './client';
import { forAgents, forPeople } from './operations';
import type { OperationId } from '../../src/platform/operation';
import type { TestDatabase } from '../databases/test-database';
import type { RecordKind } from './record-kinds';
import { hashSecret } from '../../src/shared/tokens';

/** A workspace with its owner and a worker, and a client for each of them. */
export interface GivenWorkspace extends AgentWithToken {
  readonly workspaceId: string;
  readonly owner: Person;
  /** The owner, by cookie. */
  readonly person: ApiClient;
  /** The worker, by token. */
  readonly worker: ApiClient;
  readonly database: TestDatabase;
}

let made = 0;

/** Makes a workspace with an owner and a worker whose token may read and write. */
export async function aWorkspace(
  app: TestApp,
  database: TestDatabase,
  name = `Workspace ${(made += 1)}`,
): Promise<GivenWorkspace> {
  const owner = await makeWorkspace(database, name);
  const { agent, token } = await addAgent(app, owner);
  return {
    workspaceId: owner.owner.workspaceId,
    owner,
    person: client(app, { cookie: owner.cookie }),
    agent,
    token,
    worker: client(app, { bearer: token }),
    database,
  };
}

/**
 * The response to the person, or to the agent where people may not call the operation or this
 * record is not theirs to change.
 */
export async function sendAsPermitted(
  { person, worker }: Pick<GivenWorkspace, 'person' | 'worker'>,
  id: OperationId,
  input: RawInput,
): ReturnType<ApiClient['send']> {
  if (!forPeople(id)) return worker.send(id, input);
  const response = await person.send(id, input);
  return response.status === 403 && forAgents(id) ? worker.send(id, input) : response;
}

/** Two separate workspaces. */
export async function twoWorkspaces(
  app: TestApp,
  database: TestDatabase,
): Promise<{ readonly ours: GivenWorkspace; readonly theirs: GivenWorkspace }> {
  const [ours, theirs] = await Promise.all([aWorkspace(app, database), aWorkspace(app, database)]);
  return { ours, theirs };
}

/** The id of one record of each kind in a workspace. */
export type RecordIds = Readonly<Record<RecordKind, string>>;

/**
 * Creates one record of each kind in the workspace; all titles contain the text, and all names the
 * text as one line.
 */
export async function createRecordOfEachKind(
  given: GivenWorkspace,
  text: string,
): Promise<RecordIds> {
  const { person, worker, agent } = given;
  const line = asLine(text);
  const domain = await idOf(person.ok('createDomain', { body: { name: `Domain ${line}` } }));
  const project = await idOf(
    person.ok('createProject', { body: { title: `Project ${text}`, domain_id: domain } }),
  );
  const document = await idOf(
    person.ok('createDocument', {
      body: { title: `Document ${text}`, content: text, access_mode: 'shared_read' },
    }),
  );
  const revisions = await person.ok('listDocumentRevisions', { path: { id: document } });
  const revision = revisions?.items[0]?.id;
  if (revision === undefined) throw new Error('The document has no revision.');
  const order = await idOf(
    person.ok('createOrder', {
      body: { name: `Order ${line}`, agent_id: agent.id, domain_id: domain, document_id: document },
    }),
  );
  const checkin = await idOf(
    worker.ok('createCheckin', { path: { id: order }, body: { summary: `Check-in ${text}` } }),
  );
  const file = await insertFile(given, text);
  const action = await idOf(
    person.ok('createAction', {
      body: {
        title: `Action ${text}`,
        file_ids: [file],
        project_id: project,
        order_id: order,
        status: 'ready',
        assigned_agent_id: agent.id,
      },
    }),
  );
  const note = await idOf(
    worker.ok('createActionNote', { path: { id: action }, body: { body: `Note ${text}` } }),
  );
  const question = await idOf(
    worker.ok('createQuestion', {
      body: {
        question: `Question ${text}`,
        on_answer: `Do ${text}`,
        action_id: action,
        blocking: false,
      },
    }),
  );
  const proposal = await idOf(
    worker.ok('createProposal', {
      body: {
        operation: 'createProject',
        payload: { title: `Project ${text}` },
        title: `Proposal ${text}`,
        order_id: order,
      },
    }),
  );
  const { invitation } = await person.ok('createInvitation', {
    body: {
      email: `guest-${given.workspaceId}@example.com`,
      name: `Guest ${line}`,
      role: 'member',
    },
  });
  const link = await idOf(
    person.ok('createLink', {
      body: { document_id: document, title: `Link ${text}`, action_id: action },
    }),
  );
  const webhook = await idOf(
    person.ok('createWebhook', {
      body: { url: 'https://receiver.example.com/', description: text },
    }),
  );
  const delivery = await idOf(person.ok('testWebhook', { path: { id: webhook } }));
  const tokens = await person.ok('listTokens', { path: { id: agent.id } });
  const token = tokens?.items[0]?.id;
  if (token === undefined) throw new Error('The agent has no token.');
  return {
    action,
    note,
    project,
    domain,
    order,
    checkin,
    question,
    proposal,
    agent: agent.id,
    token,
    document,
    user: given.owner.owner.userId,
    invitation: invitation.id,
    revision,
    link,
    webhook,
    delivery,
    file,
    oauth_grant: await insertGrant(given, text),
    session: await insertSession(given),
    saved_view: await idOf(
      person.ok('createSavedView', { body: { name: `View ${line}`, query: {}, shared: true } }),
    ),
  };
}

// A grant needs a server with an https URL and a browser.
async function insertGrant(given: GivenWorkspace, text: string): Promise<string> {
  const now = new Date().toISOString();
  const id = newId('ogr', now);
  const row = {
    workspace_id: given.workspaceId,
    id,
    agent_id: given.agent.id,
    user_id: given.owner.owner.userId,
    client_id: 'ocl_0',
    client_name: `Client ${text}`,
    redirect_host: 'localhost',
    scopes: '["read","write"]',
    audience: 'https://calls.example.com/mcp',
    refreshes: true,
    created_at: now,
    expires_at: addMilliseconds(now, DAY),
    redeemed_at: now,
  };
  // In a transaction, because the server may be writing.
  await transact(given.database, (transaction) =>
    transaction.write((db) => db('oauth_grants').insert(row)),
  );
  return id;
}

/**
 * Stores a file of the owner that no record refers to, and returns its id. Clients of tests send
 * JSON only.
 */
export async function insertFile(given: GivenWorkspace, text: string): Promise<string> {
  const now = new Date().toISOString();
  const id = newId('fil', now);
  const content = Buffer.from(text);
  const row = {
    workspace_id: given.workspaceId,
    id,
    name: `File ${text}`,
    media_type: 'text/plain',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    created_by_actor_id: given.owner.owner.id,
    created_at: now,
    completed_at: now,
  };
  await transact(given.database, async (transaction) => {
    await transaction.write((db) => db('files').insert(row));
    const key = { workspace_id: given.workspaceId, file_id: id };
    await transaction.write((db) => db('file_chunks').insert({ ...key, position: 0, content }));
  });
  return id;
}

// Not the session that the requests of the owner are sent in, because tests end it.
async function insertSession(given: GivenWorkspace): Promise<string> {
  const now = new Date().toISOString();
  const id = newId('ses', now);
  const row = {
    workspace_id: given.workspaceId,
    id,
    user_id: given.owner.owner.userId,
    id_hash: hashSecret(id),
    created_at: now,
    last_seen_at: now,
    expires_at: addMilliseconds(now, DAY),
  };
  await transact(given.database, (transaction) =>
    transaction.write((db) => db('sessions').insert(row)),
  );
  return id;
}

async function idOf(made: Promise<{ readonly id: string } | undefined>): Promise<string> {
  const thing = await made;
  if (thing === undefined) throw new Error('Nothing was made.');
  return thing.id;
}
