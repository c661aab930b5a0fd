import { id, integer, jsonLike, oneOf, sha256, type TableRules, text } from './column-rules';

const shortText = text(0, 4000);
const longText = text(0, 4 * 65_536);

/** The rules of the tables that only an export that moves a workspace has. */
export const moveRules: Readonly<Record<string, TableRules>> = {
  failed_sign_ins: { columns: { failures: integer(0), in_window: integer(0) } },
  oauth_clients: {
    columns: {
      auth_method: oneOf('none', 'client_secret_basic', 'client_secret_post'),
      grant_types: jsonLike(),
      id: shortText,
      name: longText,
      redirect_uris: jsonLike(),
      secret_hash: sha256,
    },
  },
  oauth_grants: {
    prefix: 'ogr',
    columns: {
      audience: shortText,
      client_host: shortText,
      client_id: shortText,
      client_name: longText,
      redirect_host: shortText,
      scopes: jsonLike('Token/scopes'),
    },
  },
  oauth_codes: {
    prefix: 'occ',
    columns: { code_challenge: shortText, code_hash: sha256, redirect_uri: shortText },
  },
  oauth_refresh_tokens: {
    prefix: 'ort',
    columns: { predecessor_id: id('ort'), successor_key: sha256, token_hash: sha256 },
  },
  webhook_deliveries: {
    prefix: 'msg',
    columns: {
      attempts: integer(0),
      body: jsonLike(),
      duration_ms: integer(0),
      error: text(0, 4000),
      kind: text(1, 200),
      position: integer(0),
      recipient_user_id: id('usr'),
      response_status: integer(0),
      response_text: longText,
      status: oneOf('pending', 'delivered', 'failed'),
      webhook_id: id('whk'),
    },
  },
};
