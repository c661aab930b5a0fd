import type { ResetMade } from './reset';

/**
 * The lines that explain how a person uses a password reset: by the link, else by a request. Its
 * body comes from standard input, because an argument stays in the shell's history.
 */
export function newPasswordHint(made: ResetMade): readonly string[] {
  const { email, workspace, token, link, url, expires_at: end } = made;
  if (link !== null) {
    return [
      `With this link ${email} sets a new password in ${workspace}, once, before ${end}. It is shown once.`,
      'Anybody who has it can use it, so send it where only this person reads it:',
      '',
      `  ${link}`,
    ];
  }
  return [
    `With this token ${email} sets a new password in ${workspace}, once, before ${end}. It is shown once.`,
    'Run the command, enter the line below it with the new password, and end with Ctrl-D:',
    '',
    `  curl -H 'Content-Type: application/json' -d @- '${url}'`,
    `  {"token":"${token}","password":"THE NEW PASSWORD"}`,
  ];
}
