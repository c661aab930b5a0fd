import { operationFacts } from '../../generated/handlers';
import { permissions } from '../../src/features/auth';
import type { OperationFacts, OperationId } from '../../src/platform/operation';
import type { Furniture } from './given';

/** The ids of all operations, in the contract's order. */
export const operationIds = Object.keys(operationFacts).filter((id): id is OperationId =>
  Object.hasOwn(operationFacts, id),
);

/** What the contract says of the operation. */
export const factsOf = (id: OperationId): OperationFacts => operationFacts[id];

/** Whether people may call it at all. */
export const forPeople = (id: OperationId): boolean => permissions[id].people !== 'none';

/** Whether agents may call it at all. */
export const forAgents = (id: OperationId): boolean => permissions[id].agents !== 'none';

/** Whether, of the agents, only a sysadmin may call it. */
export const forSysadmins = (id: OperationId): boolean => permissions[id].agents === 'sysadmin';

const things: Readonly<Record<string, keyof Furniture>> = {
  actions: 'action',
  notes: 'note',
  projects: 'project',
  domains: 'domain',
  orders: 'order',
  checkins: 'checkin',
  questions: 'question',
  proposals: 'proposal',
  agents: 'agent',
  tokens: 'token',
  documents: 'document',
  users: 'user',
  invitations: 'invitation',
  revisions: 'revision',
  links: 'link',
};

/** Whose id stands in the operation's path, or what its list is of. */
export function thingOf(id: OperationId): keyof Furniture {
  const [, , plural = ''] = factsOf(id).path.split('/');
  const thing = things[plural];
  if (thing === undefined) throw new Error(`Nobody knows whose id ${id} takes.`);
  return thing;
}

const bodies: { readonly [Id in OperationId]?: object } = {
  createAction: { title: 'x' },
  updateAction: { title: 'x' },
  completeAction: { result_summary: 'x' },
  dropAction: { reason: 'x' },
  rejectAction: { reason: 'x' },
  createActionNote: { body: 'x' },
  updateNote: { body: 'x' },
  createProjectNote: { body: 'x' },
  createOrderNote: { body: 'x' },
  createDocumentNote: { body: 'x' },
  createQuestionNote: { body: 'x' },
  createProposalNote: { body: 'x' },
  createProject: { title: 'x' },
  updateProject: { title: 'x' },
  createDomain: { name: 'x' },
  updateDomain: { name: 'x' },
  createOrder: { name: 'x', agent_id: 'agt_x' },
  updateOrder: { name: 'x' },
  createCheckin: { summary: 'x' },
  createQuestion: { question: 'x', on_answer: 'y' },
  respondQuestion: { response: 'x' },
  createProposal: { operation: 'createProject', payload: { title: 'x' }, title: 'x' },
  createAgent: { name: 'x' },
  updateDocument: { title: 'x' },
  updateAgent: { name: 'x' },
  createDocument: { title: 'x', content: 'x' },
  createInvitation: { email: 'guest@example.com', role: 'member' },
  acceptInvitation: { token: 'x', password: 'correct horse' },
  changePassword: { current_password: 'x', new_password: 'correct horse' },
  resetPassword: { token: 'x', password: 'correct horse' },
  changeEmail: { current_password: 'x', email: 'new@example.com' },
  createLink: { url: 'https://example.com', action_id: 'act_x' },
  updateLink: { title: 'x' },
  createSession: { email: 'nobody@example.com', password: 'x' },
};

/** The smallest body that the contract admits; undefined where the operation takes none. */
export function bodyOf(id: OperationId): object | undefined {
  return factsOf(id).hasBody ? (bodies[id] ?? {}) : undefined;
}

const queries: { readonly [Id in OperationId]?: Readonly<Record<string, string>> } = {
  batchGetActions: { ids: 'act_x' },
  searchWorkspace: { q: 'of' },
};

/** The smallest query that the contract admits. */
export function queryOf(id: OperationId): Readonly<Record<string, string>> {
  return queries[id] ?? {};
}
