import { type Config, ConfigError, loadConfig, misspeltVariables } from '../../platform/config';
import { isVariable, variables } from '../../platform/config-variables';
import { sqliteFile, type Database } from '../../platform/db/connect';
import { withoutSecrets } from '../../platform/log';
import { withDatabase } from '../database';
import { CommandError, PoolerError } from '../failure';
import { print, printJson } from '../printer';
import { checkDatabase } from './check-database';
import { checkSecretFiles, checkSqliteFile } from './check-files';
import { checkPublicUrl, type ExpectedDatabase, expectedOf } from './check-public-url';
import { type CheckResult, fault, ok, skipped } from './result';
import { isTlsFailure, verifyMailServer } from '../../platform/mail/sender';
import { createReader } from '../../platform/db/reader';
import { schemaState } from '../../platform/db/schema/schema';
import { isRecord } from '../../platform/json';
import { SECOND } from '../../platform/time';

/**
 * `callboard check`: checks an installation, changes nothing, and prints what it saw. Throws a
 * CommandError if anything has to be changed.
 */
export async function checkCommand({ json = false }: { readonly json?: boolean }): Promise<void> {
  const results = await runChecks();
  const findings = results.filter(({ state }) => state === 'fault').length;
  if (json) printJson({ ok: findings === 0, results });
  else print(...results.map(lineOf));
  if (findings > 0) throw new CommandError(`Findings: ${findings}.`);
}

async function runChecks(): Promise<CheckResult[]> {
  const misspelt = misspeltVariables().map((sentence) =>
    fault('configuration', sentence, 'Correct the name of the variable.'),
  );
  const files = checkSecretFiles();
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...error.message.split('\n').map(configFault), ...misspelt, ...files];
  }
  const valid = ok(
    'configuration',
    `The values of all variables are valid (${config.environment}).`,
  );
  const unused = config.unusedVariables.map((name) =>
    ok('configuration', `${name} is about traces and has no effect.`),
  );
  return [valid, ...unused, ...misspelt, ...files, ...(await checkInstallation(config))];
}

async function checkInstallation(config: Config): Promise<CheckResult[]> {
  const { results, ...database } = await checkOpened(config);
  const [url, oidc, mail] = await Promise.all([
    checkPublicUrl(config, database),
    checkProvider(config),
    checkMail(config),
  ]);
  return [...results, ...url, ...oidc, ...mail];
}

async function checkOpened(
  config: Config,
): Promise<ExpectedDatabase & { readonly results: CheckResult[] }> {
  // Before the file is opened: SQLite would write files beside it that this user cannot write.
  const { results: files, isUsable } = await checkSqliteFile(sqliteFile(config.databaseUrl));
  if (!isUsable) {
    const seen = 'The database was not opened, because its file cannot be used.';
    return {
      results: [...files, skipped('database', seen)],
      dialect: 'sqlite',
      instance: undefined,
    };
  }
  try {
    return await withDatabase(
      config,
      async (database) => ({
        results: [
          ...(await checkDatabase(config, database)),
          ...(await checkOidcWorkspace(config, database)),
          ...files,
        ],
        ...(await expectedOf(database)),
      }),
      { keepsJournal: true },
    );
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error instanceof PoolerError) {
      const { seen, advice, variable } = error;
      const results = [...files, fault('pooler', seen, advice, variable)];
      return { results, dialect: undefined, instance: undefined };
    }
    const results = [...files, databaseFault(error.message)];
    return { results, dialect: undefined, instance: undefined };
  }
}

function databaseFault(seen: string): CheckResult {
  if (seen.includes(' cannot store anything. ')) {
    return fault('database', seen, 'Give it space, or repair its disk.');
  }
  const advice = seen.includes(' cannot be used: ')
    ? 'Correct the URL, or create the database and the role.'
    : 'Set it to the database of this installation, and start the database.';
  return fault('database', seen, advice, 'DATABASE_URL');
}

