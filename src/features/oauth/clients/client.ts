import type { ClientMetadata } from './registration-rules';

/** A client that asks for access. */
export interface OauthClient {
  /** The id of a registration, or the URL of a metadata document. */
  readonly id: string;
  /** The host of its metadata document; null for a client that registered itself. */
  readonly host: string | null;
  readonly metadata: ClientMetadata;
}

/** Whether a client id is the URL of a metadata document. */
export function isDocumentId(clientId: string): boolean {
  return clientId.startsWith('https://');
}

/** The name of a client for people. Anybody may claim any name. */
export function nameOf({ host, metadata: { clientName } }: OauthClient): string {
  return clientName ?? host ?? 'An unnamed client';
}

/** Whether a client has registered the grant of refresh tokens. */
export function refreshes({ metadata }: OauthClient): boolean {
  return metadata.grantTypes.includes('refresh_token');
}
