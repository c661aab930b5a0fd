import { isRecord, type JsonRecord } from '../../../platform/json';
import type { Perform } from '../../../platform/operation';
import { invalidValue, Problem, problem } from '../../../platform/problems';
import type { NamedKind } from '../../../shared/reference-store';
import { repeatedIn, withoutNulls } from './action-tools';
import { withInstants } from './arguments';
import { prefixOf } from './record-reading';
import {
  adds,
  body,
  confirmationOf,
  call,
  ends,
  id,
  on,
  pick,
  refuseUnused,
  textOf,
  type Tool,
  named,
  usageLike,
  type Arguments,
  own,
  type Parameter,
} from './tool';
import { retryKey } from './working-tools';

const questionFields = [
  'question',
  'on_answer',
  'choices',
  'recommended_choice',
  'allow_free_text',
  'action_id',
  'project_id',
  'order_id',
  'blocking',
  'assigned_actor_id',
  'expires_at',
  'on_timeout',
  'default_response',
  'file_ids',
  'client_request_id',
];

const askQuestion: Tool = {
  name: 'ask_question',
  title: 'Ask a person',
  description:
    'Asks people what only they can decide. blocking with action_id: the action waits for the answer, and your claim rests. The answer is news. Take other work meanwhile.',
  offered: 'usual',
  hints: adds,
  operationIds: ['createQuestion', 'getQuestion'],
  parameters: {
    question: body('createQuestion', 'question', 'One that can be answered at once.'),
    on_answer: body('createQuestion', 'on_answer', 'What you then do.'),
    choices: body('createQuestion', 'choices', ''),
    recommended_choice: body('createQuestion', 'recommended_choice', ''),
    allow_free_text: body('createQuestion', 'allow_free_text', ''),
    action_id: body('createQuestion', 'action_id', ''),
    project_id: named(body('createQuestion', 'project_id', ''), 'project'),
    order_id: named(body('createQuestion', 'order_id', ''), 'order'),
    blocking: body('createQuestion', 'blocking', ''),
    assigned_actor_id: named(
      body('createQuestion', 'assigned_actor_id', 'The person to ask.'),
      'person',
    ),
    expires_at: body('createQuestion', 'expires_at', ''),
    on_timeout: body('createQuestion', 'on_timeout', ''),
    default_response: body('createQuestion', 'default_response', 'For use_default.'),
    file_ids: body('createQuestion', 'file_ids', ''),
    client_request_id: retryKey('createQuestion'),
  },
  required: ['question', 'on_answer'],
  run: (args, perform) =>
    confirmationOf(perform, call('createQuestion', { body: pick(args, questionFields) })),
};

const proposalFields = [
  'operation',
  'payload',
  'title',
  'description',
  'action_id',
  'project_id',
  'order_id',
  'execute',
  'file_ids',
];

const kindsById: Readonly<Record<string, NamedKind>> = {
  updateProject: 'project',
  duplicateProject: 'template',
  updateDocument: 'document',
};

const anId = own({ type: ['string', 'null'] }, '');

const common: Readonly<Record<string, Parameter>> = {
  project_id: named(anId, 'project'),
  domain_id: named(anId, 'domain'),
  order_id: named(anId, 'order'),
  assigned_actor_id: named(anId, 'actor'),
  assigned_agent_id: named(anId, 'agent'),
};

/** Names of arguments of tools that an operation has another field for. */
const fieldOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dropAction: { note: 'reason' },
  updateDocument: { note: 'reason' },
  duplicateProject: { template_id: 'id' },
};

const askApproval: Tool = {
  name: 'ask_approval',
  title: 'Ask for approval',
  description:
    'Asks people to approve one change, after PROPOSAL_REQUIRED or PROPOSAL_STALE. Permitting executes it; the news has the result. People may change the payload. If result has an error, repeat the call with permitted_proposal_id.',
  offered: 'usual',
  hints: adds,
  operationIds: ['createProposal'],
  parameters: {
    operation: body('createProposal', 'operation', 'details.operation of the refusal.'),
    payload: {
      ...body(
        'createProposal',
        'payload',
        'The arguments of the refused call: those of one action, or id and what changes.',
      ),
      fields: namesInPayload,
    },
    title: body('createProposal', 'title', ''),
    description: body('createProposal', 'description', 'Why.'),
    action_id: body('createProposal', 'action_id', ''),
    project_id: named(body('createProposal', 'project_id', ''), 'project'),
    order_id: named(body('createProposal', 'order_id', ''), 'order'),
    execute: body('createProposal', 'execute', ''),
    file_ids: body('createProposal', 'file_ids', ''),
  },
  required: ['operation', 'payload', 'title'],
  run: async (args, perform) => {
    const payload = await payloadOf(args, perform);
    const proposal = { execute: 'on_permit', ...pick(args, proposalFields), payload };
    return confirmationOf(perform, call('createProposal', { body: proposal }));
  },
};

