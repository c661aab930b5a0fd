import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { pino } from 'pino';
import type { components } from '../../generated/types';
import { createApp, prepareContract, type AppParts } from '../../src/app';
import { createWorkspace, hashPassword } from '../../src/features/auth';
import { streamTimes, type StreamTimes } from '../../src/features/feed';
import type { Config } from '../../src/platform/config';
import {
  createHttpServer,
  type RequestTimes,
  transportHeaders,
} from '../../src/platform/http/connections/http-server';
import type { Scope, UserActor } from '../../src/platform/operation';
import { client } from '../requests/client';
import type { TestDatabase } from '../databases/test-database';
import { testCost } from './password-cost';
import { openSession } from './session';

/** The service, listening on a port of its own. */
export interface TestApp {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The Host header of requests to it. */
  readonly host: string;
  readonly server: Server;
  readonly config: Config;
  readonly database: TestDatabase;
  /** All log lines so far, as JSON. */
  readonly logs: readonly string[];
  close(): Promise<void>;
}

/** A person with a session who owns a workspace. */
export interface Person {
  readonly owner: UserActor;
  readonly email: string;
  readonly password: string;
  /** The value of the session cookie. */
  readonly cookie: string;
}

/** An agent and the secret of one of its tokens. */
export interface AgentWithToken {
  readonly agent: components['schemas']['Agent'];
  readonly token: string;
}

let contract: ReturnType<typeof prepareContract> | undefined;

// A test that calls every operation waits for the end of a stream.
const briefStreams: StreamTimes = { ...streamTimes, life: 20 };

/** Starts the service on the database, with production settings unless overridden. */
export async function startApp(
  database: TestDatabase,
  overrides: Partial<Config> = {},
  more: Pick<
    AppParts,
    | 'checkResponses'
    | 'backlogLimits'
    | 'degradations'
    | 'metadataDocuments'
    | 'metrics'
    | 'stopping'
    | 'streamTimes'
    | 'tracing'
  > & { readonly requestTimes?: RequestTimes } = {},
): Promise<TestApp> {
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    databaseUrl: database.url,
    databasePoolSize: 10,
    databasePooler: 'none',
    databaseMigrateUrl: '',
    targetDatabaseUrl: '',
    targetSecretKeys: [],
    environment: 'production',
    logLevel: 'info',
    logAddresses: true,
    publicUrl: undefined,
    oidc: undefined,
    passwordSignIn: true,
    mail: undefined,
    trustedProxies: 0,
    workingSeconds: 900,
    stalledSeconds: 86_400,
    sessionDays: 30,
    eventDays: 90,
    auditDays: 365,
    archiveDays: undefined,
    storedBytes: 10_737_418_240,
    // Tests never reach this limit, but it adds the rate limit headers, which they check.
    rateLimitPerMinute: 1_000_000,
    rateLimitWorkspacePerMinute: 0,
    secretsKeyFile: '',
    secretKeys: [],
    webhookAllow: [],
    corsOrigins: [],
    console: true,
    metricsPort: undefined,
    metricsToken: undefined,
    tracing: undefined,
    unusedVariables: [],
    shutdownDelaySeconds: 0,
    shutdownSeconds: 1,
    ...overrides,
  };
  const logs: string[] = [];
  const log = pino({ level: config.logLevel, base: null }, { write: (line) => logs.push(line) });
  contract ??= prepareContract();
  const prepared = { contract: await contract, passwordCost: testCost };
  const parts = { config, database, log, ...prepared, streamTimes: briefStreams };
  const { server } = createHttpServer(
    await createApp({ ...parts, ...more }),
    transportHeaders(config.publicUrl),
    more.requestTimes,
  );
  server.listen(config.port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const host = `127.0.0.1:${address.port}`;
  return {
    url: `http://${host}`,
    host,
    server,
    config,
    database,
    logs,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const password = 'correct horse battery staple';
let hashed: Promise<string> | undefined;

/** Makes a workspace with a signed-in owner. */
export async function makeWorkspace(database: TestDatabase, name: string): Promise<Person> {
  const email = `owner-${randomBytes(6).toString('hex')}@example.com`;
  // All owners of a test file share one password, so it is hashed once.
  hashed ??= hashPassword(password, testCost);
  const passwordHash = await hashed;
  const request = { workspaceName: name, email, userName: `Owner of ${name}`, passwordHash };
  const owner = await createWorkspace(database, request);
  if (owner === undefined) throw new Error(`${email} has a workspace already.`);
  return { owner, email, password, cookie: await openSession(database, owner) };
}

/** Adds an agent to the workspace and makes a token for it, both over HTTP as the person. */
export async function addAgent(
  app: Pick<TestApp, 'url' | 'logs'>,
  person: Pick<Person, 'cookie'>,
  given: Partial<components['schemas']['AgentCreate']> & { readonly scopes?: Scope[] } = {},
): Promise<AgentWithToken> {
  const { scopes = ['read', 'write'], ...wanted } = given;
  const api = client(app, { cookie: person.cookie });
  const agent = await api.ok('createAgent', {
    body: { name: `Agent ${randomBytes(6).toString('hex')}`, ...wanted },
  });
  return { agent, token: await addToken(app, person, agent.id, scopes) };
}

/** Makes another token for the agent and returns its secret. */
export async function addToken(
  app: Pick<TestApp, 'url' | 'logs'>,
  person: Pick<Person, 'cookie'>,
  agentId: string,
  scopes: Scope[],
): Promise<string> {
  const { token } = await client(app, { cookie: person.cookie }).ok('createToken', {
    path: { id: agentId },
    body: { name: 'for tests', scopes },
  });
  if (token === undefined) throw new Error('createToken returned no token.');
  return token;
}
