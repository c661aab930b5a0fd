import { limits } from '../../../../generated/limits';
import { newsRoles } from '../../../../generated/news-roles';
import { isPasswordHash } from '../../../features/auth';
import { createOutgoing } from '../../../platform/outgoing';
import { isTimeZone } from '../../../platform/time';
import { type Column, LineFault, type Row } from '../record-rules';
import {
  anyValue,
  type ColumnRule,
  digestsText,
  headersText,
  id,
  idRule,
  integer,
  jsonLike,
  like,
  matching,
  oneOf,
  responseText,
  type RuleSource,
  sha256,
  type TableRules,
  text,
} from './column-rules';
import { moveRules } from './move-rules';
import { repetitionFault, reportFault, requestFault, webhookFault } from './row-faults';

/** Checks the rows of one import, in file order. */
export interface RowChecks {
  /** Throws a LineFault if the row could harm the service or does not fit the rows before it. */
  readonly check: (table: string, columns: readonly Column[], row: Row) => void;
  /** Throws a LineFault if a row is missing. */
  readonly finish: () => void;
}

/** Creates the checks of one import. They know the rows that they have seen. */
export function createRowChecks(source: RuleSource): RowChecks {
  const rules = new Map<string, readonly (readonly [string, ColumnRule])[]>();
  const kinds = new Map<unknown, unknown>();
  let systems = 0;
  let lastPosition = 0;

  const rulesOf = (table: string, columns: readonly Column[]) => {
    const known = rules.get(table) ?? columnRules(table, columns, source);
    rules.set(table, known);
    return known;
  };

  const checkOthers = (table: string, row: Row): void => {
    if (table === 'actors') {
      kinds.set(row['id'], row['kind']);
      if (row['kind'] === 'system') systems += 1;
      if (systems > 1) throw new LineFault('actors has a second row of the kind system.');
    }
    const kind = actorKinds[table];
    if (kind !== undefined && kinds.get(row['actor_id']) !== kind) {
      throw new LineFault(`${table}.actor_id must be an actor of the kind ${kind}.`);
    }
    if (table === 'event_positions') {
      lastPosition = Number(row['last']);
      if (Number(row['forgotten']) > lastPosition) {
        throw new LineFault('event_positions.forgotten must not be after event_positions.last.');
      }
    }
    for (const [column, value] of positionsOf(table, row)) {
      if (Number(value) > lastPosition) {
        throw new LineFault(`${table}.${column} must not be after event_positions.last.`);
      }
    }
  };

  return {
    check(table, columns, row) {
      for (const [column, rule] of rulesOf(table, columns)) {
        const value = row[column];
        if (value === null || value === undefined) continue;
        const fault = rule(value, source);
        if (fault !== undefined) throw new LineFault(`${table}.${column} ${fault}.`);
      }
      const fault = tableRules[table]?.fault?.(row);
      if (fault !== undefined) throw new LineFault(`${table} ${fault}.`);
      checkOthers(table, row);
    },
    finish() {
      if (kinds.size > 0 && systems === 0) {
        throw new LineFault('the file has no actor of the kind system.');
      }
    },
  };
}

const actorKinds: Readonly<Record<string, string>> = { users: 'user', agents: 'agent' };

// The next event gets the position after the last one, which must be free.
function positionsOf(table: string, row: Row): [string, unknown][] {
  if (table === 'events' || table === 'agent_news') return [['position', row['position']]];
  if (table === 'agent_news_reads') return [['read_through', row['read_through']]];
  return [];
}

/**
 * The rules of a table's columns: its own, those of its ids, and those of the contract's record.
 * Throws an Error for a column without a rule.
 */
export function columnRules(
  table: string,
  columns: readonly Column[],
  source: RuleSource,
): (readonly [string, ColumnRule])[] {
  const { prefix, record, columns: own = {} } = tableRules[table] ?? {};
  return columns.map(({ name, kind }) => {
    const given = Object.hasOwn(own, name) ? own[name] : undefined;
    const ofId = name === 'id' && prefix !== undefined ? id(prefix) : idRule(name);
    const path = `${record}/${name}`;
    const ofRecord = record !== undefined && source.schemas.has(path) ? like(path) : undefined;
    // The import has checked the types of the columns already.
    const ofType = kind === 'instant' || kind === 'boolean' ? anyValue : undefined;
    const rule = given ?? ofId ?? ofRecord ?? ofType;
    if (rule === undefined) {
      throw new Error(`${table}.${name} has no rule for imports. Add one to table-rules.ts.`);
    }
    return [name, rule] as const;
  });
}

const MAX_TEXT = 65_536;

/** Texts that the program composes of others. */
const composed = text(0, 4 * MAX_TEXT);