const closeRequest: Tool = {
  name: 'close_request',
  title: 'Close my question or proposal',
  description:
    'Withdraws an open question or proposal of yours. With response, answers your own question.',
  offered: 'usual',
  hints: ends,
  operationIds: ['withdrawQuestion', 'respondQuestion', 'withdrawProposal'],
  parameters: {
    id: id(''),
    note: body('withdrawQuestion', 'reason', ''),
    response: body('respondQuestion', 'response', ''),
  },
  required: ['id'],
  run: (args, perform) => {
    const path = on(textOf(args, 'id'));
    if (prefixOf(path.path.id, ['qst', 'ppl']) === 'ppl') {
      refuseUnused(args, ['response', 'note'], 'on a proposal');
      return confirmationOf(perform, call('withdrawProposal', path));
    }
    const { response, note } = args;
    if (response === undefined) {
      return confirmationOf(perform, call('withdrawQuestion', { ...path, body: { reason: note } }));
    }
    const answer = { response, ...(note !== undefined && { response_comment: note }) };
    return confirmationOf(perform, call('respondQuestion', { ...path, body: answer }));
  },
};

const logCheckin: Tool = {
  name: 'log_checkin',
  title: 'Report on an order',
  description: 'Adds a check-in to a standing order of yours: what you saw or did since the last.',
  offered: 'usual',
  hints: adds,
  operationIds: ['createCheckin'],
  parameters: {
    order_id: named(id(''), 'order'),
    note: body('createCheckin', 'summary', ''),
    usage: usageLike('Your use since the last one'),
  },
  required: ['order_id', 'note'],
  run: (args, perform) => {
    const path = on(textOf(args, 'order_id'));
    const checkin = { summary: args['note'], ...pick(args, ['usage']) };
    return confirmationOf(perform, call('createCheckin', { ...path, body: checkin }));
  },
};

/** The tools that ask and report. */
export const requestTools = { askQuestion, askApproval, closeRequest, logCheckin };

/** The members of a payload that may have names in place of ids, as in the tool of the operation. */
function namesInPayload({ operation }: Arguments): Readonly<Record<string, Parameter>> {
  const kind = Object.hasOwn(kindsById, String(operation))
    ? kindsById[String(operation)]
    : undefined;
  return {
    ...common,
    template_id: named(anId, 'template'),
    actions: { items: common },
    ...(kind !== undefined && { id: named(anId, kind) }),
  };
}

/**
 * The payload of a proposal, which may be written like the arguments of the tool that performs the
 * operation. The tool then sends the same request, so that the permission fits.
 */
async function payloadOf(args: Arguments, perform: Perform): Promise<unknown> {
  const { operation, payload: given } = args;
  if (!isRecord(given)) return given;
  const payload = await inPlace(async () => withInstants(singleAction(operation, given), perform));
  const {
    time_zone: _zone,
    include: _include,
    version: _version,
    ...fields
  } = repeatedIn(payload, payload);
  const isCreated = operation === 'createAction' || operation === 'createProject';
  return withEdit(operation, renamed(operation, isCreated ? withoutNulls(fields) : fields));
}

/** The action of a call of `create_actions` with what all of its actions share. */
function singleAction(operation: unknown, { actions, ...shared }: JsonRecord): JsonRecord {
  if (actions === undefined || operation !== 'createAction') {
    return withoutBlockers({ ...shared, ...(actions !== undefined && { actions }) });
  }
  const [only, ...others] = Array.isArray(actions) ? actions : [];
  if (!isRecord(only) || others.length > 0) {
    throw invalidValue('actions', 'actions: a proposal is for one action. Ask for each of them.');
  }
  const { ref: _, ...action } = only;
  return withoutBlockers({ ...shared, ...action });
}

function withoutBlockers(payload: JsonRecord): JsonRecord {
  if (payload['blocked_by'] === undefined) return payload;
  const advice =
    'leave it out here, ask with execute "by_agent", and repeat the refused call with it and with permitted_proposal_id.';
  throw invalidValue('blocked_by', `blocked_by: blockers are no part of a proposal; ${advice}`);
}

function renamed(operation: unknown, fields: JsonRecord): JsonRecord {
  const names = Object.hasOwn(fieldOf, String(operation)) ? fieldOf[String(operation)] : undefined;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [names?.[name] ?? name, value]),
  );
}

function withEdit(operation: unknown, { find, replace, ...fields }: JsonRecord): JsonRecord {
  const isEdit = operation === 'updateDocument' && (find !== undefined || replace !== undefined);
  if (isEdit) return { ...fields, edit: { find, replace } };
  return {
    ...fields,
    ...(find !== undefined && { find }),
    ...(replace !== undefined && { replace }),
  };
}

async function inPlace<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || error.issues.length === 0) throw error;
    const issues = error.issues.map(({ path, code, message }) => ({
      path: `payload/${path}`,
      code,
      message: `payload/${message}`,
    }));
    throw problem(error.code, issues[0]?.message, { issues });
  }
}
