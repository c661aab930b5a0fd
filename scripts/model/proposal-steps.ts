import { createAction, dropAction, updateAction } from './action-model';
import { actionsOf, isOpen } from './action-facts';
import { pickAssignee, defaultFields } from './action-fields';
import type { Draw } from './draw';
import { demand, Refusal } from './outcome';
import { allActors, verb, type Plan, type Predicted, type Step } from './plan';
import { createProject, duplicateProject, updateProject } from './project-model';
import {
  announceProposal,
  checkDecision,
  createProposal,
  decideProposal,
  permitNow,
  withdrawProposal,
} from './proposal-model';
import type { Actor, Model, Proposal } from './state';
import { undoOf } from './undo';
import { idOf } from './wire';

type Request = Pick<Proposal, 'operation' | 'payload'>;

/** An agent creates a proposal; mostly one that requires approval. */
export const propose: Step = (model, draw) => {
  const [, , proposer] = model.participants.agents;
  const by = draw.chance(25) ? draw.pick(allActors(model)) : proposer;
  const request = pickRequest(model, draw);
  if (by === undefined || request === undefined) return undefined;
  return planProposal(model, by, { ...request, isAboutNothing: draw.chance(7) });
};

/** A request of an agent that creates a proposal. */
export function planProposal(
  model: Model,
  by: Actor,
  { isAboutNothing = false, ...request }: Request & { readonly isAboutNothing?: boolean },
): Plan {
  const about = isAboutNothing ? { action_id: 'act_nothing' } : {};
  return {
    operation: 'createProposal',
    by,
    only: 'agent',
    target: undefined,
    input: { body: { ...request, title: 'May I?', ...about } },
    predict: () => {
      const proposal = createProposal(by, request, isAboutNothing);
      checkLasting(model, proposal, request.payload);
      return { status: 201, record: announceProposal(model, proposal) };
    },
  };
}

function pickRequest(model: Model, draw: Draw): Request | undefined {
  const title = `with approval ${model.proposals.length + 1}`;
  const assigned_actor_id = idOf(pickAssignee(model, draw));
  const operation = draw.oneOf(
    'createAction',
    'createProject',
    'duplicateProject',
    'updateAction',
    'dropAction',
    'updateProject',
  );
  if (operation === 'createAction') {
    return { operation, payload: { title, status: 'ready', assigned_actor_id } };
  }
  if (operation === 'createProject') {
    return { operation, payload: { title, work_mode: 'parallel' } };
  }
  if (operation === 'duplicateProject') {
    const templates = model.projects.filter(({ isTemplate }) => isTemplate);
    const project = draw.pick(draw.chance(90) ? templates : model.projects);
    return project && { operation, payload: { id: project.id, title } };
  }
  if (operation === 'updateProject') {
    const full = model.projects.filter((project) => actionsOf(model, project).some(isOpen));
    const project = draw.pick(draw.chance(90) ? full : model.projects);
    const state = draw.oneOf('completed', 'dropped');
    return project && { operation, payload: { id: project.id, title, state, close_actions: true } };
  }
  const [person] = model.participants.people;
  const action = draw.pick(model.actions.filter(isOpen).slice(-8).toReversed());
  const id = action?.id;
  if (id === undefined) return undefined;
  return operation === 'dropAction'
    ? { operation, payload: { id, reason: 'It is too late.' } }
    : { operation, payload: { id, assigned_actor_id: idOf(draw.oneOf(person, null)) } };
}

/** Permits a proposal, perhaps with another payload. */
export const permit = verb<Proposal>((model, draw) => ({
  operation: 'permitProposal',
  only: 'user',
  records: model.proposals,
  matches: (by, proposal) => by.kind === 'user' && proposal.state === 'open',
  nearly: (by, proposal) => by.kind === 'user' && proposal.state !== 'open',
  make: (by, proposal, isStale) => {
    const changed = draw.chance(25) ? altered(model, proposal) : undefined;
    const permitted = changed ?? proposal.payload;
    return {
      body: changed === undefined ? {} : { payload: changed },
      predict: () => {
        checkDecision(by, proposal, isStale);
        if (proposal.creator.state === 'revoked') throw new Refusal('AGENT_REVOKED');
        checkLasting(model, proposal, permitted);
        decideProposal(model, by, proposal, { permitted, isStale });
        return { status: 200, record: proposal };
      },
    };
  },
}));

/** Denies a proposal. */
export const deny: Step = verb<Proposal>((model) => ({
  operation: 'denyProposal',
  only: 'user',
  records: model.proposals,
  matches: (by, proposal) => by.kind === 'user' && proposal.state === 'open',
  nearly: (by, proposal) => by.kind === 'user' && proposal.state !== 'open',
  make: (by, proposal, isStale) => ({
    predict: () => {
      decideProposal(model, by, proposal, { permitted: null, isStale });
      return { status: 200, record: proposal };
    },
  }),
}));

