import { invalidValue } from '../../../platform/problems';
import { withoutNulls } from './action-tools';
import { limit, limitOf } from './reading-tools';
import {
  addsOrEnds,
  body,
  bodyOf,
  confirmationOf,
  call,
  ends,
  id,
  include,
  ifVersion,
  on,
  own,
  pick,
  query,
  reads,
  refuseUnused,
  textOf,
  type Tool,
  named,
  filter,
} from './tool';

const projectFields = ['title', 'description', 'domain_id', 'state', 'work_mode', 'due_at'];

const saveProject: Tool = {
  name: 'save_project',
  title: 'Create, copy or change a project',
  description:
    'Without id: creates a project, or with template_id a copy of a template with its actions. With id: changes the fields that you send.',
  offered: 'usual',
  hints: addsOrEnds,
  operationIds: ['createProject', 'updateProject', 'duplicateProject'],
  parameters: {
    id: named(id(''), 'project'),
    version: own({ type: 'integer' }, ''),
    template_id: named(id(''), 'template'),
    title: body('createProject', 'title', ''),
    description: body('updateProject', 'description', ''),
    domain_id: named(body('updateProject', 'domain_id', ''), 'domain'),
    state: body('updateProject', 'state', ''),
    work_mode: body('createProject', 'work_mode', ''),
    due_at: body('updateProject', 'due_at', ''),
    is_template: body('createProject', 'is_template', ''),
    close_actions: body('updateProject', 'close_actions', 'Drop its open actions too.'),
    permitted_proposal_id: body('createProject', 'permitted_proposal_id', ''),
    include,
  },
  required: [],
  // Of the changes of a project, only closing it can be proposed.
  isPermittable: (args) => args['id'] === undefined || args['close_actions'] === true,
  run: (args, perform) => {
    const { id: changedId, template_id: template } = args;
    const fields = pick(args, [...projectFields, 'is_template', 'permitted_proposal_id']);
    if (template !== undefined) {
      const taken = ['template_id', 'title', 'permitted_proposal_id', 'include'];
      const others = Object.keys(args).filter((name) => !taken.includes(name));
      refuseUnused(args, others, 'with template_id, which makes a new project');
      const copied = pick(args, ['title', 'permitted_proposal_id']);
      const input = { ...on(textOf(args, 'template_id')), body: copied };
      return confirmationOf(perform, call('duplicateProject', input), args);
    }
    if (changedId === undefined) {
      refuseUnused(args, ['version', 'close_actions'], 'without id');
      return confirmationOf(perform, call('createProject', { body: withoutNulls(fields) }), args);
    }
    const changes = { ...fields, ...pick(args, ['close_actions']) };
    const input = { ...on(textOf(args, 'id')), ...ifVersion(args), body: changes };
    return confirmationOf(perform, call('updateProject', input), args);
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
    actor_id: filter(named(query('readEvents', 'actor_id', 'Who caused them.'), 'actor'), 'actor'),
    subject_id: filter(
      named(
        query('readEvents', 'subject_id', 'The record they are about.'),
        'project',
        'domain',
        'agent',
        'order',
        'document',
      ),
      'record',
    ),
    action_id: filter(query('readEvents', 'action_id', ''), 'action'),
    project_id: filter(named(query('readEvents', 'project_id', ''), 'project'), 'project'),
    limit,
  },
  required: [],
  more: 'Read a record with get_record, or the next page with after.',
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
    agent_id: filter(
      named(query('listOrders', 'agent_id', 'me or an agent id.'), 'agent'),
      'agent',
    ),
    state: query('listOrders', 'state', ''),
    checkin_overdue: query('listOrders', 'checkin_overdue', 'Only those with a check-in overdue.'),
    limit,
    after: query('listOrders', 'after', 'page.next of the page before.'),
  },
  required: [],
  more: 'Read a record with get_record, or the next page with after.',
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
    note: body('rejectAction', 'reason', 'Why; needed to reject, a comment otherwise.'),
    version: own({ type: 'integer' }, 'The version that you read.'),
  },
  required: ['id', 'approve'],
  run: (args, perform) => {
    const { approve, note } = args;
    if (typeof approve !== 'boolean') throw invalidValue('approve', 'approve must be a boolean.');
    const input = { ...on(textOf(args, 'id')), ...ifVersion(args) };
    if (!approve) {
      return confirmationOf(perform, call('rejectAction', { ...input, body: { reason: note } }));
    }
    const comment = note === undefined ? {} : { comment: note };
    return confirmationOf(perform, call('approveAction', { ...input, body: comment }));
  },
};

/** The tools for agents that plan or review. */
export const planningTools = {
  saveProject,
  readEvents,
  listOrders,
  reviewAction,
};
