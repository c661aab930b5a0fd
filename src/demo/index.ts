/**
 * Demo: a sample workspace with three weeks of history. The service's own operations create its
 * records.
 */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { ulid } from 'ulid';
import { createWorkspace, findOldestPassword, hashPassword, passwordCost } from '../features/auth';
import type { Database } from '../platform/db/connect';
import { createReader } from '../platform/db/reader';
import { transact } from '../platform/db/transaction';
import type { AgentActor, Settings, UserActor } from '../platform/operation';
import type { PasswordCost } from '../platform/slow-hash';
import { DAY, SECOND, addMilliseconds } from '../platform/time';
import { activateAgent, issueToken, markUsed } from '../shared/tokens';
import { fillWithSample } from './demo';
import { suggestions } from './sample';

const MINUTE = 60 * SECOND;

/** The credentials and ids to try the sample with; shown once. */
export interface Demo {
  readonly email: string;
  readonly password: string;
  readonly agentName: string;
  readonly token: string;
  /** A ready action of the agent. */
  readonly actionId: string;
  /** An open question to answer and another to dismiss. */
  readonly questionIds: readonly [string, string];
}

/**
 * Creates the sample workspace with an owner and a token for one of its agents. Returns undefined
 * if it already exists. `cost` is that of hashing the owner's password.
 */
export async function createDemo(
  database: Database,
  settings: Settings,
  log: Logger,
  cost: PasswordCost = passwordCost,
): Promise<Demo | undefined> {
  const now = new Date().toISOString();
  const email = 'ada@example.com';
  // Hashing is slow, so skip it when the sample workspace already exists.
  if ((await findOldestPassword(createReader(database), email)) !== undefined) return undefined;
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await hashPassword(password, cost);
  const ada = await createWorkspace(
    database,
    { workspaceName: 'City Theatre', email, userName: 'Ada', passwordHash },
    addMilliseconds(now, -22 * DAY),
  );
  if (ada === undefined) return undefined;
  const { agents, ids } = await fillWithSample({ database, settings, log, now }, ada);
  const { scribe } = agents;
  const token = await issueUsedToken(database, ada, scribe, addMilliseconds(now, -4 * MINUTE));
  await issueUsedToken(database, ada, agents.rigger, addMilliseconds(now, -7 * MINUTE));
  await issueUsedToken(database, ada, agents.usher, addMilliseconds(now, -2 * MINUTE));
  return {
    email,
    password,
    agentName: scribe.name,
    token,
    actionId: ids.get(suggestions.action) ?? '',
    questionIds: [ids.get(suggestions.answer) ?? '', ids.get(suggestions.dismiss) ?? ''],
  };
}

// Issues a token and marks it as used, because an agent with a history has been seen.
function issueUsedToken(
  database: Database,
  ada: UserActor,
  agent: AgentActor,
  at: string,
): Promise<string> {
  return transact(database, async (transaction) => {
    const { token, row } = await issueToken(transaction, {
      workspaceId: ada.workspaceId,
      agentId: agent.agentId,
      name: 'sample',
      scopes: ['read', 'write'],
      expiresAt: null,
      createdByActorId: ada.id,
      now: at,
      newId: (prefix) => `${prefix}_${ulid(Date.parse(at))}`,
    });
    await markUsed(transaction, { ...agent, tokenId: row.id }, at, at);
    await activateAgent(transaction, agent, at);
    return token;
  });
}