// Each sentence of a wrong value begins with the name of its variable.
function configFault(sentence: string): CheckResult {
  const [first = ''] = sentence.split(/[ :=]/);
  const name = variables.find((one) => first === one.name)?.name;
  const file = variables.find((one) => first === `${one.name}_FILE`)?.name;
  const variable = name ?? (file === undefined ? undefined : (`${file}_FILE` as const));
  const advice = isVariable(first)
    ? (advices.find(([words]) => sentence.includes(words))?.[1] ?? 'Correct the value.')
    : 'Remove the variable, or correct its name.';
  return fault('configuration', withoutSecrets(sentence), advice, variable);
}

/** What to do about a variable, by the words of the sentence about it; the first one counts. */
const advices: readonly (readonly [words: string, advice: string])[] = [
  [' (ENOENT)', 'Set it to the path of the file, as an absolute one, or remove the variable.'],
  [' (EISDIR)', 'Set it to the file, not to its folder.'],
  [
    ' cannot be read (',
    'Let the user of this process read the file: give it to that user, with mode 600.',
  ],
  [' is empty.', 'Write the value into the file.'],
  [' must name a file with ', 'Correct the content of the file.'],
  [' are both set.', 'Remove one of the two.'],
  [' has no effect without ', 'Remove it, or set the variable that it depends on.'],
  [' needs ', 'Set the variable that is missing, or remove this one.'],
];

const signs = { ok: 'ok     ', fault: 'FAULT  ', skipped: '-      ' } as const;

function lineOf({ state, subject, seen, variable, advice }: CheckResult): string {
  const name = variable === undefined ? '' : ` ${variable}:`;
  return `${signs[state]} ${subject}: ${seen}${advice === undefined ? '' : ` →${name} ${advice}`}`;
}

/** Connects to the mail server and signs in, if there is one. Sends nothing. */
async function checkMail({ mail }: Config): Promise<CheckResult[]> {
  if (mail === undefined) return [];
  try {
    await verifyMailServer(mail);
    return [ok('mail', 'The mail server accepts the connection.')];
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no response';
    const verb = reason.startsWith('connect ') ? 'does not respond' : 'refuses';
    const seen = `The mail server at ${mail.host}:${mail.port} ${verb}: ${reason}.`;
    return [fault('mail', seen, mailAdvice(error, mail.isSecure), 'SMTP_URL')];
  }
}

function mailAdvice(error: unknown, isSecure: boolean): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (isTlsFailure(error) ? 'ETLS' : code) {
    case 'EAUTH':
      return 'Set the user and password in it to those of the server, percent-encoded.';
    case 'EDNS':
      return 'Set its host to that of the mail server.';
    case 'ETLS':
      return 'Set its host to the name in a certificate that this machine trusts (NODE_EXTRA_CA_CERTS adds an authority), and its scheme to smtps:// only for a port that begins with TLS.';
    case 'ETIMEDOUT':
      return isSecure
        ? 'Set its port to one that is reachable from here and begins with TLS, such as 465.'
        : 'Set its port to one that is reachable from here and does not begin with TLS, such as 587.';
    default:
      return 'Set it to the server, with its port, user and password, and start the server.';
  }
}

const timeoutMs = 5 * SECOND;

/**
 * Reads the metadata of the OpenID Connect provider (OpenID Connect Discovery 1.0, section 4), whose
 * issuer must be `OIDC_ISSUER`. No result without a provider.
 */
async function checkProvider({ oidc }: Config): Promise<CheckResult[]> {
  if (oidc === undefined) return [];
  const advice = 'Set it to the issuer, as the metadata of the provider names it.';
  const address = `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await readMetadata(address);
  if ('error' in found) {
    const seen = `The metadata of the OpenID Connect provider cannot be read at ${address}: ${found.error}.`;
    return [fault('oidc', seen, advice, 'OIDC_ISSUER')];
  }
  if (found.issuer !== oidc.issuer) {
    const named = typeof found.issuer === 'string' ? found.issuer : 'no issuer';
    const seen = `The OpenID Connect provider names itself ${named}, not ${oidc.issuer}.`;
    return [fault('oidc', seen, advice, 'OIDC_ISSUER')];
  }
  return [ok('oidc', 'The OpenID Connect provider responds.')];
}

/** Whether `OIDC_WORKSPACE` exists, if it is set and the schema can be read. */
async function checkOidcWorkspace({ oidc }: Config, database: Database): Promise<CheckResult[]> {
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