// Every network is allowed, because each installation has its own list, which decides again at each
// connection. Forbidden addresses, user names and other schemes remain refused.
const { urlFault } = createOutgoing({
  environment: 'production',
  allow: ['0.0.0.0/0', '::/0'],
});

const outgoingUrl: ColumnRule = (value, source) => {
  const fault = like('Url')(value, source) ?? urlFault(String(value));
  return fault === undefined ? undefined : `must be a URL to send to: ${fault}`;
};

const passwordHash: ColumnRule = (value, { passwordCost }) =>
  isPasswordHash(String(value), passwordCost) ? undefined : 'must be a hash of a known cost';

const timeZone: ColumnRule = (value) =>
  isTimeZone(String(value)) ? undefined : 'must be a time zone of the IANA database';

const keyPrefixes = matching(
  /^\["[A-Z][A-Z0-9]{1,4}"(,"[A-Z][A-Z0-9]{1,4}"){0,99}\]$/,
  'a JSON array of prefixes of keys',
);

const day: ColumnRule = (value) => {
  const time = /^\d{4}(-\d\d){2}$/.test(String(value)) ? Date.parse(`${value}T00:00Z`) : NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(value));
  return isDay ? undefined : 'must be a day such as 2026-01-31';
};

const localTime = matching(/^\d{4}(-\d\d){2}T\d\d(:\d\d){2}\.\d{3}$/, 'a local date and time');

// The secret of a deleted webhook is empty.
const webhookSecret = matching(/^(whsec_[A-Za-z0-9+/]{32,88}={0,2})?$/, 'a secret such as whsec_…');

const subjectTypes = new Set(Object.keys(newsRoles).map((kind) => kind.split('.', 1).join('')));

const eventColumns = {
  kind: like('EventKind'),
  subject_type: oneOf(...subjectTypes),
  subject_id: matching(/^[a-z]{3}_[0-9A-Za-z_-]{1,100}$/, 'an id'),
  subject_title: composed,
  summary: composed,
  position: integer(1),
  period_count: integer(1),
};

const auditColumns: Readonly<Record<string, ColumnRule>> = {
  kind: like('AuditKind'),
  subject_type: oneOf(...subjectTypes),
  subject_id: matching(/^[a-z]{3}_[0-9A-Za-z_-]{1,100}$/, 'an id'),
  subject_title: composed,
  address: matching(/^[0-9A-Fa-f.:/]{0,100}$/, 'a network address or empty'),
  old_values: jsonLike('AuditEntry/old'),
  new_values: jsonLike('AuditEntry/new'),
  count: integer(1, 2 ** 31 - 1),
};

const emailColumn = like('Email');

