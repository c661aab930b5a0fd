import type { Config } from '../../platform/config';
import { verifyMailServer } from '../../platform/mail/sender';
import { type CheckResult, fault, ok } from './result';

/** Connects to the mail server and signs in, if there is one. Sends nothing. */
export async function checkMail({ mail }: Config): Promise<CheckResult[]> {
  if (mail === undefined) return [];
  try {
    await verifyMailServer(mail);
    return [ok('mail', 'The mail server accepts the connection.')];
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no response';
    const seen = `The mail server at ${mail.host}:${mail.port} refuses: ${reason}.`;
    const advice = 'Set it to the server, with its port, user and password.';
    return [fault('mail', seen, advice, 'SMTP_URL')];
  }
}
