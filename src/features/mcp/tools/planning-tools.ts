import { invalidValue } from '../../../platform/problems';
import { limitOf } from './reading-tools';
import {
  adds,
  body,
  bodyOf,
  confirmationOf,
  call,
  ends,
  id,
  ifVersion,
  on,
  own,
  pick,
  query,
  reads,
  sets,
  textOf,
  type Tool,
} from './tool';

const projectFields = ['title', 'description', 'domain_id', 'state', 'work_mode', 'due_at'];

const saveProject: Tool = {
  name: 'save_project',
  title: 'Create or change a project',
  description: 'Without id: creates a project. With id: changes the fields that you send.',
  offered: 'all',
  hints: ends,
  operationIds: ['createProject', 'updateProject'],
  parameters: {
    id: id('The project to change.'),
    version: own({ type: 'integer' }, 'The version that you read.'),
    title: body('createProject', 'title', ''),
    description: body('createProject', 'description', ''),
    domain_id: body('createProject', 'domain_id', ''),
    state: body('updateProject', 'state', ''),
    work_mode: body('createProject', 'work_mode', 'sequential: one action after the other.'),
    due_at: body('createProject', 'due_at', 'ISO 8601 with an offset.'),
    close_actions: body('updateProject', 'close_actions', 'Drop its open actions too.'),
    permitted_proposal_id: body('createProject', 'permitted_proposal_id', 'If it needs approval.'),
  },
  required: [],
  run: (args, perform) => {
    if (args['id'] === undefined) {
      const fields = pick(args, [...projectFields, 'permitted_proposal_id']);
      return confirmationOf(perform, call('createProject', { body: fields }));
    }
    const fields = pick(args, [...projectFields, 'close_actions', 'permitted_proposal_id']);
    const input = { ...on(textOf(args, 'id')), ...ifVersion(args), body: fields };
    return confirmationOf(perform, call('updateProject', input));
  },
};

const duplicateProject: Tool = {
  name: 'duplicate_project',
  title: 'Use a project template',
  description: 'Creates a project with its actions from a template.',
  offered: 'all',
  hints: adds,
  operationIds: ['duplicateProject'],
  parameters: {
    id: id('The template.'),
    title: body('duplicateProject', 'title', ''),
    permitted_proposal_id: body(
      'duplicateProject',
      'permitted_proposal_id',
      'If it needs approval.',
    ),
  },
  required: ['id'],
  run: (args, perform) => {
    const fields = pick(args, ['title', 'permitted_proposal_id']);
    return confirmationOf(
      perform,
      call('duplicateProject', { ...on(textOf(args, 'id')), body: fields }),
    );
  },
};

const setBlocker: Tool = {
  name: 'set_blocker',
  title: 'Set or remove a blocker',
  description: 'Lets an action wait for another one, or no longer.',
  offered: 'all',
  hints: sets,
  operationIds: ['addBlocker', 'removeBlocker'],
  parameters: {
    id: id('The action that waits.'),
    blocker_id: id('The action that it waits for.'),
    blocked: own({ type: 'boolean' }, 'false removes the blocker.'),
  },
  required: ['id', 'blocker_id', 'blocked'],
  run: async (args, perform) => {
    const { blocked } = args;
    if (typeof blocked !== 'boolean') throw invalidValue('blocked', 'blocked must be a boolean.');
    const path = { id: textOf(args, 'id'), blocker_id: textOf(args, 'blocker_id') };
    if (blocked) return confirmationOf(perform, call('addBlocker', { path }));
    await perform(call('removeBlocker', { path }));
    return { removed: true };
  },
};

const eventFilters = ['after', 'kind', 'actor_id', 'subject_id', 'action_id', 'project_id'];

const readEvents: Tool = {
  name: 'read_events',
  title: 'Read what happened',
  description: 'The events of the workspace after a cursor, oldest first.',
  offered: 'all',
  hints: reads,
  operationIds: ['readEvents'],
  parameters: {
    after: query('readEvents', 'after', 'page.next of the page before.'),
    kind: own({ type: 'array', items: { type: 'string' } }, 'Such as action.completed.'),
    actor_id: query('readEvents', 'actor_id', 'Who caused them.'),
    subject_id: query('readEvents', 'subject_id', 'The record they are about.'),
    action_id: query('readEvents', 'action_id', ''),
    project_id: query('readEvents', 'project_id', ''),
    limit: own({ type: 'integer' }, 'Default 10, at most 50.'),
  },
  required: [],
  more: 'Continue with after.',
  run: (args, perform) => {
    const filters = { limit: limitOf(args), ...pick(args, eventFilters) };
    return bodyOf(perform, call('readEvents', { query: filters }));
  },
};

const orderFilters = ['agent_id', 'state', 'checkin_overdue', 'after'];

const listOrders: Tool = {
  name: 'list_orders',
  title: 'List standing orders',
  description: 'Lists standing orders, sorted by position.',
  offered: 'all',
  hints: reads,
  operationIds: ['listOrders'],
  parameters: {
    agent_id: query('listOrders', 'agent_id', 'me or an agent id.'),
    state: query('listOrders', 'state', ''),
    checkin_overdue: query('listOrders', 'checkin_overdue', 'Only those with a check-in overdue.'),
    limit: own({ type: 'integer' }, 'Default 10, at most 50.'),
    after: query('listOrders', 'after', 'page.next of the page before.'),
  },
  required: [],
  more: 'Continue with after.',
  run: (args, perform) => {
    const filters = { limit: limitOf(args), ...pick(args, orderFilters) };
    return bodyOf(perform, call('listOrders', { query: filters }));
  },
};

const reviewAction: Tool = {
  name: 'review_action',
  title: 'Review finished work',
  description:
    'Approves or rejects work that waits for review. Only for agents with can_review, and never for what you finished or created.',
  offered: 'all',
  hints: ends,
  operationIds: ['approveAction', 'rejectAction'],
  parameters: {
    id: id('The finished action.'),
    approve: own({ type: 'boolean' }, 'false rejects: the action becomes ready again.'),
    reason: body('rejectAction', 'reason', 'Why; needed to reject, a comment otherwise.'),
    version: own({ type: 'integer' }, 'The version that you read.'),
  },
  required: ['id', 'approve'],
  run: (args, perform) => {
    const { approve, reason } = args;
    if (typeof approve !== 'boolean') throw invalidValue('approve', 'approve must be a boolean.');
    const input = { ...on(textOf(args, 'id')), ...ifVersion(args) };
    if (!approve) {
      return confirmationOf(
        perform,
        call('rejectAction', { ...input, body: pick(args, ['reason']) }),
      );
    }
    const comment = reason === undefined ? {} : { comment: reason };
    return confirmationOf(perform, call('approveAction', { ...input, body: comment }));
  },
};

/** The tools for agents that plan or review, offered with `?tools=all`. */
export const planningTools = {
  saveProject,
  duplicateProject,
  setBlocker,
  readEvents,
  listOrders,
  reviewAction,
};
