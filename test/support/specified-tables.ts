/**
 * The tables of the original specification. A string describes a type: `text` has at least one
 * character, `enum a b` has exactly these values, ` or null` means that it may be null. A `?` after
 * a field means that it may be absent.
 */
export type SpecifiedType =
  string | readonly [SpecifiedType] | { readonly [field: string]: SpecifiedType };
export type SpecifiedFields = { readonly [field: string]: SpecifiedType };

const actorKind = 'enum user agent system or null';
const people = { created_by_actor_id: 'text', updated_by_actor_id: 'text' };
const times = { created_at: 'date-time', updated_at: 'date-time' };
const author = {
  created_by_actor_name: 'string',
  created_by_agent_id: 'string',
  created_by_user_id: 'string',
};

/** Tables that do not specify nullability: a field may be null, and is never absent. */
const note: SpecifiedFields = {
  id: 'string',
  workspace_id: 'string',
  action_id: 'string',
  agent_request_id: 'string',
  order_id: 'string',
  project_id: 'string',
  source_proposal_id: 'string',
  created_by_actor_id: 'string',
  body: 'string',
  created_at: 'date-time',
  ...author,
};

const order: SpecifiedFields = {
  id: 'string',
  workspace_id: 'string',
  assigned_actor_id: 'string',
  ...people,
  agent_id: 'string',
  document_id: 'string',
  domain_id: 'string',
  name: 'string',
  summary: 'string',
  requires_proposals: 'boolean',
  position: 'integer',
  ...times,
  latest_checkin: {
    id: 'string',
    workspace_id: 'string',
    order_id: 'string',
    created_by_actor_id: 'string',
    agent_id: 'string',
    summary: 'string',
    created_at: 'date-time',
  },
  last_seen_at: 'date-time',
  open_action_count: 'integer',
  open_question_count: 'integer',
};

const request: SpecifiedFields = {
  id: 'string',
  workspace_id: 'string',
  agent_id: 'string',
  created_by_actor_id: 'string',
  assigned_actor_id: 'string',
  updated_by_actor_id: 'string',
  response_comment: 'string',
  responded_at: 'date-time',
  ...times,
  ...author,
};

const question: SpecifiedFields = {
  ...request,
  action_id: 'string',
  project_id: 'string',
  order_id: 'string',
  question: 'string',
  choices: ['string'],
  on_answer: 'string',
  response: 'string',
  dismissed_at: 'date-time',
};

const { workspace_id: _, ...questionWithoutWorkspace } = question;
const questionEntry: SpecifiedFields = {
  ...questionWithoutWorkspace,
  action_title: 'string',
  project_title: 'string',
  order_name: 'string',
  agent_name: 'string',
};

const agent: SpecifiedFields = {
  id: 'string',
  workspace_id: 'string',
  actor_id: 'string',
  name: 'string',
  capabilities: ['string'],
  webhook_url: 'string',
  requires_proposals: 'boolean',
  last_seen_at: 'date-time',
  mcp_url: 'string',
  created_at: 'date-time',
};

const document: SpecifiedFields = {
  id: 'string',
  workspace_id: 'string',
  title: 'string',
  ...people,
  ...times,
  content: 'any',
};

const metrics: SpecifiedFields = {
  inbox_count: 'integer',
  review_count: 'integer',
  active_count: 'integer',
  stalled_count: 'integer',
  agent_count: 'integer',
  question_count: 'integer',
};

const orderSummary: SpecifiedFields = {
  id: 'string',
  assigned_actor_id: 'string',
  agent_id: 'string',
  agent_name: 'string',
  name: 'string',
  summary: 'string',
  domain_id: 'string',
};

const actionSummary: SpecifiedFields = {
  id: 'string',
  title: 'string',
  project_id: 'string',
  assigned_actor_id: 'string',
  assigned_actor_name: 'string',
  assigned_agent_id: 'string',
  assigned_agent_name: 'string',
  delegate_label: 'string',
  due_at: 'date-time',
  last_activity_note: 'string',
  last_activity_at: 'date-time',
  is_working: 'boolean',
};