/** Withdraws a proposal. */
export const withdraw: Step = verb<Proposal>((model) => ({
  operation: 'withdrawProposal',
  only: 'agent',
  records: model.proposals,
  matches: (by, proposal) => proposal.creator === by && proposal.state === 'open',
  nearly: (by, proposal) => proposal.creator === by && proposal.state !== 'open',
  make: (by, proposal, isStale) => ({
    predict: () => {
      withdrawProposal(model, by, proposal, isStale);
      return { status: 200, record: proposal };
    },
  }),
}));

/** Sends the request of a proposal; mostly as the proposer and with the permitted payload. */
export const use: Step = (model, draw) => {
  const isAnyProposal = draw.chance(15);
  // Includes proposals that are consumed already.
  const wanted = draw.chance(25) ? 'consumed' : 'permitted';
  const fitting = model.proposals.filter(({ state }) => state === wanted);
  const approval = draw.pick((isAnyProposal ? model.proposals : fitting).slice(-4).toReversed());
  if (approval === undefined) return undefined;
  const by = draw.chance(12) ? draw.pick(allActors(model)) : approval.creator;
  if (by === undefined) return undefined;
  const allowed = approval.permitted ?? approval.payload;
  const payload = draw.chance(30) ? altered(model, { ...approval, payload: allowed }) : allowed;
  return useOf(model, by, approval, payload);
};

/** A request with an approval. */
export function useOf(
  model: Model,
  by: Actor,
  approval: Proposal,
  payload: Proposal['payload'],
): Plan {
  const { operation } = approval;
  const { id, ...body } = payload;
  return {
    operation,
    by,
    target: undefined,
    input: {
      ...(typeof id === 'string' ? { path: { id } } : {}),
      body: { ...body, permitted_proposal_id: approval.id },
    },
    predict: predictUse(model, by, { operation, payload }, approval),
  };
}

// With another title, reason or assignee.
function altered(model: Model, { payload }: Pick<Proposal, 'payload'>): Proposal['payload'] {
  const [, member] = model.participants.people;
  const words = ['title', 'reason'].find((name) => name in payload);
  return words === undefined
    ? { ...payload, assigned_actor_id: member.id }
    : { ...payload, [words]: `${String(payload[words])}!` };
}

// The refusals of a payload that no permission changes as long as its target is as it is.
const lasting: ReadonlySet<string> = new Set([
  'ALREADY_TERMINAL',
  'DEPENDENCY_CYCLE',
  'FORBIDDEN',
  'INVALID_REFERENCE',
  'NOT_A_TEMPLATE',
  'PROJECT_HAS_OPEN_ACTIONS',
]);

/** Refuses a payload that the agent of the proposal could not use if it were permitted. */
function checkLasting(model: Model, proposal: Proposal, payload: Proposal['payload']): void {
  const { creator: by, operation } = proposal;
  const { state } = by;
  const undo = undoOf([model, proposal]);
  try {
    // A paused agent may be resumed.
    by.state = 'active';
    permitNow(model, proposal, payload);
    predictUse(model, by, { operation, payload }, proposal)();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.code === 'NOT_FOUND' ? 'INVALID_REFERENCE' : error.code;
    if (lasting.has(code)) throw new Refusal(code);
  } finally {
    undo();
    by.state = state;
  }
}

function predictUse(
  model: Model,
  by: Actor,
  { operation, payload }: Request,
  approval: Proposal,
): () => Predicted {
  const title = String(payload['title']);
  const gated = { payload, approval };
  const assignee = allActors(model).find(({ id }) => id === payload['assigned_actor_id']) ?? null;
  const uses: Record<Proposal['operation'], () => Predicted> = {
    createAction: () => {
      const fields = { ...defaultFields, title, assignee, ...gated };
      return { status: 201, record: createAction(model, by, fields).action };
    },
    createProject: () => {
      const fields = { title, state: 'active', isTemplate: false, workMode: 'parallel' } as const;
      return { status: 201, record: createProject(model, by, { ...fields, ...gated }) };
    },
    duplicateProject: () => {
      const template = model.projects.find(({ id }) => id === payload['id']);
      demand(template !== undefined, 'NOT_FOUND');
      return { status: 201, record: duplicateProject(model, by, template, { title, ...gated }) };
    },
    dropAction: () => {
      const action = model.actions.find(({ id }) => id === payload['id']);
      demand(action !== undefined, 'NOT_FOUND');
      dropAction(model, by, action, { ...gated, isStale: false });
      return { status: 200, record: action };
    },
    updateAction: () => {
      const action = model.actions.find(({ id }) => id === payload['id']);
      demand(action !== undefined, 'NOT_FOUND');
      updateAction(model, by, action, { assignee, ...gated }, false);
      return { status: 200, record: action };
    },
    updateProject: () => {
      const project = model.projects.find(({ id }) => id === payload['id']);
      demand(project !== undefined, 'NOT_FOUND');
      const state = payload['state'] === 'completed' ? 'completed' : 'dropped';
      updateProject(model, by, project, { title, state, closesActions: true, ...gated }, false);
      return { status: 200, record: project };
    },
  };
  return uses[operation];
}
