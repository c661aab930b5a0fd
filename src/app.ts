import type { Express } from 'express';
import type { Logger } from 'pino';
import { operationFacts, stubs, type AllHandlers } from '../generated/handlers';
import { actionsHandlers, dropActionWith } from './features/actions';
import { agentsHandlers } from './features/agents';
import { authHandlers, createGate, passwordCost, workspaceHandlers } from './features/auth';
import { documentsHandlers } from './features/documents';
import { domainsHandlers } from './features/domains';
import { eventsHandlers } from './features/feed';
import type { Config } from './platform/config';
import type { Database } from './platform/db/connect';
import { findLaggingPurge } from './platform/db/purge/purge-cutoff';
import type { FindDegradation } from './platform/degradation';
import { createResponseCheck } from './platform/http/responses/response-check';
import { createRateLimit } from './platform/http/requests/rate-limit';
import { createRouter, prepareRoutes, type Routes } from './platform/http/routing/router';
import { createRunner } from './platform/http/run';
import { createServer } from './platform/http/server';
import { transportHeaders } from './platform/http/connections/transport-security';
import type { UnsentLimits } from './platform/http/connections/unsent';
import type { JsonRecord } from './platform/json';
import type { PasswordCost } from './platform/slow-hash';
import { linksHandlers, notesHandlers } from './features/notes-and-links';
import { ordersHandlers } from './features/orders';
import { projectsHandlers } from './features/projects';
import { proposalsHandlers } from './features/proposals';
import {
  dismissQuestionsAbout,
  questionsHandlers,
  resolveExpiredQuestions,
} from './features/questions';
import { searchHandlers } from './features/search';
import { readContract, serviceHandlers, type Contract } from './features/service';
import { usersHandlers } from './features/users';
import { viewsHandlers } from './features/views';

/** What the service runs on. */
export interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Whether each answer is held against the contract, and the log told what breaks it. */
  readonly checkResponses?: boolean;
  /** What the hash of a password costs, when not what it costs in production. */
  readonly passwordCost?: PasswordCost;
  /** What clients that read slowly may hold, when not as much as in production. */
  readonly unsentLimits?: UnsentLimits;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal;
  /** Where causes of degradation are looked for, when not where production looks. */
  readonly degradations?: readonly FindDegradation[];
  /** The contract when it is prepared already, for several applications of one process. */
  readonly contract?: PreparedContract;
}

/** The contract as it is published, and what requests and answers are held against. */
export interface PreparedContract {
  readonly published: Contract;
  readonly document: JsonRecord;
  readonly routes: Routes;
}

/** Reads the contract from the package. Throws when it is not the one that the handlers were generated from. */
export async function prepareContract(): Promise<PreparedContract> {
  const published = readContract();
  const document = JSON.parse(published.json.bytes.toString('utf8'));
  return { published, document, routes: await prepareRoutes(document) };
}

/** The causes for which `GET /readyz` is degraded, each from the room that knows it. */
const degradations: readonly FindDegradation[] = [findLaggingPurge];

/** Every operation of the contract, from the room that owns it; an operation that no room has yet answers 501. */
export function joinHandlers(parts: AppParts, contract: Contract): AllHandlers {
  const { config, database } = parts;
  const accounts = {
    sessionDays: config.sessionDays,
    passwordCost: parts.passwordCost ?? passwordCost,
  };
  return {
    ...stubs,
    ...actionsHandlers,
    dropAction: dropActionWith(dismissQuestionsAbout),
    ...notesHandlers,
    ...projectsHandlers,
    ...domainsHandlers,
    ...ordersHandlers,
    ...questionsHandlers,
    ...proposalsHandlers,
    ...agentsHandlers,
    ...documentsHandlers,
    ...linksHandlers,
    ...viewsHandlers,
    ...searchHandlers,
    ...eventsHandlers,
    ...usersHandlers(database, accounts),
    ...workspaceHandlers,
    ...authHandlers(database, accounts),
    ...serviceHandlers(contract, {
      database,
      causes: parts.degradations ?? degradations,
      stopping: parts.stopping,
    }),
  };
}

/** Joins the rooms and the platform into the application to listen with. */
export async function createApp(parts: AppParts): Promise<Express> {
  const { config, database, log } = parts;
  const { published, document, routes } = parts.contract ?? (await prepareContract());
  const secureCookies = config.environment === 'production';
  const gate = createGate({
    database,
    config,
    secureCookies,
    limitRate: createRateLimit(config.rateLimitPerMinute),
  });
  const router = createRouter({
    routes,
    facts: operationFacts,
    gate,
    run: createRunner({
      handlers: joinHandlers(parts, published),
      facts: operationFacts,
      gate,
      database,
      settings: { workingSeconds: config.workingSeconds, stalledSeconds: config.stalledSeconds },
      secureCookies,
      passwordCost: parts.passwordCost ?? passwordCost,
      resolveExpired: resolveExpiredQuestions,
    }),
  });
  return createServer({
    router,
    log,
    trustedProxies: config.trustedProxies,
    logAddresses: config.logAddresses,
    headers: transportHeaders(config.publicUrl),
    checkAnswer:
      parts.checkResponses === true ? createResponseCheck(document, operationFacts) : undefined,
    stopping: parts.stopping,
    limits: parts.unsentLimits,
  });
}
