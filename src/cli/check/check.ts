import { type Config, ConfigError, loadConfig, misspeltVariables } from '../../platform/config';
import { isVariable, variables } from '../../platform/config-variables';
import { sqliteFile } from '../../platform/db/connect';
import { withoutSecrets } from '../../platform/log';
import { withDatabase } from '../database';
import { CommandError } from '../failure';
import { print, printJson } from '../printer';
import { checkDatabase } from './check-database';
import { checkSecretFiles, checkSqliteFile } from './check-files';
import { checkMail } from './check-mail';
import { checkOidcWorkspace, checkProvider } from './check-oidc';
import { checkPublicUrl, type ExpectedDatabase, expectedOf } from './check-public-url';
import { type CheckResult, fault, ok, skipped } from './result';

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
  const valid = ok('configuration', `All variables are valid (${config.environment}).`);
  return [valid, ...misspelt, ...files, ...(await checkInstallation(config))];
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
    const seen = 'The database was not opened, because this user cannot use its file.';
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
    const advice = 'Set it to the database of this installation, and start the database.';
    const results = [...files, fault('database', error.message, advice, 'DATABASE_URL')];
    return { results, dialect: undefined, instance: undefined };
  }
}

// Each sentence of a wrong value begins with the name of its variable.
function configFault(sentence: string): CheckResult {
  const [first = ''] = sentence.split(/[ :=]/);
  const name = variables.find((one) => first === one.name)?.name;
  const file = variables.find((one) => first === `${one.name}_FILE`)?.name;
  const variable = name ?? (file === undefined ? undefined : (`${file}_FILE` as const));
  const isOurs = isVariable(first);
  const unread = unreadFile(sentence);
  const advice =
    unread ?? (isOurs ? 'Correct the value.' : 'Remove the variable, or correct its name.');
  return fault('configuration', withoutSecrets(sentence), advice, variable);
}

// The file of a variable that names one, such as SECRETS_KEY_FILE.
function unreadFile(sentence: string): string | undefined {
  if (!sentence.includes(' cannot be read (')) return undefined;
  if (sentence.includes('(ENOENT)')) {
    return 'Set it to the path of the file, as an absolute one, or remove the variable.';
  }
  if (sentence.includes('(EISDIR)')) return 'Set it to the file, not to its folder.';
  return 'Let the user of this process read the file: give it to that user, with mode 600.';
}

const signs = { ok: 'ok     ', fault: 'FAULT  ', skipped: '-      ' } as const;

function lineOf({ state, subject, seen, variable, advice }: CheckResult): string {
  const name = variable === undefined ? '' : ` ${variable}:`;
  return `${signs[state]} ${subject}: ${seen}${advice === undefined ? '' : ` →${name} ${advice}`}`;
}
