import {
  adds,
  body,
  confirmationOf,
  call,
  id,
  ifVersion,
  on,
  own,
  pick,
  sets,
  textOf,
  type Parameter,
  type Tool,
} from './tool';
import { retryKey } from './working-tools';

const changed = [
  'title',
  'details',
  'status',
  'project_id',
  'order_id',
  'assigned_actor_id',
  'requirements',
  'requires_review',
  'due_at',
  'defer_until',
  'permitted_proposal_id',
];

const fieldsOf = (operationId: 'createAction' | 'updateAction'): Record<string, Parameter> => ({
  title: body(operationId, 'title', 'What is to be done.'),
  details: body(operationId, 'details', 'All that the assignee must know.'),
  status: body(operationId, 'status', 'inbox: a person sorts it. ready: to be done.'),
  project_id: body(operationId, 'project_id', ''),
  order_id: body(operationId, 'order_id', ''),
  assigned_actor_id: body(operationId, 'assigned_actor_id', 'me, an actor id, or null: the pool.'),
  requirements: body(operationId, 'requirements', 'Capabilities that the pool work needs.'),
  requires_review: body(operationId, 'requires_review', 'A person must approve the result.'),
  due_at: body(operationId, 'due_at', 'ISO 8601 with an offset.'),
  defer_until: body(operationId, 'defer_until', 'Not before this time.'),
});

const proposal = 'The proposal that permits it, after PROPOSAL_REQUIRED.';

const createAction: Tool = {
  name: 'create_action',
  title: 'Create an action',
  description:
    'Adds work: ready work without an assignee is yours; null assigns it to the pool. A source_key of open work returns that work instead of a second one.',
  offered: 'usual',
  hints: adds,
  operationIds: ['createAction', 'getAction'],
  parameters: {
    ...fieldsOf('createAction'),
    source_key: body('createAction', 'source_key', 'Names the source, so that it is added once.'),
    input_payload: own({ type: 'object', additionalProperties: true }, 'Data for the assignee.'),
    permitted_proposal_id: body('createAction', 'permitted_proposal_id', proposal),
    client_request_id: retryKey('createAction'),
  },
  required: ['title'],
  run: (args, perform) => {
    const fields = [...changed, 'source_key', 'input_payload', 'client_request_id'];
    return confirmationOf(perform, call('createAction', { body: pick(args, fields) }));
  },
};

const updateAction: Tool = {
  name: 'update_action',
  title: 'Change an action',
  description:
    'Changes the fields that you send; null clears one. Send the version that you read, so that you overwrite no change that you have not seen.',
  offered: 'usual',
  hints: sets,
  operationIds: ['updateAction'],
  parameters: {
    id: id('The action.'),
    version: own({ type: 'integer' }, 'The version that you read.'),
    ...fieldsOf('updateAction'),
    permitted_proposal_id: body('updateAction', 'permitted_proposal_id', proposal),
  },
  required: ['id'],
  run: (args, perform) => {
    const input = { ...on(textOf(args, 'id')), ...ifVersion(args), body: pick(args, changed) };
    return confirmationOf(perform, call('updateAction', input));
  },
};

/** The tools that write actions. */
export const actionTools = { createAction, updateAction };