/** The rules of the exported tables. A test fails for a column without a rule. */
const tableRules: Readonly<Record<string, TableRules>> = {
  workspaces: {
    prefix: 'wsp',
    record: 'Workspace',
    columns: { key_prefixes: keyPrefixes, time_zone: timeZone },
  },
  actors: {
    prefix: 'atr',
    columns: {
      kind: oneOf('user', 'agent', 'system'),
      name: like('Name'),
      name_key: text(0, 200),
    },
  },
  users: {
    prefix: 'usr',
    record: 'User',
    columns: { email: emailColumn, password_hash: passwordHash },
  },
  sessions: { prefix: 'ses', columns: { id_hash: sha256, oidc_sid: text(0, 255) } },
  oidc_identities: {
    prefix: 'oid',
    columns: { issuer: text(1, 2000), subject: text(1, 255), initial_hash: passwordHash },
  },
  notification_settings: {
    columns: { choices: jsonLike('NotificationChoices'), digest: jsonLike('NotificationDigest') },
  },
  invitations: {
    prefix: 'inv',
    record: 'Invitation',
    columns: { email: emailColumn, secret_hash: sha256 },
  },
  password_resets: { prefix: 'pwr', columns: { secret_hash: sha256 } },
  agents: {
    prefix: 'agt',
    record: 'Agent',
    columns: { capabilities: jsonLike('Agent/capabilities'), webhook_url: outgoingUrl },
  },
  tokens: {
    prefix: 'tok',
    record: 'Token',
    columns: { audience: text(1, 2000), scopes: jsonLike('Token/scopes'), secret_hash: sha256 },
  },
  idempotency_records: {
    columns: {
      body: responseText,
      client_request_id: like('ClientRequestId'),
      headers: headersText,
      operation_id: matching(/^[a-z][A-Za-z]{1,99}$/, 'an operationId'),
      request_hash: matching(/^[\w-]{43}$/, 'a hash of a request'),
      status: integer(200, 599),
    },
  },
  domains: { prefix: 'dom', record: 'Domain', columns: { description: text(0, MAX_TEXT) } },
  projects: { prefix: 'prj', record: 'Project', columns: { description: text(0, MAX_TEXT) } },
  documents: {
    prefix: 'doc',
    record: 'Document',
    columns: {
      content: jsonLike(),
      file_ids: jsonLike('FileIds'),
      review_state: oneOf('none', 'pending', 'approved', 'reverted'),
    },
  },
  document_revisions: {
    prefix: 'rev',
    record: 'RevisionSummary',
    columns: { content: jsonLike() },
  },
  orders: { prefix: 'ord', record: 'Order' },
  checkins: {
    prefix: 'chk',
    record: 'Checkin',
    columns: { summary: text(0, MAX_TEXT), usage: jsonLike('Usage') },
  },
  actions: {
    prefix: 'act',
    record: 'Action',
    columns: {
      claim_generation: integer(0),
      claim_lease_seconds: like('LeaseSeconds'),
      claim_worker: like('ClaimWorker'),
      file_ids: jsonLike('FileIds'),
      input_payload: jsonLike(),
      label_ids: jsonLike('LabelNames'),
      number: integer(1, 2 ** 31 - 1),
      queue_rank: integer(0, 9),
      repeat_day: integer(1, 31),
      repeat_defer_local: localTime,
      repeat_due_local: localTime,
      repeat_interval: like('RepeatRule/interval'),
      repeat_time_zone: timeZone,
      repeat_type: like('RepeatRule/type'),
      repeat_unit: like('RepeatRule/unit'),
      requirements: jsonLike('Requirements'),
      review_state: like('Review/state'),
      usage: jsonLike('Usage'),
    },
    fault: repetitionFault,
  },
  action_blockers: {},
  files: { prefix: 'fil', record: 'File', columns: { bytes: integer(0, limits.file_bytes) } },
  file_chunks: { columns: { content: anyValue, position: integer(0, 1000) } },
  labels: {
    prefix: 'lbl',
    record: 'Label',
    columns: { merged_into_id: id('lbl'), name_key: text(0, 200) },
  },
  usage_reports: {
    prefix: 'usg',
    record: 'UsageInput',
    columns: { claim_generation: integer(0), day },
    fault: reportFault,
  },
  agent_requests: {
    columns: {
      id: id('qst', 'ppl'),
      choices: jsonLike('Choices'),
      default_response: text(0, MAX_TEXT),
      description: text(0, MAX_TEXT),
      execute: like('ProposalExecution'),
      file_ids: jsonLike('FileIds'),
      kind: oneOf('question', 'proposal'),
      on_answer: text(0, MAX_TEXT),
      on_timeout: like('QuestionTimeout'),
      operation: like('GatedOperation'),
      payload: jsonLike('ProposalPayload'),
      permitted_payload: jsonLike('ProposalPayload'),
      question: text(1, MAX_TEXT),
      recommended_choice: text(0, MAX_TEXT),
      remind_every_seconds: like('QuestionCreate/remind_every_seconds'),
      response: text(0, MAX_TEXT),
      response_comment: text(0, MAX_TEXT),
      result: jsonLike('ProposalResult'),
      status: like('RequestStatus'),
      version: like('Version'),
    },
    fault: requestFault,
  },
  permitted_targets: { prefix: 'ppl', columns: { state: digestsText } },
  notes: {
    prefix: 'not',
    record: 'Note',
    columns: { body: composed, file_ids: jsonLike('FileIds') },
  },
  links: { prefix: 'lnk', record: 'Link', columns: { url: like('Url') } },
  earlier_texts: {
    prefix: 'txt',
    columns: {
      field: oneOf('title', 'details', 'description', 'name', 'summary'),
      subject_id: id('act', 'prj', 'ord', 'doc', 'dom'),
      text: text(0, MAX_TEXT),
    },
  },
  saved_views: {
    prefix: 'svw',
    record: 'SavedView',
    columns: { query: jsonLike('SavedViewQuery'), display: jsonLike('SavedViewDisplay') },
  },
  import_keys: { columns: { import_key: like('ImportKey') } },
  webhooks: {
    prefix: 'whk',
    record: 'Webhook',
    columns: {
      description: text(0, MAX_TEXT),
      kinds: jsonLike('WebhookKinds'),
      position: integer(0),
      previous_secret: webhookSecret,
      secret: webhookSecret,
      secret_url: outgoingUrl,
      url: outgoingUrl,
      work_count: integer(0),
      work_position: integer(0),
    },
    fault: webhookFault,
  },
  event_positions: {
    columns: { forgotten: integer(0), last: integer(0), last_number: integer(0, 2 ** 31 - 1) },
  },
  events: { prefix: 'evt', columns: eventColumns },
  audit_entries: { prefix: 'aud', columns: auditColumns },
  agent_news: { columns: { ...eventColumns, role: like('NewsRole') } },
  agent_news_reads: { columns: { read_through: integer(0) } },
  ...moveRules,
};
