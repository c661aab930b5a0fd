import type { Logger } from 'pino';
import { findWorkspaceIds, hasLocalOwner } from '../../features/auth';
import { createDemo, type Demo } from '../../demo';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { serverSettings } from '../../shared/server-settings';

/** The facts in the greeting. */
export interface GreetingParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** The address of the server. */
  readonly url: string;
  /** The sample, if this start has created it. */
  readonly sample: Demo | undefined;
}

/** The lines for the terminal in development: the addresses, and the first steps. */
export async function greeting(parts: GreetingParts): Promise<readonly string[]> {
  const { config, database, url, sample } = parts;
  const isEmpty = await hasNoWorkspace(database);
  return [
    '',
    ...(config.console ? [`Open ${url}/app in a browser to see what needs you.`, ''] : []),
    `Callboard listens on ${url}, in development, which is for this machine alone: put no proxy in front of it.`,
    ownerLine(config),
    `Database  ${database.description}`,
    `Contract  ${url}/openapi.json and ${url}/openapi.yaml`,
    ...(config.oidc === undefined
      ? ['Sign-in   with passwords; OIDC_ISSUER adds the account of a company, see docs/sign-in.md']
      : [`Sign-in   with ${config.oidc.name}`]),
    ...(config.mail === undefined ? ['E-mail    off; SMTP_URL turns it on, see docs/mail.md'] : []),
    '',
    ...(sample === undefined ? hints(url, isEmpty, hasLocalOwner(config)) : demoHints(url, sample)),
    '',
  ];
}

/** Fills an empty database with the sample; undefined if it has a workspace. */
export async function createSample({
  config,
  database,
  log,
}: Pick<GreetingParts, 'config' | 'database' | 'log'>): Promise<Demo | undefined> {
  if (!(await hasNoWorkspace(database))) return undefined;
  return createDemo(database, serverSettings(config), log);
}

async function hasNoWorkspace(database: Database): Promise<boolean> {
  return (await findWorkspaceIds(createReader(database), '', 1)).length === 0;
}

function ownerLine(config: Config): string {
  if (hasLocalOwner(config)) {
    return 'Requests from this machine without a credential act as the owner of the first workspace.';
  }
  const name = config.publicUrl === undefined ? 'TRUST_PROXY' : 'PUBLIC_URL';
  return `${name} is set, so a request without a credential is refused: sign in as a person.`;
}

function hints(url: string, isEmpty: boolean, isOwner: boolean): string[] {
  if (isEmpty) {
    return [
      'The database is empty. To get going, in another terminal:',
      '  npm run --silent callboard -- demo                                        a sample workspace',
      '  npm run --silent callboard -- setup --workspace NAME --email YOU@EXAMPLE  one of your own',
    ];
  }
  return [
    'As a person:',
    ...(isOwner
      ? [`  curl '${url}/v1/views/command'`]
      : [
          `  curl -c cookies.txt -H 'Content-Type: application/json' '${url}/v1/session' -d '{"email":"YOU@EXAMPLE","password":"PASSWORD"}'`,
          `  curl -b cookies.txt '${url}/v1/views/command'`,
        ]),
    'As an agent, with a new token:',
    `  export URL='${url}'`,
    '  export TOKEN="$(npm run --silent callboard -- token create --agent NAME)"',
    '  curl -H "Authorization: Bearer $TOKEN" "$URL/v1/me"',
  ];
}

/** The curl commands to paste, with the secrets of the new sample workspace. */
export function demoHints(url: string, demo: Demo): string[] {
  const json = "-H 'Content-Type: application/json'";
  const [answer, dismiss] = demo.questionIds;
  const agent = `curl -H "Authorization: Bearer $TOKEN" ${json}`;
  const person = `curl -b cookies.txt -H 'Sec-Fetch-Site: same-origin' ${json}`;
  return [
    'The sample workspace is ready. The secrets below are shown once.',
    '',
    `As the agent ${demo.agentName}: see your work, ask a question, report progress, complete it.`,
    '',
    `  export URL='${url}'`,
    `  export TOKEN='${demo.token}'`,
    `  ${agent} "$URL/v1/actions?actionable=true"`,
    `  ${agent} "$URL/v1/questions" -d '{"question":"Which logo goes on the cover?","choices":["The old one","The new one"],"on_answer":"I print that one."}'`,
    `  ${agent} "$URL/v1/actions/${demo.actionId}/heartbeat" -d '{"progress_note":"Ten of sixteen pages."}'`,
    `  ${agent} "$URL/v1/actions/${demo.actionId}/complete" -d '{"result_summary":"All sixteen pages are translated."}'`,
    '',
    'In Claude Code, as the same agent:',
    '',
    `  claude mcp add --transport http callboard '${url}/mcp' --header "Authorization: Bearer $TOKEN"`,
    '',
    'As the person Ada: sign in, see what needs you, answer one question and dismiss another.',
    '',
    `  export URL='${url}'`,
    `  curl -c cookies.txt ${json} "$URL/v1/session" -d '{"email":"${demo.email}","password":"${demo.password}"}'`,
    `  ${person} "$URL/v1/views/command"`,
    `  ${person} "$URL/v1/questions/${answer}/respond" -d '{"response":"Left"}'`,
    `  ${person} -X POST "$URL/v1/questions/${dismiss}/dismiss"`,
  ];
}