const commandView: SpecifiedFields = {
  metrics,
  requests: [{ request, question: questionEntry }],
  projects: [{ id: 'string', title: 'string', domain_id: 'string', actions: [actionSummary] }],
  standalone_actions: [actionSummary],
  agents: [agent],
  orders: [orderSummary],
};

const tasksView: SpecifiedFields = {
  domains: [
    {
      id: 'string',
      name: 'string',
      description: 'string',
      project_count: 'integer',
      action_count: 'integer',
      rows: [
        {
          action_id: 'string',
          title: 'string',
          project_title: 'string',
          assigned_actor_id: 'string',
          assigned_actor_name: 'string',
          assigned_agent_id: 'string',
          assigned_agent_name: 'string',
          touched_at: 'date-time',
          due_at: 'date-time',
          domain_id: 'string',
          domain_name: 'string',
          order_id: 'string',
        },
      ],
    },
  ],
};

const workItem: SpecifiedFields = {
  id: 'string',
  title: 'string',
  project_id: 'string',
  project_title: 'string',
  due_at: 'date-time',
  defer_until: 'date-time',
  assigned_actor_id: 'string',
  assigned_actor_name: 'string',
  assigned_agent_id: 'string',
  last_activity_at: 'date-time',
  details_preview: 'string',
  requirements: ['string'],
  is_working: 'boolean',
};

const activityEntry: SpecifiedFields = {
  id: 'string',
  target_id: 'string',
  target_title: 'string',
  actor: { id: 'string', name: 'string' },
  at: 'date-time',
  summary: 'string',
};

const overview: SpecifiedFields = {
  metrics,
  me: { id: 'string', name: 'string', capabilities: ['string'] },
  other_agents: { count: 'integer', working_count: 'integer' },
  my_work: { working: workItem, ready: [workItem], waiting: [workItem] },
  claimable: [workItem],
  my_projects: [
    {
      id: 'string',
      title: 'string',
      open_action_count: 'integer',
      my_action_count: 'integer',
      description_preview: 'string',
    },
  ],
  other_active_projects: { count: 'integer', titles: ['string'] },
  my_open_questions: [
    {
      id: 'string',
      question: 'string',
      created_at: 'date-time',
      action_id: 'string',
      action_title: 'string',
      project_id: 'string',
      project_title: 'string',
      order_id: 'string',
      order_name: 'string',
      choices: ['string'],
      on_answer: 'string',
    },
  ],
  orders: [orderSummary],
  recent_activity: {
    my_actions: [activityEntry],
    my_questions: [activityEntry],
    my_notes: [activityEntry],
    human_on_my_items: [activityEntry],
    order_doc_changes: [activityEntry],
  },
  elsewhere: {
    other_ready_actions: 'integer',
    other_active_actions: 'integer',
    other_waiting_actions: 'integer',
    other_inbox_items: 'integer',
  },
  truncated: {
    my_work: 'integer',
    claimable: 'integer',
    other_project_titles: 'integer',
    action_details: 'integer',
    project_descriptions: 'integer',
    recent_activity: {
      my_actions: 'integer',
      my_questions: 'integer',
      my_notes: 'integer',
      human_on_my_items: 'integer',
      order_doc_changes: 'integer',
    },
    hint: 'string',
  },
};

/** Tables that specify for every field whether it is required and whether it may be null. */
export const exactTables = {
  Action: {
    id: 'text',
    workspace_id: 'text',
    title: 'text',
    details: 'string or null',
    project_id: 'text or null',
    domain_id: 'text or null',
    order_id: 'text or null',
    assigned_actor_id: 'text or null',
    assigned_agent_id: 'text or null',
    ...people,
    is_template: 'boolean',
    status: 'enum inbox ready waiting done dropped',
    requires_review: 'boolean',
    delegate_label: 'string or null',
    requirements: ['string'],
    repeat_rule: { interval: 'integer' },
    defer_until: 'date-time or null',
    due_at: 'date-time or null',
    position: 'integer or null',
    result_summary: 'string or null',
    spawned_from_action_id: 'text or null',
    source_key: 'text or null',
    source_agent_request_id: 'text or null',
    ...times,
    completed_at: 'date-time or null',
    last_activity_at: 'date-time',
    assigned_at: 'date-time or null',
    is_working: 'boolean',
    'assigned_actor_kind?': actorKind,
    'assigned_actor_name?': 'string or null',
    'assigned_agent_name?': 'string or null',
    'created_by_actor_kind?': actorKind,
    'created_by_actor_name?': 'string or null',
    'created_by_agent_id?': 'text or null',
    'created_by_user_id?': 'text or null',
    'input_payload?': 'any',
  },
  Project: {
    id: 'text',
    workspace_id: 'text',
    title: 'text',
    description: 'string or null',
    domain_id: 'text or null',
    is_template: 'boolean',
    state: 'enum active paused completed dropped',
    work_mode: 'enum sequential parallel',
    due_at: 'date-time or null',
    ...people,
    ...times,
  },
  Error: { code: 'string', message: 'string', issues: ['any'], details: {} },
} as const satisfies Readonly<Record<string, SpecifiedFields>>;

