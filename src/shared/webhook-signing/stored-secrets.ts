import {
  type OpenedSecret,
  openSecret,
  type SecretKeys,
  type SecretPlace,
  sealSecret,
} from '../../platform/secret-keys';

/** The columns of webhooks that have secrets. A deleted webhook has an empty `secret`. */
export const secretColumns = ['secret', 'previous_secret'] as const;

/** A column of webhooks that has a secret. */
export type SecretColumn = (typeof secretColumns)[number];

/** What identifies a webhook. */
export interface WebhookOwner {
  readonly workspace_id: string;
  readonly id: string;
}

/** The secret of a webhook as its column stores it: encrypted, if the server has a key. */
export function sealWebhookSecret(
  keys: SecretKeys,
  owner: WebhookOwner,
  column: SecretColumn,
  secret: string,
): string {
  return secret === '' ? '' : sealSecret(keys, secret, placeOf(owner, column));
}

/** The secret that a column of a webhook has, or why the server cannot read it. */
export function openWebhookSecret(
  keys: SecretKeys,
  owner: WebhookOwner,
  column: SecretColumn,
  stored: string,
): OpenedSecret {
  return openSecret(keys, stored, placeOf(owner, column));
}

/** The stored secrets of a webhook. The previous one signs too, until the overlap ends. */
interface StoredSecrets extends WebhookOwner {
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly overlap_ends_at: string | null;
}

/** The secrets that sign messages now, or why the server cannot read one of them. */
export function signingSecrets(
  keys: SecretKeys,
  webhook: StoredSecrets,
  now: string,
):
  | { readonly secrets: readonly string[]; readonly fault?: undefined }
  | { readonly secrets?: undefined; readonly fault: string } {
  const { secret, previous_secret: previous, overlap_ends_at: end } = webhook;
  const opened = [openWebhookSecret(keys, webhook, 'secret', secret)];
  if (previous !== null && end !== null && end > now) {
    opened.push(openWebhookSecret(keys, webhook, 'previous_secret', previous));
  }
  const secrets: string[] = [];
  for (const one of opened) {
    if (one.fault !== undefined) return { fault: one.fault };
    secrets.push(one.secret);
  }
  return { secrets };
}

function placeOf(
  { workspace_id: workspaceId, id }: WebhookOwner,
  column: SecretColumn,
): SecretPlace {
  return { table: 'webhooks', column, workspaceId, id };
}
