import type { ResetMade } from './reset';

/**
 * Explains how a person uses a password reset. The request body comes from standard input, because
 * an argument stays in the shell's history.
 */
export function newPasswordHint({ email, workspace, token, url, expires_at }: ResetMade): string {
  return [
    `With this token ${email} sets a new password in ${workspace}, once, before ${expires_at}. It is shown once.`,
    'Run the command, enter the line below it with the new password, and end with Ctrl-D:',
    '',
    `  curl -H 'Content-Type: application/json' -d @- '${url}'`,
    `  {"token":"${token}","password":"THE NEW PASSWORD"}`,
  ].join('\n');
}