const list = (item: SpecifiedFields): SpecifiedFields => ({
  items: [item],
  'total?': 'integer',
  'page?': { offset: 'integer', limit: 'integer' },
  'sort?': 'string',
  'filters?': {},
  'hidden_count?': 'integer',
});

/** A note is an optional part of an action; its own fields do not specify nullability. */
const listedAction: SpecifiedFields = {
  ...exactTables.Action,
  'latest_note?': note,
  'last_activity_note?': note,
};

const requestId = { 'client_request_id?': 'string 1 to 200' };
const both = ['bearerToken', 'sessionCookie'] as const;
const bearer = ['bearerToken'] as const;

/** An endpoint of the original specification. */
export interface SpecifiedEndpoint {
  readonly call: string;
  /**
   * The callers that the specification names; unless `only` is set, the contract may admit more.
   */
  readonly callers: readonly string[];
  readonly only?: true;
  /** The values of each query parameter, all of them optional. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: SpecifiedFields;
  readonly response?: SpecifiedFields;
}

/** The specification's fourteen endpoints, in its order. */
export const endpoints: readonly SpecifiedEndpoint[] = [
  {
    call: 'GET /v1/projects/{id}/actions',
    callers: both,
    only: true,
    response: list(listedAction),
  },
  {
    call: 'GET /v1/actions',
    callers: both,
    only: true,
    query: { status: 'enum inbox ready waiting done dropped' },
    response: list(listedAction),
  },
  { call: 'GET /v1/views/command', callers: both, only: true, response: commandView },
  {
    call: 'POST /v1/actions/{id}/complete',
    callers: bearer,
    body: { result_summary: 'text', ...requestId },
    response: listedAction,
  },
  {
    call: 'POST /v1/questions/{id}/respond',
    callers: bearer,
    body: { response: 'text', ...requestId },
    response: { question },
  },
  {
    call: 'GET /v1/agents/{id}/overview',
    callers: bearer,
    // In a query string, a boolean is `true` or `false`.
    query: { full: 'boolean' },
    response: overview,
  },
  {
    call: 'PATCH /v1/projects/{id}',
    callers: bearer,
    body: {
      'title?': 'text',
      'description?': 'string or null',
      'domain_id?': 'text or null',
      'is_template?': 'boolean',
      'state?': 'enum active paused completed dropped',
      'work_mode?': 'enum sequential parallel',
      'due_at?': 'date-time or null',
    },
    response: exactTables.Project,
  },
  {
    call: 'GET /v1/orders',
    callers: bearer,
    query: { agent_id: 'text', state: 'enum active paused dropped' },
    response: list(order),
  },
  { call: 'GET /v1/views/waiting', callers: bearer, response: list(listedAction) },
  {
    call: 'POST /v1/questions/{id}/dismiss',
    callers: ['sessionCookie'],
    only: true,
    response: { question },
  },
  {
    call: 'POST /v1/projects/{id}/duplicate',
    callers: bearer,
    body: { 'title?': 'text', 'permitted_proposal_id?': 'text' },
    response: exactTables.Project,
  },
  {
    call: 'GET /v1/views/tasks',
    callers: bearer,
    query: { slice: 'enum active stalled templates all' },
    response: tasksView,
  },
  { call: 'GET /v1/documents', callers: bearer, response: list(document) },
  { call: 'GET /openapi.json', callers: [], only: true },
];
