import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { schemaState } from '../../platform/db/schema/schema';
import { isRecord } from '../../platform/json';
import { SECOND } from '../../platform/time';
import { type CheckResult, fault, ok } from './result';

const timeoutMs = 5 * SECOND;

/**
 * Reads the metadata of the OpenID Connect provider (OpenID Connect Discovery 1.0, section 4), whose
 * issuer must be `OIDC_ISSUER`. No result without a provider.
 */
export async function checkProvider({ oidc }: Config): Promise<CheckResult[]> {
  if (oidc === undefined) return [];
  const advice = 'Set it to the issuer, as the metadata of the provider names it.';
  const address = `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await readMetadata(address);
  if ('error' in found) {
    const seen = `The metadata of the OpenID Connect provider cannot be read at ${address}: ${found.error}.`;
    return [fault('oidc', seen, advice, 'OIDC_ISSUER')];
  }
  if (found.issuer !== oidc.issuer) {
    const seen = `The OpenID Connect provider names itself ${String(found.issuer)}, not ${oidc.issuer}.`;
    return [fault('oidc', seen, advice, 'OIDC_ISSUER')];
  }
  return [ok('oidc', 'The OpenID Connect provider responds.')];
}

/** Whether `OIDC_WORKSPACE` exists, if it is set and the schema can be read. */
export async function checkOidcWorkspace(
  { oidc }: Config,
  database: Database,
): Promise<CheckResult[]> {
  const id = oidc?.workspaceId;
  if (id === undefined) return [];
  const { state } = await schemaState(database);
  if (state !== 'current' && state !== 'compatible') return [];
  const workspace = await createReader(database).first((db) =>
    db('workspaces').where('workspaces.id', id).select('workspaces.id'),
  );
  if (workspace !== undefined) return [];
  const seen = `No workspace has the id ${id}, so a first sign-in creates no account.`;
  const advice = 'Set it to the id of a workspace, which callboard workspace list prints.';
  return [fault('oidc', seen, advice, 'OIDC_WORKSPACE')];
}

async function readMetadata(
  address: string,
): Promise<{ readonly issuer: unknown } | { readonly error: string }> {
  try {
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return { error: `status ${response.status}` };
    const metadata: unknown = await response.json();
    return isRecord(metadata) ? { issuer: metadata['issuer'] } : { error: 'no JSON object' };
  } catch (error) {
    const { cause } = error instanceof Error ? error : { cause: undefined };
    return { error: reasonOf(cause) ?? reasonOf(error) ?? 'no response' };
  }
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && error.message !== '' ? error.message : undefined;
}
