import type { Actor, AgentActor, OperationId, Scope } from '../../../platform/operation';
import { problem } from '../../../platform/problems';

/** The callers that an operation permits. The policy of its feature decides what they may do. */
export interface Permission {
  readonly people: 'member' | 'owner' | 'none';
  /** `sysadmin` excludes workers; `reviewer` excludes agents without `can_review`. */
  readonly agents: 'worker' | 'sysadmin' | 'reviewer' | 'none';
  /** The scope that a token needs; `none` for operations without credentials. */
  readonly scope: Scope | 'none';
}

const anonymous: Permission = { people: 'none', agents: 'none', scope: 'none' };
const everyoneReads: Permission = { people: 'member', agents: 'worker', scope: 'read' };
const everyoneWrites: Permission = { people: 'member', agents: 'worker', scope: 'write' };
const managersWrite: Permission = { people: 'member', agents: 'sysadmin', scope: 'write' };
const reviewersWrite: Permission = { people: 'member', agents: 'reviewer', scope: 'write' };
const peopleRead: Permission = { people: 'member', agents: 'none', scope: 'read' };
const peopleWrite: Permission = { people: 'member', agents: 'none', scope: 'write' };
const ownersRead: Permission = { people: 'owner', agents: 'none', scope: 'read' };
const ownersWrite: Permission = { people: 'owner', agents: 'none', scope: 'write' };
const agentsRead: Permission = { people: 'none', agents: 'worker', scope: 'read' };
const agentsWrite: Permission = { people: 'none', agents: 'worker', scope: 'write' };

/** The permission table. The compiler requires a row for every operation. */
export const permissions: Readonly<Record<OperationId, Permission>> = {
  acceptInvitation: anonymous,
  addBlocker: everyoneWrites,
  approveAction: reviewersWrite,
  approveRevision: peopleWrite,
  batchGetActions: everyoneReads,
  callMcp: agentsRead,
  changeEmail: peopleWrite,
  changePassword: peopleWrite,
  claimAction: agentsWrite,
  claimNextAction: agentsWrite,
  completeAction: everyoneWrites,
  createAccessToken: anonymous,
  createAction: everyoneWrites,
  createActionNote: everyoneWrites,
  createAgent: managersWrite,
  createAgentWebhookSecret: peopleWrite,
  createCheckin: agentsWrite,
  createDocument: everyoneWrites,
  createDocumentNote: everyoneWrites,
  createDomain: managersWrite,
  createInvitation: ownersWrite,
  createLink: everyoneWrites,
  createOrder: managersWrite,
  createOrderNote: everyoneWrites,
  createPasswordReset: ownersWrite,
  createProject: everyoneWrites,
  createProjectNote: everyoneWrites,
  createProposal: agentsWrite,
  createProposalNote: everyoneWrites,
  createQuestion: agentsWrite,
  createQuestionNote: everyoneWrites,
  createSession: anonymous,
  createToken: peopleWrite,
  createWebhook: ownersWrite,
  deactivateUser: ownersWrite,
  decideAuthorization: peopleWrite,
  deleteLink: everyoneWrites,
  deleteSession: peopleWrite,
  deleteSessions: peopleWrite,
  deleteWebhook: ownersWrite,
  denyProposal: peopleWrite,
  dismissQuestion: peopleWrite,
  dropAction: everyoneWrites,
  duplicateProject: everyoneWrites,
  endSession: peopleWrite,
  getAction: everyoneReads,
  getActionContext: everyoneReads,
  getAgent: everyoneReads,
  getAgentConnection: everyoneReads,
  getAgentAttention: everyoneReads,
  getAgentGuide: anonymous,
  getAgentNews: everyoneReads,
  getAgentOverview: everyoneReads,
  getAgentQueue: everyoneReads,
  getAuthorizationServer: anonymous,
  getCheckin: everyoneReads,
  getCommandView: everyoneReads,
  getDeferredView: everyoneReads,
  getDocs: anonymous,
  getDocsScript: anonymous,
  getDocsStyle: anonymous,
  getDocument: everyoneReads,
  getDomain: everyoneReads,
  getHealth: anonymous,
  getInboxView: everyoneReads,
  getLink: everyoneReads,
  getMcpProtectedResource: anonymous,
  getMe: everyoneReads,
  getNote: everyoneReads,
  getOpenApi: anonymous,
  getOpenApiYaml: anonymous,
  getOrder: everyoneReads,
  getProject: everyoneReads,
  getProposal: everyoneReads,
  getProtectedResource: anonymous,
  getQuestion: everyoneReads,
  getReadiness: anonymous,
  getStart: anonymous,
  getReadyView: everyoneReads,
  getReviewView: everyoneReads,
  getRevision: everyoneReads,
  getSession: peopleRead,
  getStalledView: everyoneReads,
  getTasksView: everyoneReads,
  getUser: peopleRead,
  getWaitingView: everyoneReads,
  getWebhook: ownersRead,
  getWebhookDelivery: ownersRead,
  getWorkingView: everyoneReads,
  getWorkspace: peopleRead,
  heartbeatAction: everyoneWrites,
  listActionNotes: everyoneReads,
  listActions: everyoneReads,
  listAgents: everyoneReads,
  listCheckins: everyoneReads,
  listDocumentNotes: everyoneReads,
  listDocumentRevisions: everyoneReads,
  listDocuments: everyoneReads,
  listDomains: everyoneReads,
  listInvitations: ownersRead,
  listLinks: everyoneReads,
  listOauthGrants: peopleRead,
  listOrderNotes: everyoneReads,
  listOrders: everyoneReads,
  listPeople: everyoneReads,
  listProjectActions: everyoneReads,
  listProjectNotes: everyoneReads,
  listProjects: everyoneReads,
  listProposalNotes: everyoneReads,
  listProposals: everyoneReads,
  listQuestionNotes: everyoneReads,
  listQuestions: everyoneReads,
  listSessions: peopleRead,
  listTokens: peopleRead,
  listUsers: peopleRead,
  listWebhookDeliveries: ownersRead,
  listWebhooks: ownersRead,
  listWorkspaceTokens: peopleRead,
  markAgentNewsRead: agentsWrite,
  pauseAgent: peopleWrite,
  permitProposal: peopleWrite,
  reactivateUser: ownersWrite,
  readEvents: everyoneReads,
  registerOauthClient: anonymous,
  rejectAction: reviewersWrite,
  releaseAction: everyoneWrites,
  removeBlocker: everyoneWrites,
  reopenAction: peopleWrite,
  replayWebhook: ownersWrite,
  replayWebhookDelivery: ownersWrite,
  resetPassword: anonymous,
  respondQuestion: everyoneWrites,
  respondQuestionBatch: everyoneWrites,
  resumeAgent: peopleWrite,
  revertRevision: peopleWrite,
  reviewBatch: reviewersWrite,
  revokeAgent: peopleWrite,
  revokeInvitation: ownersWrite,
  revokeOauthGrant: peopleWrite,
  revokeOauthToken: anonymous,
  revokeToken: peopleWrite,
  rotateToken: peopleWrite,
  rotateWebhookSecret: ownersWrite,
  searchWorkspace: everyoneReads,
  showAuthorization: peopleWrite,
  streamEvents: everyoneReads,
  testWebhook: ownersWrite,
  updateAction: everyoneWrites,
  updateAgent: managersWrite,
  updateDocument: everyoneWrites,
  updateDomain: managersWrite,
  updateLink: everyoneWrites,
  updateNote: everyoneWrites,
  updateOrder: everyoneWrites,
  updateProject: everyoneWrites,
  updateUser: peopleWrite,
  updateWebhook: ownersWrite,
  updateWorkspace: ownersWrite,
  withdrawProposal: agentsWrite,
  withdrawQuestion: agentsWrite,
};

