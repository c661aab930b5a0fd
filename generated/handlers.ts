// Generated from contract/openapi.yaml by `npm run generate`. Do not edit.
import type { OperationFacts, OperationId, PublicReadHandler, PublicWriteHandler, ReadHandler, WriteHandler } from '../src/platform/operation';
import { notImplemented } from '../src/platform/problems';

export interface ActionsHandlers {
  readonly listActions: ReadHandler<'listActions'>;
  readonly createAction: WriteHandler<'createAction'>;
  readonly getAction: ReadHandler<'getAction'>;
  readonly updateAction: WriteHandler<'updateAction'>;
  readonly completeAction: WriteHandler<'completeAction'>;
  readonly heartbeatAction: WriteHandler<'heartbeatAction'>;
}

export interface NotesHandlers {
  readonly listActionNotes: ReadHandler<'listActionNotes'>;
  readonly createActionNote: WriteHandler<'createActionNote'>;
  readonly getNote: ReadHandler<'getNote'>;
}

export interface ProjectsHandlers {
  readonly listProjects: ReadHandler<'listProjects'>;
  readonly createProject: WriteHandler<'createProject'>;
  readonly getProject: ReadHandler<'getProject'>;
  readonly updateProject: WriteHandler<'updateProject'>;
  readonly duplicateProject: WriteHandler<'duplicateProject'>;
  readonly listProjectActions: ReadHandler<'listProjectActions'>;
}

export interface DomainsHandlers {
  readonly listDomains: ReadHandler<'listDomains'>;
  readonly createDomain: WriteHandler<'createDomain'>;
  readonly getDomain: ReadHandler<'getDomain'>;
}

export interface OrdersHandlers {
  readonly listOrders: ReadHandler<'listOrders'>;
  readonly createOrder: WriteHandler<'createOrder'>;
  readonly getOrder: ReadHandler<'getOrder'>;
  readonly listCheckins: ReadHandler<'listCheckins'>;
  readonly createCheckin: WriteHandler<'createCheckin'>;
  readonly getCheckin: ReadHandler<'getCheckin'>;
}

export interface QuestionsHandlers {
  readonly listQuestions: ReadHandler<'listQuestions'>;
  readonly createQuestion: WriteHandler<'createQuestion'>;
  readonly getQuestion: ReadHandler<'getQuestion'>;
  readonly respondQuestion: WriteHandler<'respondQuestion'>;
  readonly dismissQuestion: WriteHandler<'dismissQuestion'>;
}

export interface AgentsHandlers {
  readonly listAgents: ReadHandler<'listAgents'>;
  readonly createAgent: WriteHandler<'createAgent'>;
  readonly getAgent: ReadHandler<'getAgent'>;
  readonly listTokens: ReadHandler<'listTokens'>;
  readonly createToken: WriteHandler<'createToken'>;
  readonly revokeToken: WriteHandler<'revokeToken'>;
}

export interface DocumentsHandlers {
  readonly listDocuments: ReadHandler<'listDocuments'>;
  readonly createDocument: WriteHandler<'createDocument'>;
  readonly getDocument: ReadHandler<'getDocument'>;
}

export interface ViewsHandlers {
  readonly getCommandView: ReadHandler<'getCommandView'>;
  readonly getWaitingView: ReadHandler<'getWaitingView'>;
  readonly getTasksView: ReadHandler<'getTasksView'>;
  readonly getAgentOverview: ReadHandler<'getAgentOverview'>;
}

export interface AuthHandlers {
  readonly createSession: PublicWriteHandler<'createSession'>;
  readonly getSession: ReadHandler<'getSession'>;
  readonly deleteSession: WriteHandler<'deleteSession'>;
  readonly getMe: ReadHandler<'getMe'>;
}

export interface ServiceHandlers {
  readonly getOpenApi: PublicReadHandler<'getOpenApi'>;
  readonly getOpenApiYaml: PublicReadHandler<'getOpenApiYaml'>;
  readonly getHealth: PublicReadHandler<'getHealth'>;
  readonly getReadiness: PublicReadHandler<'getReadiness'>;
}

