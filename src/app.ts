import type { Express } from 'express';
import type { Logger } from 'pino';
import { operationFacts, stubs, type AllHandlers } from '../generated/handlers';
import {
  actionKeys,
  actionsHandlers,
  batchUpdateActionsWith,
  claimNextActionWith,
  dropActionWith,
  searchLabels,
} from './features/actions';
import { agentsHandlers } from './features/agents';
import {
  authHandlers,
  createGate,
  hasLocalOwner,
  isLocalDevelopment,
  passwordCost,
  workspaceHandlers,
} from './features/auth';
import { documentsHandlers } from './features/documents';
import { domainsHandlers } from './features/domains';
import { auditHandlers } from './features/audit';
import { filesHandlers } from './features/files';
import { feedHandlers, type StreamTimes } from './features/feed';
import type { Config } from './platform/config';
import type { Database } from './platform/db/connect';
import { findLaggingPurge } from './platform/db/purge';
import type { FindDegradation } from './platform/db/health';
import type { Metrics } from './platform/metrics/metrics';
import type { Tracing } from './platform/tracing/tracing';
import { createOutgoing } from './platform/outgoing';
import { type PageCaller, withConsole } from './features/console-pages';
import { readSessionCookies } from './platform/http/cookies';
import { createResponseValidator } from './platform/http/responses/response-validator';
import { createRateLimits } from './platform/http/requests/rate-limit';
import { createRouter, prepareRoutes, type Routes } from './platform/http/routing/router';
import {
  type BacklogLimits,
  createCrossOrigin,
  createExpressApp,
} from './platform/http/express-app';
import type { Exchange } from './platform/http/exchange';
import { createRunner } from './platform/http/operation-runner';
import { transportHeaders } from './platform/http/connections/http-server';
import type { JsonRecord } from './platform/json';
import { basePathOf, consolePath, knownAddress, serverSettings } from './shared/server-settings';
import { pageOfProblem } from './shared/pages';
import type { PasswordCost } from './platform/slow-hash';
import { linksHandlers, notesHandlers } from './features/notes-and-links';
import { mailHandlers } from './features/mail';
import { mcpHandlers, mcpHeaders } from './features/mcp';
import { newsHandlers } from './features/news';
import {
  challengeParameters,
  createMetadataDocuments,
  oauthHandlers,
  resourceOf,
  type MetadataDocuments,
} from './features/oauth';
import { oidcHandlers } from './features/oidc';
import { ordersHandlers } from './features/orders';
import { projectsHandlers } from './features/projects';
import { proposalsHandlers, withRepetitions } from './features/proposals';
import {
  dismissQuestionsAbout,
  questionsHandlers,
  resolveExpiredQuestions,
} from './features/questions';
import { searchHandlers } from './features/search';
import { textsHandlers } from './features/texts';
import { readContract, serviceHandlers, type Contract } from './features/service';
import { usersHandlers } from './features/users';
import { countWaiting, readActionContext, readQuery, viewsHandlers } from './features/views';
import { webhooksHandlers } from './features/webhooks';

/** The dependencies of the service. */
export interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Whether to validate every response against the contract and log violations. */
  readonly checkResponses?: boolean;
  /** The cost of a password hash, when it differs from production's. */
  readonly passwordCost?: PasswordCost;
  /** The limits for slow clients, when they differ from production's. */
  readonly backlogLimits?: BacklogLimits;
  /** The times of streams, when they differ from the contract's. */
  readonly streamTimes?: StreamTimes;
  /** The source of clients' metadata documents, when it is not their hosts. */
  readonly metadataDocuments?: MetadataDocuments;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal;
  /** The checks for degradation, when they differ from production's. */
  readonly degradations?: readonly FindDegradation[];
  /** The metrics of this process; undefined if it has none. */
  readonly metrics?: Metrics | undefined;
  /** The traces of this process; undefined if it has none. */
  readonly tracing?: Tracing | undefined;
  /** A prepared contract that several applications of one process share. */
  readonly contract?: PreparedContract;
}

/** The published contract, and its parsed form that requests and responses are validated with. */
export interface PreparedContract {
  readonly published: Contract;
  readonly document: JsonRecord;
  readonly routes: Routes;
}

/**
 * Reads the contract from the package. Throws when it differs from the one that the handlers were
 * generated from.
 */
export async function prepareContract(): Promise<PreparedContract> {
  const published = readContract();
  const document = JSON.parse(published.json.bytes.toString('utf8'));
  return { published, document, routes: await prepareRoutes(document) };
}

/** The checks for degradation that `GET /readyz` runs. */
const degradations: readonly FindDegradation[] = [findLaggingPurge];

