import type { Journal } from './write-journal';

/** The callers and the records that a load uses. */
export interface LoadTarget {
  readonly journal: Journal;
  readonly person: string;
  readonly agents: readonly LoadAgent[];
  /** A template of TEMPLATE_SIZE actions. */
  readonly templateId: string;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

/** An agent of a load, with a document that no other caller edits. */
export interface LoadAgent {
  readonly name: string;
  readonly id: string;
  readonly documentId: string;
}

type Loop = () => Promise<void>;

/**
 * The loops of a load, which run at the same time: two for each agent and three for the person. No
 * two loops write the same record, so each write succeeds and the stored state does not depend on
 * timing.
 */
export function loopsOf(target: LoadTarget): readonly Loop[] {
  return [
    ...target.agents.flatMap((agent) => [worker(target, agent), clerk(target, agent)]),
    starter(target),
    director(target),
    director(target),
  ];
}

let requests = 0;

/** A unique client_request_id. */
export function once(): { readonly client_request_id: string } {
  requests += 1;
  return { client_request_id: `load-${requests}` };
}

/**
 * Claims the next action, sends heartbeats, sometimes asks a question, and completes the action.
 */
function worker({ journal, person, random }: LoadTarget, { name, id }: LoadAgent): Loop {
  return async () => {
    const action = random() < 0.7 ? await claimNext() : await claimOwn();
    if (action === null) return;
    const path = { id: action.id };
    await journal.write(name, 'createActionNote', { path, body: { body: 'It runs.', ...once() } });
    if (random() < 0.4) await createQuestion(action.id);
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

  async function createQuestion(actionId: string) {
    const question = await journal.write(name, 'createQuestion', {
      body: { question: 'Left?', on_answer: 'I turn it.', action_id: actionId, ...once() },
    });
    await journal.write(random() < 0.5 ? person : name, 'respondQuestion', {
      path: { id: question.id },
      body: { response: 'Right.', ...once() },
    });
  }
}

/** Adds actions to the pool and edits its document. */
function clerk({ journal, random }: LoadTarget, { name, documentId }: LoadAgent): Loop {
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

/** Creates projects, with and without the template. */
function starter({ journal, person, templateId, random }: LoadTarget): Loop {
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

/** Creates actions in the inbox, and notes. */
function director({ journal, person }: LoadTarget): Loop {
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
