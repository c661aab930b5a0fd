import { operationFacts } from '../../generated/handlers';
import { permissions } from '../../src/auth';
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
  agents: 'agent',
  tokens: 'token',
  documents: 'document',
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
  createActionNote: { body: 'x' },
  createProject: { title: 'x' },
  updateProject: { title: 'x' },
  createDomain: { name: 'x' },
  createOrder: { name: 'x', agent_id: 'agt_x' },
  updateOrder: { name: 'x' },
  createCheckin: { summary: 'x' },
  createQuestion: { question: 'x', on_answer: 'y' },
  respondQuestion: { response: 'x' },
  createAgent: { name: 'x' },
  updateAgent: { name: 'x' },
  createDocument: { title: 'x', content: 'x' },
  createSession: { email: 'nobody@example.com', password: 'x' },
};

/** The smallest body that the contract admits; undefined where the operation takes none. */
export function bodyOf(id: OperationId): object | undefined {
  return factsOf(id).hasBody ? (bodies[id] ?? {}) : undefined;
}
