import type { Transaction } from '../../src/platform/db/transaction';
import { nameKey } from '../../src/platform/name-key';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { parseSecretKey, type SecretKeys } from '../../src/platform/secret-keys';
import { hashSecret } from '../../src/shared/tokens';
import { sealWebhookSecret } from '../../src/shared/webhook-signing';

type Row = Record<string, unknown>;

/** A hash that no password has. */
export const unknownPassword = `scrypt$131072$8$1$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

/** A secret of a webhook. */
export const unknownSecret = `whsec_${'A'.repeat(43)}=`;

/** The key of a line of a file of keys. */
export function keyOf(line: string): SecretKeys[number] {
  const key = parseSecretKey(line);
  if (key === undefined) throw new Error(`${line} is no key.`);
  return key;
}

/** The key of the secrets in these rows. */
export const testKeys: SecretKeys = [keyOf('c'.repeat(64))];

/** The hash of a request that nobody sends. */
const unknownHash = 'A'.repeat(43);

/** The public id of the token in `insertOneOfEach`. */
export function publicIdIn(workspace: string): string {
  return hashSecret(`token ${workspace}`).slice(0, 24);
}

/** The timestamp of the rows of these tests. */
export const at = '2026-11-21T06:17:00.120Z';

const authored = {
  created_by_actor_id: 'atr_1',
  updated_by_actor_id: 'atr_1',
  created_at: at,
  updated_at: at,
};

let lastNumber = 1_000_000;

/** A number for the key of an action that no request creates. */
export function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** An action's row: in the inbox and unassigned, with the given columns over it. */
export function actionRow(workspace: string, id: string, given: Row = {}): Row {
  return {
    workspace_id: workspace,
    id,
    number: nextNumber(),
    title: `Action ${id}`,
    is_template: false,
    status: 'inbox',
    requires_review: false,
    requirements: '[]',
    repeat_type: 'none',
    review_state: 'none',
    last_activity_at: at,
    ...authored,
    ...given,
  };
}

/** A workspace with one person, `atr_1`. */
export async function insertWorkspace(transaction: Transaction, workspace: string): Promise<void> {
  const [key, created] = [{ workspace_id: workspace }, { created_at: at }];
  await insertRows(transaction, 'workspaces', [
    {
      id: workspace,
      name: 'Stage',
      key_prefixes: '["ST"]',
      plan: 'free',
      ...created,
      updated_at: at,
    },
  ]);
  await insertRows(transaction, 'actors', [
    { ...key, id: 'atr_1', kind: 'user', name: 'Ada', name_key: nameKey('Ada'), ...created },
  ]);
}

/**
 * One row in every table of the workspace, with every reference set, including the circular ones.
 */
export async function insertOneOfEach(transaction: Transaction, workspace: string): Promise<void> {
  const key = { workspace_id: workspace };
  const own = (id: string): Row => ({ ...key, id, ...authored });
  const scope = { action_id: 'act_1', project_id: 'prj_1', order_id: 'ord_1' };
  const insert = (table: string, row: Row): Promise<number> =>
    insertRows(transaction, table, [row]);

  await insertWorkspace(transaction, workspace);
  const system = { id: 'atr_system', kind: 'system', name: 'System' };
  await insert('actors', { ...key, ...system, name_key: nameKey('System'), created_at: at });
  const bo = { kind: 'agent', name: 'Bo', name_key: nameKey('Bo') };
  await insert('actors', { ...key, id: 'atr_2', ...bo, created_at: at });
  await insert('users', {
    ...key,
    id: 'usr_1',
    actor_id: 'atr_1',
    email: `ada@${workspace.toLowerCase()}.example`,
    role: 'owner',
    password_hash: unknownPassword,
    created_at: at,
    updated_at: at,
  });
  await insert('sessions', {
    ...key,
    id: 'ses_1',
    user_id: 'usr_1',
    id_hash: hashSecret(`session ${workspace}`),
    created_at: at,
    expires_at: at,
    last_seen_at: at,
  });
  await insert('used_logout_tokens', {
    token_hash: hashSecret(`logout ${workspace}`),
    expires_at: at,
  });
  await insert('upload_urls', {
    ...key,
    public_id: 'public',
    secret_hash: hashSecret(`upload ${workspace}`),
    expires_at: at,
  });
  await insert('sign_in_links', {
    ...key,
    user_id: 'usr_1',
    secret_hash: hashSecret(`link ${workspace}`),
    expires_at: at,
  });
  const mailed = ['question', 'proposal', 'review', 'assigned', 'overdue', 'stalled'];
  await insert('notification_settings', {
    ...key,
    user_id: 'usr_1',
    choices: JSON.stringify(Object.fromEntries(mailed.map((kind) => [kind, 'never']))),
    digest: JSON.stringify({ frequency: 'weekly', weekday: 'friday', hour: 7, time_zone: null }),
    updated_at: at,
  });
  await insert('oidc_identities', {
    ...key,
    id: 'oid_1',
    user_id: 'usr_1',
    issuer: 'https://id.example.com',
    subject: workspace,
    created_at: at,
  });
  await insert('invitations', {
    ...key,
    id: 'inv_1',
    email: `cy@${workspace.toLowerCase()}.example`,
    role: 'member',
    secret_hash: hashSecret(`invitation ${workspace}`),
    created_by_actor_id: 'atr_1',
    created_at: at,
    expires_at: at,
  });
  await insert('password_resets', {
    ...key,
    id: 'pwr_1',
    user_id: 'usr_1',
    secret_hash: hashSecret(`reset ${workspace}`),
    created_by_actor_id: 'atr_1',
    created_at: at,
    expires_at: at,
  });
  await insert('agents', {
    ...key,
    id: 'agt_1',
    actor_id: 'atr_2',
    capabilities: '["stitch"]',
    requires_proposals: false,
    access_mode: 'worker',
    state: 'active',
    created_by_actor_id: 'atr_1',
    created_at: at,
    updated_at: at,
  });
  await insert('webhooks', {
    ...key,
    id: 'whk_1',
    agent_id: 'agt_1',
    kinds: '[]',
    state: 'enabled',
    secret: sealWebhookSecret(
      testKeys,
      { workspace_id: workspace, id: 'whk_1' },
      'secret',
      unknownSecret,
    ),
    position: 0,
    created_by_actor_id: 'atr_1',
    updated_by_actor_id: 'atr_1',
    created_at: at,
    updated_at: at,
  });
  await insert('webhook_deliveries', {
    ...key,
    id: 'msg_1',
    webhook_id: 'whk_1',
    kind: 'webhook.test',
    body: '{}',
    status: 'pending',
    attempts: 0,
    due_at: at,
    created_at: at,
  });
  await insert('oauth_grants', {
    ...key,
    id: 'ogr_1',
    agent_id: 'agt_1',
    user_id: 'usr_1',
    client_id: 'ocl_1',
    client_name: 'Client',
    redirect_host: 'localhost',
    scopes: '["read"]',
    audience: 'https://calls.example.com/mcp',
    refreshes: true,
    created_at: at,
    expires_at: at,
  });
  const ofGrant = { ...key, grant_id: 'ogr_1', expires_at: at };
  await insert('oauth_codes', {
    ...ofGrant,
    id: 'occ_1',
    code_hash: `code ${workspace}`,
    redirect_uri: 'http://localhost/',
    code_challenge: 'x',
  });
  await insert('oauth_refresh_tokens', {
    ...ofGrant,
    id: 'ort_1',
    token_hash: `refresh token ${workspace}`,
    created_at: at,
  });
  await insert('oauth_tickets', {
    ...key,
    id: 'ott_1',
    ticket_hash: `ticket ${workspace}`,
    user_id: 'usr_1',
    request: '{}',
    expires_at: at,
  });
  await insert('oauth_clients', {
    id: `ocl ${workspace}`,
    name: 'Client',
    redirect_uris: '[]',
    grant_types: '[]',
    auth_method: 'none',
    created_at: at,
    expires_at: at,
  });
  await insert('tokens', {
    ...key,
    id: 'tok_1',
    agent_id: 'agt_1',
    public_id: publicIdIn(workspace),
    secret_hash: hashSecret('x'),
    name: 'first',
    scopes: '["read"]',
    created_by_actor_id: 'atr_1',
    created_at: at,
  });
  await insert('idempotency_records', {
    ...key,
    actor_id: 'atr_2',
    operation_id: 'completeAction',
    client_request_id: 'again',
    request_hash: unknownHash,
    status: 200,
    created_at: at,
    expires_at: at,
  });
  await insert('sign_in_attempts', {
    id: `attempt ${workspace}`,
    account_hash: 'x',
    address: '127.0.0.1',
    attempted_at: at,
  });
  await insert('archive_leases', { name: workspace, holder: 'process', expires_at: at });
  await insert('purge_cutoffs', {
    name: `purge ${workspace}`,
    cutoff: at,
    wanted_cutoff: at,
    moved_at: at,
    retention_seconds: 5_184_000,
    excused_seconds: 60,
  });
  await insert('failed_sign_ins', {
    ...key,
    user_id: 'usr_1',
    window_began_at: at,
    in_window: 1,
    failures: 1,
  });
  const count = { scope: 'people', day: '2026-11-21', measure: 'done', bucket: -1, amount: 1 };
  await insert('insight_counts', { ...key, ...count });
  await insert('saved_views', {
    ...own('svw_1'),
    name: 'Mine',
    query: '{}',
    display: '{}',
    shared: false,
  });
  await insert('import_keys', {
    ...key,
    import_key: 'jira:SHOW-1',
    action_id: 'act_1',
    created_at: at,
  });
  await insert('domains', { ...own('dom_1'), name: 'Costumes' });
  await insert('projects', {
    ...own('prj_1'),
    title: 'Winter show',
    domain_id: 'dom_1',
    is_template: false,
    state: 'active',
    work_mode: 'parallel',
  });
  await insert('documents', {
    ...own('doc_1'),
    title: 'Notes',
    content: '"text"',
    access_mode: 'private',
    file_ids: '["fil_1"]',
  });
  await insert('document_revisions', {
    ...key,
    id: 'rev_1',
    document_id: 'doc_1',
    number: 1,
    content: '"text"',
    review_state: 'none',
    created_by_actor_id: 'atr_1',
    created_at: at,
  });
  await insert('orders', {
    ...own('ord_1'),
    assigned_actor_id: 'atr_2',
    agent_id: 'agt_1',
    document_id: 'doc_1',
    domain_id: 'dom_1',
    name: 'Mend',
    state: 'active',
    requires_proposals: false,
  });
  await insert('checkins', {
    ...key,
    id: 'chk_1',
    order_id: 'ord_1',
    agent_id: 'agt_1',
    kind: 'report',
    summary: 'Done',
    created_by_actor_id: 'atr_2',
    created_at: at,
  });
  await insert(
    'actions',
    actionRow(workspace, 'act_1', {
      project_id: 'prj_1',
      domain_id: 'dom_1',
      order_id: 'ord_1',
      assigned_actor_id: 'atr_2',
      due_at: at,
      source_key: 'mail-1',
      claimed_by_actor_id: 'atr_2',
      claim_generation: 1,
      claim_expires_at: at,
      claim_lease_seconds: 900,
      claim_worker: 'the second',
      last_claimed_by_actor_id: 'atr_2',
      released_until: at,
      usage: '{"model":"claude-opus-4-5","input_tokens":1000000000000}',
    }),
  );
  await insert(
    'actions',
    actionRow(workspace, 'act_2', {
      spawned_from_action_id: 'act_1',
      label_ids: '["lbl_1"]',
      file_ids: '["fil_2"]',
    }),
  );
  await insert('files', {
    ...key,
    id: 'fil_1',
    name: 'proofs.pdf',
    media_type: 'application/pdf',
    bytes: 3,
    sha256: 'a'.repeat(64),
    created_by_actor_id: 'atr_1',
    created_at: at,
    completed_at: at,
    purge_at: at,
    removed_by_actor_id: 'atr_1',
  });
  await insert('file_chunks', {
    ...key,
    file_id: 'fil_1',
    position: 0,
    content: Buffer.from([0, 128, 255]),
  });
  await insert('labels', {
    ...key,
    id: 'lbl_1',
    name: 'Sewing',
    name_key: nameKey('Sewing'),
    created_at: at,
  });
  await insert('action_blockers', {
    ...key,
    action_id: 'act_2',
    blocker_id: 'act_1',
    created_by_actor_id: 'atr_1',
    created_at: at,
  });
  await insert('usage_reports', {
    ...key,
    id: 'usg_1',
    agent_id: 'agt_1',
    action_id: 'act_1',
    claim_generation: 1,
    day: '2026-01-31',
    model: 'claude-opus-4-5',
    input_tokens: 1_000_000_000_000,
    reported_at: at,
  });
  await insert('agent_requests', {
    ...own('qst_1'),
    ...scope,
    kind: 'question',
    status: 'open',
    agent_id: 'agt_1',
    assigned_actor_id: 'atr_1',
    question: 'Which thread?',
    file_ids: '["fil_1"]',
    allow_free_text: true,
    on_answer: 'Sew',
    blocking: true,
  });
  await insert('agent_requests', {
    ...own('ppl_1'),
    ...scope,
    kind: 'proposal',
    status: 'resolved',
    agent_id: 'agt_1',
    question: 'May I?',
    allow_free_text: false,
    on_answer: '',
    blocking: false,
    operation: 'createProject',
    payload: '{"title":"Summer show"}',
    permitted_payload: '{"title":"Summer show"}',
    response: 'permit',
    responded_at: at,
    responded_by_actor_id: 'atr_1',
    consumed_at: at,
  });
  await insert('permitted_targets', { ...key, id: 'ppl_1', state: '{}' });
  await insert('notes', {
    ...key,
    ...scope,
    id: 'not_1',
    kind: 'note',
    agent_request_id: 'qst_1',
    body: 'Begun',
    created_by_actor_id: 'atr_2',
    created_at: at,
  });
  await insert('notes', {
    ...key,
    id: 'not_2',
    kind: 'note',
    document_id: 'doc_1',
    body: 'Well said',
    file_ids: '["fil_1"]',
    created_by_actor_id: 'atr_2',
    created_at: at,
  });
  // Triggers may have made the row already.
  await transaction.write((db) =>
    db('event_positions')
      .insert({ ...key, last: 1, last_number: 2_000_000 })
      .onConflict('workspace_id')
      .merge(),
  );
  await insert('links', { ...own('lnk_1'), action_id: 'act_1', document_id: 'doc_1' });
  await insert('earlier_texts', {
    ...key,
    id: 'txt_1',
    subject_id: 'act_1',
    field: 'details',
    text: 'Before',
    written_by_actor_id: 'atr_1',
    replaced_by_actor_id: 'atr_1',
    replaced_at: at,
  });
  await insert('audit_entries', {
    ...key,
    id: 'aud_1',
    kind: 'user.updated',
    actor_id: 'atr_1',
    subject_type: 'user',
    subject_id: 'usr_1',
    subject_title: 'Ada',
    address: '192.0.2.1',
    old_values: '{"role":"member"}',
    new_values: '{"role":"owner"}',
    created_at: at,
  });
  await insert('events', {
    ...key,
    ...scope,
    id: 'evt_1',
    position: 1,
    kind: 'action.created',
    actor_id: 'atr_1',
    subject_type: 'action',
    subject_id: 'act_1',
    subject_title: 'Action',
    summary: 'made it',
    document_id: 'doc_1',
    created_at: at,
  });
  await insert('agent_news', {
    ...key,
    ...scope,
    agent_actor_id: 'atr_2',
    position: 1,
    role: 'worker',
    note_id: 'not_1',
    event_id: 'evt_1',
    kind: 'action.created',
    actor_id: 'atr_1',
    subject_type: 'action',
    subject_id: 'act_1',
    subject_title: 'Action',
    summary: 'made it',
    document_id: 'doc_1',
    created_at: at,
  });
  await insert('agent_news_reads', { ...key, agent_actor_id: 'atr_2', read_through: 1 });
  await transaction.write((db) => db('orders').where(key).update({ latest_checkin_id: 'chk_1' }));
  await transaction.write((db) =>
    db('actions')
      .where({ ...key, id: 'act_1' })
      .update({
        source_agent_request_id: 'qst_1',
        latest_note_id: 'not_1',
        last_activity_note_id: 'not_1',
      }),
  );
  await transaction.write((db) =>
    db('actions')
      .where({ ...key, id: 'act_2' })
      .update({ source_agent_request_id: 'ppl_1' }),
  );
}
