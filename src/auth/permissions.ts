import type { Actor, OperationId, Scope } from '../platform/operation';
import { problem } from '../platform/problems';

/** Who may call an operation at all. What they may do there is the policy of its room. */
export interface Permission {
  readonly people: 'member' | 'owner' | 'none';
  /** `sysadmin` leaves workers out. */
  readonly agents: 'worker' | 'sysadmin' | 'none';
  /** The scope that a token needs; `none` for operations without credentials. */
  readonly scope: Scope | 'none';
}

const open: Permission = { people: 'none', agents: 'none', scope: 'none' };
const everyoneReads: Permission = { people: 'member', agents: 'worker', scope: 'read' };
const everyoneWrites: Permission = { people: 'member', agents: 'worker', scope: 'write' };
const managersWrite: Permission = { people: 'member', agents: 'sysadmin', scope: 'write' };
const peopleRead: Permission = { people: 'member', agents: 'none', scope: 'read' };
const peopleWrite: Permission = { people: 'member', agents: 'none', scope: 'write' };
const agentsWrite: Permission = { people: 'none', agents: 'worker', scope: 'write' };

/** The permission table (product section 3): a row for every operation; the compiler misses none. */
export const permissions: Readonly<Record<OperationId, Permission>> = {
  addBlocker: everyoneWrites,
  claimAction: agentsWrite,
  claimNextAction: agentsWrite,
  completeAction: everyoneWrites,
  createAction: everyoneWrites,
  createActionNote: everyoneWrites,
  createAgent: managersWrite,
  createCheckin: agentsWrite,
  createDocument: everyoneWrites,
  createDomain: managersWrite,
  createOrder: managersWrite,
  createProject: everyoneWrites,
  createQuestion: agentsWrite,
  createSession: open,
  createToken: peopleWrite,
  deleteSession: peopleWrite,
  dismissQuestion: peopleWrite,
  duplicateProject: everyoneWrites,
  getAction: everyoneReads,
  getAgent: everyoneReads,
  getAgentOverview: everyoneReads,
  getAgentQueue: everyoneReads,
  getCheckin: everyoneReads,
  getCommandView: everyoneReads,
  getDocument: everyoneReads,
  getDomain: everyoneReads,
  getHealth: open,
  getMe: everyoneReads,
  getNote: everyoneReads,
  getOpenApi: open,
  getOpenApiYaml: open,
  getOrder: everyoneReads,
  getProject: everyoneReads,
  getQuestion: everyoneReads,
  getReadiness: open,
  getSession: peopleRead,
  getTasksView: everyoneReads,
  getWaitingView: everyoneReads,
  heartbeatAction: everyoneWrites,
  listActionNotes: everyoneReads,
  listActions: everyoneReads,
  listAgents: everyoneReads,
  listCheckins: everyoneReads,
  listDocuments: everyoneReads,
  listDomains: everyoneReads,
  listOrders: everyoneReads,
  listProjectActions: everyoneReads,
  listProjects: everyoneReads,
  listQuestions: everyoneReads,
  listTokens: peopleRead,
  readEvents: everyoneReads,
  releaseAction: everyoneWrites,
  removeBlocker: everyoneWrites,
  respondQuestion: everyoneWrites,
  revokeToken: peopleWrite,
  updateAction: everyoneWrites,
  updateProject: everyoneWrites,
};

/** Throws 403 unless the table lets the actor call the operation. */
export function checkPermission(operationId: OperationId, actor: Actor): void {
  const { people, agents, scope } = permissions[operationId];
  if (actor.kind === 'user') {
    if (people === 'none') throw problem('WRONG_ACTOR', 'This is for agents, by bearer token.');
    if (people === 'owner' && actor.role !== 'owner') {
      throw problem('FORBIDDEN', 'This is for owners of the workspace.');
    }
    return;
  }
  if (agents === 'none') throw problem('WRONG_ACTOR', 'This is for people, by session cookie.');
  if (scope !== 'none' && !actor.scopes.includes(scope)) {
    throw problem('INSUFFICIENT_SCOPE', `This token lacks the scope ${scope}.`, {
      details: { required_scope: scope },
    });
  }
  if (agents === 'sysadmin' && actor.accessMode !== 'sysadmin') {
    throw problem('FORBIDDEN', 'This is for people and sysadmin agents.');
  }
}
