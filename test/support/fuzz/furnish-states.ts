import { furnish, type GivenWorkspace } from '../given';

/** How many things there are in each state. */
const many = 4;

/** Fills a workspace. Answers what the service said of the things in it. */
export type Furnishing = (given: GivenWorkspace) => Promise<unknown[]>;

/** One thing of each kind. */
export const furnishOne: Furnishing = async (given) =>
  Object.values(await furnish(given, 'of the fuzz')).map((id) => ({ id }));

/** One thing of each kind, and a few in each state that operations want (`wanted.ts`). */
export const furnishStates: Furnishing = async (given) => {
  const answers = await furnishOne(given);
  for (let index = 0; index < many; index += 1) answers.push(...(await someStates(given)));
  return answers;
};

type Staff = Pick<GivenWorkspace, 'person' | 'worker' | 'agent'>;

/** Makes a thing in each state that operations want. Answers what the service said of them. */
export async function someStates(staff: Staff): Promise<unknown[]> {
  return [...(await someWork(staff)), ...(await someTalk(staff)), await aPendingRevision(staff)];
}

async function someWork({ person, worker, agent }: Staff) {
  const add = (title: string) =>
    person.ok('createAction', {
      body: { title, status: 'ready', assigned_agent_id: agent.id },
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
  const link = await person.ok('createLink', {
    body: { url: 'https://example.com', action_id: claimed.id },
  });
  return [claim, waits, done, template, link];
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

// What an agent changes in the document of an order waits for a person.
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