/** The handlers of all operations. Unimplemented operations respond with 501. */
export function joinHandlers(parts: AppParts, contract: Contract): AllHandlers {
  const { config, database, tracing } = parts;
  const { environment, webhookAllow: allow } = config;
  const outgoing = createOutgoing({ environment, allow, tracing });
  // Public addresses only, because any page may make a person open the id of a client.
  const publicOnly = createOutgoing({ environment: 'production', allow: [], tracing });
  const documents = parts.metadataDocuments ?? createMetadataDocuments({ outgoing: publicOnly });
  const accounts = {
    sessionDays: config.sessionDays,
    passwordSignIn: config.passwordSignIn,
    passwordCost: parts.passwordCost ?? passwordCost,
    letterKeys: config.mail && config.console ? config.secretKeys : undefined,
  };
  const dropAction = dropActionWith(dismissQuestionsAbout);
  const plain = { ...actionsHandlers, ...projectsHandlers, ...documentsHandlers, dropAction };
  return {
    ...stubs,
    ...actionsHandlers,
    batchUpdateActions: batchUpdateActionsWith({ endQuestions: dismissQuestionsAbout, readQuery }),
    claimNextAction: claimNextActionWith(readActionContext),
    ...notesHandlers,
    ...projectsHandlers,
    ...domainsHandlers,
    ...ordersHandlers,
    ...questionsHandlers,
    ...proposalsHandlers,
    ...agentsHandlers(outgoing),
    ...documentsHandlers,
    ...linksHandlers,
    ...textsHandlers,
    ...viewsHandlers,
    ...searchHandlers(searchLabels),
    ...feedHandlers({
      database,
      log: parts.log,
      consoleUrl: serverSettings(config).consoleUrl,
      stopping: parts.stopping,
      times: parts.streamTimes,
      metrics: parts.metrics,
    }),
    ...newsHandlers,
    ...auditHandlers,
    ...filesHandlers,
    ...webhooksHandlers(outgoing, config.secretKeys),
    ...mailHandlers({ database, keys: config.secretKeys, available: config.mail !== undefined }),
    ...mcpHandlers(config, database),
    ...oauthHandlers({ database, config }, accounts, documents),
    ...oidcHandlers({
      database,
      config,
      accounts,
      outgoingTo: (host) => createOutgoing({ environment, allow: [host], tracing }),
    }),
    ...usersHandlers(database, accounts),
    ...workspaceHandlers,
    ...authHandlers(database, accounts, countWaiting),
    ...withRepetitions(plain, plain),
    ...serviceHandlers(contract, {
      startPath: config.console ? consolePath : undefined,
      basePath: basePathOf(config),
      address: knownAddress(config),
      database,
      degradationChecks: parts.degradations ?? degradations,
      stopping: parts.stopping,
    }),
  };
}

/** Creates the Express application from the features and the platform. */
export async function createApp(parts: AppParts): Promise<Express> {
  const { config, database, log } = parts;
  const { published, document, routes } = parts.contract ?? (await prepareContract());
  const basePath = basePathOf(config);
  const cookieScope = { isSecure: config.environment === 'production', basePath };
  const rateLimits = createRateLimits(
    { caller: config.rateLimitPerMinute, workspace: config.rateLimitWorkspacePerMinute },
    log,
  );
  const gate = createGate({
    database,
    config,
    cookieScope,
    limitRate: rateLimits.count,
    resourceOf: (message) => resourceOf(message, config),
  });
  const router = createRouter({
    routes,
    facts: operationFacts,
    gate,
    basePath,
    challenge: (message) => challengeParameters(message, config),
    run: createRunner({
      routes,
      handlers: joinHandlers(parts, published),
      facts: operationFacts,
      gate,
      database,
      settings: serverSettings(config),
      cookieScope,
      passwordCost: parts.passwordCost ?? passwordCost,
      resolveExpired: resolveExpiredQuestions,
      actionKeys,
    }),
  });
  const callerOf = (exchange: Exchange): PageCaller => {
    if (readSessionCookies(exchange, cookieScope).length > 0) return 'unknown';
    if (isLocalDevelopment(exchange.req, config)) return 'fallback';
    // After a link on another site, only the page's request is cross-site.
    return hasLocalOwner(config) ? 'unknown' : 'none';
  };
  // By path, because a request is also refused before its operation is known. A method that the
  // path does not have belongs to no operation, so its refusal is always the envelope.
  const pagePaths = new Set(
    Object.values(operationFacts).flatMap(({ protocol, path }) =>
      protocol === 'page' ? [path, `${basePath}${path}`] : [],
    ),
  );
  return createExpressApp({
    router: config.console ? withConsole(router, { callerOf, basePath }) : router,
    log,
    trustedProxies: config.trustedProxies,
    logAddresses: config.logAddresses,
    basePath,
    crossOrigin: createCrossOrigin({
      origins: config.corsOrigins,
      publicUrl: config.publicUrl,
      methodsOf: (path) => routes.index.routes.methodsOf(path),
      allMethods: routes.index.routes.allMethods(),
      headerNames: [
        ...mcpHeaders,
        ...Object.values(operationFacts).flatMap(({ headerNames }) => headerNames),
      ],
    }),
    headers: transportHeaders(config.publicUrl),
    validateResponse:
      parts.checkResponses === true ? createResponseValidator(document, operationFacts) : undefined,
    stopping: parts.stopping,
    metrics: parts.metrics,
    tracing: parts.tracing,
    rateLimits,
    pageOfProblem: ({ req, requestId }, failure) =>
      pagePaths.has(req.path) && failure.status !== 405
        ? pageOfProblem(req, requestId, failure)
        : undefined,
    backlogLimits: parts.backlogLimits,
  });
}
