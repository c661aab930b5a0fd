import { hashSecret } from '../../src/shared/tokens';
import {
  actors,
  agent,
  by,
  credentials,
  exampleId,
  exampleTimes,
  exampleZone,
  exampleWorkspace,
  own,
  type Row,
} from './example-records';

const exampleWebhookSecret = `whsec_${'A'.repeat(43)}=`;

/** The rows of the workspace, its people and agents, and their access. */
export function accessRows(
  passwordHash: string,
  moved: number,
): Readonly<Record<string, readonly Row[]>> {
  const { on, today } = exampleTimes(moved);
  const { system, ada, scribe, cleo, dan, prompter } = actors;

  const user = (number: number, name: string, row: Row): Row =>
    own(exampleId('usr', number), {
      actor_id: exampleId('atr', number),
      email: `${name.toLowerCase()}@example.com`,
      role: 'member',
      password_hash: passwordHash,
      created_at: on(1, '09:00'),
      updated_at: on(1, '09:00'),
      version: 1,
      ...row,
    });
  const agentRow = (number: number, row: Row): Row =>
    own(exampleId('agt', number), {
      actor_id: exampleId('atr', number),
      capabilities: '["translation","proofreading"]',
      requires_proposals: false,
      access_mode: 'worker',
      state: 'active',
      last_seen_at: today('09:39'),
      created_by_actor_id: ada,
      created_at: on(1, '09:00'),
      updated_at: on(1, '09:00'),
      ...row,
    });
  const actor = (id: string, kind: string, name: string): Row =>
    own(id, { kind, name, created_at: on(1, '09:00') });

  return {
    workspaces: [
      {
        id: exampleWorkspace,
        name: 'City Theatre',
        key_prefixes: '["CT"]',
        plan: 'unlimited',
        time_zone: exampleZone,
        created_at: on(1, '09:00'),
        updated_at: on(1, '09:00'),
      },
    ],
    actors: [
      actor(system, 'system', 'Callboard'),
      actor(ada, 'user', 'Ada'),
      actor(cleo, 'user', 'Cleo'),
      actor(dan, 'user', 'Dan'),
      actor(scribe, 'agent', 'Scribe'),
      actor(prompter, 'agent', 'Prompter'),
    ],
    users: [
      user(1, 'Ada', { role: 'owner' }),
      user(18, 'Cleo', {}),
      user(19, 'Dan', { deactivated_at: on(20, '18:00'), updated_at: on(20, '18:00'), version: 2 }),
    ],
    sessions: [
      own(exampleId('ses', 36), {
        user_id: exampleId('usr', 1),
        id_hash: hashSecret('ada-on-another-device'),
        created_at: on(20, '18:00'),
        expires_at: new Date(Date.parse(on(20, '18:00')) + 30 * 86_400_000).toISOString(),
        last_seen_at: on(20, '18:00'),
      }),
      own(exampleId('ses', 35), {
        user_id: exampleId('usr', 1),
        id_hash: hashSecret(credentials.cookie),
        created_at: today('09:00'),
        expires_at: new Date(Date.parse(today('09:00')) + 30 * 86_400_000).toISOString(),
        last_seen_at: today('09:39'),
      }),
    ],
    invitations: [
      own(exampleId('inv', 12), {
        email: 'bo@example.com',
        name: 'Bo',
        role: 'member',
        secret_hash: hashSecret('cbi_0123456789abcdef'),
        created_by_actor_id: ada,
        created_at: today('09:00'),
        expires_at: on(28, '09:00'),
      }),
    ],
    sign_in_links: [
      {
        workspace_id: exampleWorkspace,
        user_id: exampleId('usr', 1),
        secret_hash: hashSecret('cbl_01JZ0000000000000000000000_0123456789abcdef'),
        expires_at: today('09:50'),
      },
    ],
    webhooks: [
      own(exampleId('whk', 32), {
        url: 'https://example.com/callboard',
        kinds: '["question.asked","question.reminder_due"]',
        state: 'enabled',
        secret: exampleWebhookSecret,
        position: 2,
        version: 1,
        ...by(ada, today('09:00')),
      }),
    ],
    oauth_grants: [
      own(exampleId('ogr', 34), {
        agent_id: exampleId('agt', 2),
        user_id: exampleId('usr', 1),
        client_id: 'https://client.example.com/oauth/metadata.json',
        client_name: 'Example client',
        client_host: 'client.example.com',
        redirect_host: 'localhost',
        scopes: '["read","write"]',
        audience: 'https://calls.example.com/mcp',
        refreshes: true,
        created_at: today('09:00'),
        expires_at: on(28, '09:00'),
        redeemed_at: today('09:00'),
        last_token_at: today('09:00'),
      }),
    ],
    webhook_deliveries: [
      own(exampleId('msg', 33), {
        webhook_id: exampleId('whk', 32),
        kind: 'webhook.test',
        body: JSON.stringify({
          type: 'webhook.test',
          timestamp: today('09:10'),
          data: { webhook_id: exampleId('whk', 32) },
        }),
        status: 'delivered',
        attempts: 1,
        last_attempt_at: today('09:10'),
        response_status: 204,
        response_text: '',
        duration_ms: 41,
        created_at: today('09:10'),
        finished_at: today('09:10'),
      }),
    ],
    password_resets: [
      own(exampleId('pwr', 13), {
        user_id: exampleId('usr', 1),
        secret_hash: hashSecret('cbr_0123456789abcdef'),
        created_by_actor_id: system,
        created_at: today('09:00'),
        expires_at: on(22, '09:00'),
      }),
    ],
    agents: [agentRow(2, {}), agentRow(20, { capabilities: '["typesetting"]', state: 'paused' })],
    tokens: [
      own(exampleId('tok', 11), {
        agent_id: agent,
        public_id: credentials.bearer.split('_')[1],
        secret_hash: hashSecret(String(credentials.bearer.split('_')[2])),
        name: 'workshop',
        scopes: '["read","write"]',
        last_used_at: today('09:39'),
        created_by_actor_id: ada,
        created_at: on(1, '09:00'),
      }),
    ],
  };
}
