import { addPerson } from '../model/participants';
import { createRecordOfEachKind, insertFile, type GivenWorkspace } from '../requests/given';

/** The number of records in each state. */
const many = 4;

/** Creates records in a workspace. Returns the responses, which contain them. */
export type CreateRecords = (given: GivenWorkspace) => Promise<unknown[]>;

/** Creates one record of each kind. */
export const createOneOfEach: CreateRecords = async (given) =>
  Object.values(await createRecordOfEachKind(given, 'of the fuzz')).map((id) => ({ id }));

/** Creates one record of each kind, and some in each state that operations need (`wanted.ts`). */
export const createStates: CreateRecords = async (given) => {
  const responses = await createOneOfEach(given);
  for (let index = 0; index < many; index += 1) {
    responses.push(...(await someStates(given)));
    responses.push(await aLooseFile(given), await aFormerMember(given));
  }
  return responses;
};

async function aLooseFile(given: GivenWorkspace) {
  const id = await insertFile(given, 'No record refers to it.');
  return { id, is_loose: true, created_by_actor_id: given.owner.owner.id };
}

async function aFormerMember({ database, workspaceId, person }: GivenWorkspace) {
  const { userId } = await addPerson(database, workspaceId, 'member');
  return person.ok('deactivateUser', { path: { id: userId } });
}

type Staff = Pick<GivenWorkspace, 'person' | 'worker' | 'agent'>;

/** Creates a record in each state that operations need. Returns the responses. */
export async function someStates(staff: Staff): Promise<unknown[]> {
  return [...(await someWork(staff)), ...(await someTalk(staff)), await aPendingRevision(staff)];
}

async function someWork({ person, worker, agent }: Staff) {
  const add = (title: string) =>
    person.ok('createAction', {
      body: { title, status: 'ready', assigned_agent_id: agent.id, labels: [title] },
    });
  const [claimed, blocked, finished] = [
    await add('Claimed'),
    await add('Blocked'),
    await add('Finished'),
  ];
  const claim = await worker.ok('claimAction', { path: { id: claimed.id } });
  const waits = await person.ok('addBlocker', { path: { id: blocked.id, blocker_id: claimed.id } });
  const done = await worker.ok('completeAction', {
    path: { id: finished.id },
    body: { result_summary: 'Done' },
  });
  const template = await person.ok('createProject', {
    body: { title: 'Template', is_template: true },
  });
  const projects = await someProjects({ person, worker, agent });
  const link = await person.ok('createLink', {
    body: { url: 'https://example.com', action_id: claimed.id },
  });
  return [claim, waits, done, template, ...projects, link];
}

// A worker's projects: one with work that it may drop, others with work that it may not.
async function someProjects({ person, worker, agent }: Staff) {
  const { actor_id: me } = await person.ok('getMe');
  const order = await person.ok('createOrder', {
    body: { name: 'Strict', agent_id: agent.id, requires_proposals: true },
  });
  const works = [{}, { assigned_actor_id: me }, { order_id: order.id }];
  const made: unknown[] = [order];
  for (const work of works) {
    const project = await worker.ok('createProject', { body: { title: 'Worker' } });
    const body = { title: 'In it', status: 'ready' as const, project_id: project.id, ...work };
    made.push(project, await person.ok('createAction', { body }));
  }
  return made;
}

async function someTalk({ person, worker }: Staff) {
  const question = await worker.ok('createQuestion', {
    body: { question: 'Which?', on_answer: 'Do it' },
  });
  const payload = { title: 'Wanted' };
  const proposal = await worker.ok('createProposal', {
    body: { operation: 'createProject', payload, title: 'May I?' },
  });
  const path = { id: question.id };
  const theirs = await worker.ok('createQuestionNote', { path, body: { body: 'By the worker' } });
  const ours = await person.ok('createQuestionNote', { path, body: { body: 'By the owner' } });
  const invitation = await person.ok('createInvitation', {
    body: { email: `${question.id}@example.com`, role: 'member' },
  });
  return [question, proposal, theirs, ours, invitation];
}

// An agent's revision of an order's document is pending until a person approves it.
async function aPendingRevision({ person, worker, agent }: Staff) {
  const document = await person.ok('createDocument', {
    body: { title: 'Document', content: 'first', access_mode: 'shared_edit' },
  });
  await person.ok('createOrder', {
    body: { name: 'Order', agent_id: agent.id, document_id: document.id },
  });
  const path = { id: document.id };
  await worker.ok('updateDocument', {
    path,
    header: { 'If-Match': `"${document.version}"` },
    body: { content: 'second', reason: 'It was old' },
  });
  return worker.ok('listDocumentRevisions', { path });
}