/** Throws 403 unless the table permits the actor to call the operation. */
export function checkPermission(operationId: OperationId, actor: Actor): void {
  const { people, agents, scope } = permissions[operationId];
  if (actor.kind === 'user') {
    if (people === 'none') {
      throw problem('WRONG_ACTOR', 'Only agents can call this operation, with a bearer token.');
    }
    if (people === 'owner' && actor.role !== 'owner') {
      throw problem('FORBIDDEN', 'Only owners of the workspace can call this operation.');
    }
    return;
  }
  if (agents === 'none') {
    throw problem('WRONG_ACTOR', 'Only people can call this operation, with a session cookie.');
  }
  if (scope !== 'none' && !actor.scopes.includes(scope)) {
    throw problem('INSUFFICIENT_SCOPE', `This token lacks the scope ${scope}.`, {
      details: { required_scope: scope },
    });
  }
  if (agents === 'sysadmin' && actor.accessMode !== 'sysadmin') {
    throw problem('FORBIDDEN', 'Only people and sysadmin agents can call this operation.');
  }
  if (agents === 'reviewer' && !actor.canReview) {
    throw problem('FORBIDDEN', 'Only people and agents with can_review can call this operation.');
  }
  if (scope === 'write') checkNotPaused(actor.state);
}

/** Throws 403 `AGENT_NOT_ACTIVE` with `details.state` for a paused agent, which may only read. */
export function checkNotPaused(state: AgentActor['state']): void {
  if (state !== 'paused') return;
  throw problem(
    'AGENT_NOT_ACTIVE',
    'You are paused. You can read, but you cannot write until a person resumes you.',
    { details: { state } },
  );
}
