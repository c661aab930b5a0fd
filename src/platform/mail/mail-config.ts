import type { VariableName } from '../config-variables';

/** E-mail by a mail server. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the connection (`smtps`), or by STARTTLS. */
  readonly isSecure: boolean;
  /** Whether a connection may stay without TLS. */
  readonly mayBePlain: boolean;
  /** Undefined for a server that asks for no sign-in. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  /** The sender of all messages. */
  readonly from: { readonly name: string; readonly address: string };
}

/** The values that the settings come from. */
interface MailSource {
  readonly text: (name: VariableName) => string;
  readonly publicUrl: string | undefined;
}

/**
 * The settings of e-mail; undefined if it is off. Appends a sentence to `faults` for each wrong
 * value. No sentence contains `SMTP_URL`, which has the password.
 */
export function mailConfigOf(
  { text, publicUrl }: MailSource,
  faults: string[],
): MailConfig | undefined {
  const [url, sender] = [text('SMTP_URL'), text('MAIL_FROM')];
  if (url === '') {
    if (sender !== '') faults.push('MAIL_FROM has no effect without SMTP_URL.');
    return undefined;
  }
  const server = serverOf(url);
  if (server === undefined) {
    faults.push(
      'SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, with nothing after it but ?tls=off.',
    );
  } else if (server.mayBePlain && server.auth !== undefined && !isThisMachine(server.host)) {
    faults.push('SMTP_URL must not have tls=off with a password, which others could read.');
  }
  const from = senderOf(sender);
  if (from === undefined) {
    const subject = sender === '' ? 'SMTP_URL needs MAIL_FROM,' : 'MAIL_FROM must be';
    faults.push(`${subject} an address such as Callboard <callboard@example.com>.`);
  }
  if (publicUrl === undefined) faults.push('SMTP_URL needs PUBLIC_URL, for the links of messages.');
  return server && from && { ...server, from };
}

function serverOf(value: string): Omit<MailConfig, 'from'> | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined;
  if (hostname === '' || !['', '/'].includes(pathname) || hash !== '') return undefined;
  if (search !== '' && search !== '?tls=off') return undefined;
  if ((username === '') !== (password === '')) return undefined;
  const isSecure = protocol === 'smtps:';
  if (isSecure && search !== '') return undefined;
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  try {
    return {
      host,
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      isSecure,
      mayBePlain: search !== '' || (!isSecure && isThisMachine(host)),
      auth:
        username === ''
          ? undefined
          : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    };
  } catch {
    return undefined;
  }
}

function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

function senderOf(value: string): MailConfig['from'] | undefined {
  const isNamed = value.endsWith('>') && value.includes('<');
  const start = isNamed ? value.indexOf('<') : -1;
  const address = isNamed ? value.slice(start + 1, -1) : value;
  const name = isNamed ? value.slice(0, start).trim() : 'Callboard';
  const isAddress =
    value.length <= 400 && /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+$/.test(address);
  return isAddress && !/[<>"\p{Cc}]/u.test(name) ? { name, address } : undefined;
}