export interface AllHandlers extends ActionsHandlers, NotesHandlers, ProjectsHandlers, DomainsHandlers, OrdersHandlers, QuestionsHandlers, AgentsHandlers, DocumentsHandlers, ViewsHandlers, AuthHandlers, ServiceHandlers {}

export const stubs: AllHandlers = {
  listActions: () => notImplemented('listActions'),
  createAction: () => notImplemented('createAction'),
  getAction: () => notImplemented('getAction'),
  updateAction: () => notImplemented('updateAction'),
  completeAction: () => notImplemented('completeAction'),
  heartbeatAction: () => notImplemented('heartbeatAction'),
  listActionNotes: () => notImplemented('listActionNotes'),
  createActionNote: () => notImplemented('createActionNote'),
  getNote: () => notImplemented('getNote'),
  listProjects: () => notImplemented('listProjects'),
  createProject: () => notImplemented('createProject'),
  getProject: () => notImplemented('getProject'),
  updateProject: () => notImplemented('updateProject'),
  duplicateProject: () => notImplemented('duplicateProject'),
  listProjectActions: () => notImplemented('listProjectActions'),
  listDomains: () => notImplemented('listDomains'),
  createDomain: () => notImplemented('createDomain'),
  getDomain: () => notImplemented('getDomain'),
  listOrders: () => notImplemented('listOrders'),
  createOrder: () => notImplemented('createOrder'),
  getOrder: () => notImplemented('getOrder'),
  listCheckins: () => notImplemented('listCheckins'),
  createCheckin: () => notImplemented('createCheckin'),
  getCheckin: () => notImplemented('getCheckin'),
  listQuestions: () => notImplemented('listQuestions'),
  createQuestion: () => notImplemented('createQuestion'),
  getQuestion: () => notImplemented('getQuestion'),
  respondQuestion: () => notImplemented('respondQuestion'),
  dismissQuestion: () => notImplemented('dismissQuestion'),
  listAgents: () => notImplemented('listAgents'),
  createAgent: () => notImplemented('createAgent'),
  getAgent: () => notImplemented('getAgent'),
  listTokens: () => notImplemented('listTokens'),
  createToken: () => notImplemented('createToken'),
  revokeToken: () => notImplemented('revokeToken'),
  listDocuments: () => notImplemented('listDocuments'),
  createDocument: () => notImplemented('createDocument'),
  getDocument: () => notImplemented('getDocument'),
  getCommandView: () => notImplemented('getCommandView'),
  getWaitingView: () => notImplemented('getWaitingView'),
  getTasksView: () => notImplemented('getTasksView'),
  getAgentOverview: () => notImplemented('getAgentOverview'),
  createSession: () => notImplemented('createSession'),
  getSession: () => notImplemented('getSession'),
  deleteSession: () => notImplemented('deleteSession'),
  getMe: () => notImplemented('getMe'),
  getOpenApi: () => notImplemented('getOpenApi'),
  getOpenApiYaml: () => notImplemented('getOpenApiYaml'),
  getHealth: () => notImplemented('getHealth'),
  getReadiness: () => notImplemented('getReadiness'),
};

