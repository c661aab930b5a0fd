import type { Journal } from './write-journal';

/** What a load is put on. */
export interface LoadTarget {
  readonly journal: Journal;
  readonly person: string;
  readonly agents: readonly LoadAgent[];
  /** A template of TEMPLATE_SIZE actions. */
  readonly templateId: string;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

/** An agent of a load, with a document that nobody else edits. */
export interface LoadAgent {
  readonly name: string;
  readonly id: string;
  readonly documentId: string;
}

type Lane = () => Promise<void>;

/**
 * What runs at the same time, each of them again and again: two lanes of every agent and three of the person. No two of them write the same
 * record, so that each write succeeds, and what is stored does not depend on who was faster.
 */
export function lanesOf(target: LoadTarget): readonly Lane[] {
  return [
    ...target.agents.flatMap((agent) => [worker(target, agent), clerk(target, agent)]),
    starter(target),
    director(target),
    director(target),
  ];
}

let requests = 0;

/** A key of its own for a request. */
export function once(): { readonly client_request_id: string } {
  requests += 1;
  return { client_request_id: `load-${requests}` };
}

/** Takes what comes next, notes how it goes, asks now and then, and completes it. */
function worker({ journal, person, random }: LoadTarget, { name, id }: LoadAgent): Lane {
  return async () => {
    const action = random() < 0.7 ? await claimNext() : await claimOwn();
    if (action === null) return;
    const path = { id: action.id };
    await journal.write(name, 'createActionNote', { path, body: { body: 'It runs.', ...once() } });
    if (random() < 0.4) await ask(action.id);
    await journal.write(name, 'completeAction', {
      path,
      body: { result_summary: `Done by ${name}.`, ...once() },
    });
  };

  async function claimNext() {
    const { action } = await journal.write(name, 'claimNextAction', {
      path: { id },
      body: { ...once() },
    });
    return action;
  }

  async function claimOwn() {
    const body = { title: 'Hang the lamp', status: 'ready', ...once() } as const;
    const own = await journal.write(name, 'createAction', { body });
    const { action } = await journal.write(name, 'claimAction', {
      path: { id: own.id },
      body: { ...once() },
    });
    return action;
  }

  async function ask(actionId: string) {
    const question = await journal.write(name, 'createQuestion', {
      body: { question: 'Left?', on_answer: 'I turn it.', action_id: actionId, ...once() },
    });
    await journal.write(random() < 0.5 ? person : name, 'respondQuestion', {
      path: { id: question.id },
      body: { response: 'Right.', ...once() },
    });
  }
}

/** Adds to the pool and goes on with its document. */
function clerk({ journal, random }: LoadTarget, { name, documentId }: LoadAgent): Lane {
  return async () => {
    await journal.write(name, 'createAction', {
      body: { title: 'Sweep the stage', status: 'ready', assigned_actor_id: null, ...once() },
    });
    const version = journal.known.get(documentId)?.fields['version'];
    await journal.write(name, 'updateDocument', {
      path: { id: documentId },
      header: { 'If-Match': `"${String(version)}"` },
      body: { content: `Cue ${random()}`, reason: 'The cue moved.' },
    });
  };
}

/** Begins projects, from scratch and from the template. */
function starter({ journal, person, templateId, random }: LoadTarget): Lane {
  return async () => {
    const body = { title: 'Revival', ...once() };
    if (random() < 0.5) {
      await journal.write(person, 'duplicateProject', { path: { id: templateId }, body });
      return;
    }
    const project = await journal.write(person, 'createProject', { body });
    await journal.write(person, 'createProjectNote', {
      path: { id: project.id },
      body: { body: 'It opens in May.', ...once() },
    });
  };
}

/** Captures things in the inbox and notes what comes to mind. */
function director({ journal, person }: LoadTarget): Lane {
  return async () => {
    const action = await journal.write(person, 'createAction', {
      body: { title: 'Find a dog', ...once() },
    });
    for (const body of ['A small one.', 'It must not bark.']) {
      await journal.write(person, 'createActionNote', {
        path: { id: action.id },
        body: { body, ...once() },
      });
    }
  };
}