export const operationFacts = {
  listActions: {"tag":"actions","method":"get","path":"/v1/actions","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createAction: {"tag":"actions","method":"post","path":"/v1/actions","security":["bearerToken","sessionCookie"],"successStatuses":[200,201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","PROPOSAL_REQUIRED","CAP_EXCEEDED","CSRF_FAILED","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","CONFLICTING_ASSIGNEE","INVALID_REFERENCE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getAction: {"tag":"actions","method":"get","path":"/v1/actions/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-None-Match"],"replayOmits":[]},
  updateAction: {"tag":"actions","method":"patch","path":"/v1/actions/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","PROPOSAL_REQUIRED","CAP_EXCEEDED","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","ALREADY_TERMINAL","STALE_VERSION","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","CONFLICTING_ASSIGNEE","INVALID_REFERENCE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-Match"],"replayOmits":[]},
  completeAction: {"tag":"actions","method":"post","path":"/v1/actions/{id}/complete","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","ALREADY_TERMINAL","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","TEMPLATE_NOT_COMPLETABLE","STALE_VERSION","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":["If-Match"],"replayOmits":[]},
  heartbeatAction: {"tag":"actions","method":"post","path":"/v1/actions/{id}/heartbeat","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","ALREADY_TERMINAL","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","STALE_VERSION","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":false,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":["If-Match"],"replayOmits":[]},
  listActionNotes: {"tag":"notes","method":"get","path":"/v1/actions/{id}/notes","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createActionNote: {"tag":"notes","method":"post","path":"/v1/actions/{id}/notes","security":["bearerToken","sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getNote: {"tag":"notes","method":"get","path":"/v1/notes/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  listProjects: {"tag":"projects","method":"get","path":"/v1/projects","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createProject: {"tag":"projects","method":"post","path":"/v1/projects","security":["bearerToken","sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","PROPOSAL_REQUIRED","CSRF_FAILED","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INVALID_REFERENCE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getProject: {"tag":"projects","method":"get","path":"/v1/projects/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-None-Match"],"replayOmits":[]},
  updateProject: {"tag":"projects","method":"patch","path":"/v1/projects/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","PROJECT_HAS_OPEN_ACTIONS","STALE_VERSION","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INVALID_REFERENCE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-Match"],"replayOmits":[]},
  duplicateProject: {"tag":"projects","method":"post","path":"/v1/projects/{id}/duplicate","security":["bearerToken","sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","PROPOSAL_REQUIRED","CAP_EXCEEDED","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","NOT_A_TEMPLATE","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INVALID_REFERENCE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":false,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  listProjectActions: {"tag":"projects","method":"get","path":"/v1/projects/{id}/actions","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  listDomains: {"tag":"domains","method":"get","path":"/v1/domains","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createDomain: {"tag":"domains","method":"post","path":"/v1/domains","security":["bearerToken","sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","CAP_EXCEEDED","CSRF_FAILED","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getDomain: {"tag":"domains","method":"get","path":"/v1/domains/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-None-Match"],"replayOmits":[]},
  listOrders: {"tag":"orders","method":"get","path":"/v1/orders","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createOrder: {"tag":"orders","method":"post","path":"/v1/orders","security":["bearerToken","sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","CAP_EXCEEDED","CSRF_FAILED","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INVALID_REFERENCE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getOrder: {"tag":"orders","method":"get","path":"/v1/orders/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-None-Match"],"replayOmits":[]},
  listCheckins: {"tag":"orders","method":"get","path":"/v1/orders/{id}/checkins","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createCheckin: {"tag":"orders","method":"post","path":"/v1/orders/{id}/checkins","security":["bearerToken"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","WRONG_ACTOR","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","ORDER_NOT_ACTIVE","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getCheckin: {"tag":"orders","method":"get","path":"/v1/checkins/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  listQuestions: {"tag":"questions","method":"get","path":"/v1/questions","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createQuestion: {"tag":"questions","method":"post","path":"/v1/questions","security":["bearerToken"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","WRONG_ACTOR","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","ALREADY_TERMINAL","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INVALID_CHOICE","INVALID_REFERENCE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getQuestion: {"tag":"questions","method":"get","path":"/v1/questions/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-None-Match"],"replayOmits":[]},
  respondQuestion: {"tag":"questions","method":"post","path":"/v1/questions/{id}/respond","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","ALREADY_RESOLVED","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","STALE_VERSION","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INVALID_CHOICE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":["If-Match"],"replayOmits":[]},
  dismissQuestion: {"tag":"questions","method":"post","path":"/v1/questions/{id}/dismiss","security":["sessionCookie"],"successStatuses":[200],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","WRONG_ACTOR","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","ALREADY_RESOLVED","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","STALE_VERSION","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":false,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":["If-Match"],"replayOmits":[]},
  listAgents: {"tag":"agents","method":"get","path":"/v1/agents","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createAgent: {"tag":"agents","method":"post","path":"/v1/agents","security":["bearerToken","sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","CSRF_FAILED","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","NAME_TAKEN","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getAgent: {"tag":"agents","method":"get","path":"/v1/agents/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-None-Match"],"replayOmits":[]},
  listTokens: {"tag":"agents","method":"get","path":"/v1/agents/{id}/tokens","security":["sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","WRONG_ACTOR","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createToken: {"tag":"agents","method":"post","path":"/v1/agents/{id}/tokens","security":["sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","WRONG_ACTOR","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":["token"]},
  revokeToken: {"tag":"agents","method":"delete","path":"/v1/tokens/{id}","security":["sessionCookie"],"successStatuses":[204],"errorCodes":["MALFORMED_JSON","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","WRONG_ACTOR","CSRF_FAILED","NOT_FOUND","NOT_ACCEPTABLE","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":[],"headerNames":[],"replayOmits":[]},
  listDocuments: {"tag":"documents","method":"get","path":"/v1/documents","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createDocument: {"tag":"documents","method":"post","path":"/v1/documents","security":["bearerToken","sessionCookie"],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","CSRF_FAILED","NOT_ACCEPTABLE","IDEMPOTENCY_KEY_REUSED","REQUEST_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":true,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getDocument: {"tag":"documents","method":"get","path":"/v1/documents/{id}","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":["If-None-Match"],"replayOmits":[]},
  getCommandView: {"tag":"views","method":"get","path":"/v1/views/command","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getWaitingView: {"tag":"views","method":"get","path":"/v1/views/waiting","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getTasksView: {"tag":"views","method":"get","path":"/v1/views/tasks","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getAgentOverview: {"tag":"views","method":"get","path":"/v1/agents/{id}/overview","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  createSession: {"tag":"auth","method":"post","path":"/v1/session","security":[],"successStatuses":[201],"errorCodes":["MALFORMED_JSON","UNKNOWN_FIELD","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","CSRF_FAILED","NOT_ACCEPTABLE","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","RATE_LIMITED","INTERNAL","UNAVAILABLE"],"hasBody":true,"bodyRequired":true,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getSession: {"tag":"auth","method":"get","path":"/v1/session","security":["sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","UNAUTHENTICATED","WRONG_ACTOR","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  deleteSession: {"tag":"auth","method":"delete","path":"/v1/session","security":["sessionCookie"],"successStatuses":[204],"errorCodes":["MALFORMED_JSON","UNKNOWN_PARAMETER","VALIDATION_FAILED","UNAUTHENTICATED","WRONG_ACTOR","CSRF_FAILED","NOT_ACCEPTABLE","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":[],"headerNames":[],"replayOmits":[]},
  getMe: {"tag":"auth","method":"get","path":"/v1/me","security":["bearerToken","sessionCookie"],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","UNAUTHENTICATED","INSUFFICIENT_SCOPE","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getOpenApi: {"tag":"service","method":"get","path":"/openapi.json","security":[],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json","application/yaml"],"headerNames":["If-None-Match"],"replayOmits":[]},
  getOpenApiYaml: {"tag":"service","method":"get","path":"/openapi.yaml","security":[],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","VALIDATION_FAILED","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/yaml"],"headerNames":["If-None-Match"],"replayOmits":[]},
  getHealth: {"tag":"service","method":"get","path":"/healthz","security":[],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
  getReadiness: {"tag":"service","method":"get","path":"/readyz","security":[],"successStatuses":[200],"errorCodes":["UNKNOWN_PARAMETER","NOT_ACCEPTABLE","INTERNAL","UNAVAILABLE"],"hasBody":false,"bodyRequired":false,"acceptsClientRequestId":false,"produces":["application/json"],"headerNames":[],"replayOmits":[]},
} as const satisfies Record<OperationId, OperationFacts>;
