import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config';
import { withoutControls } from './control-characters';

const secrets = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.secret',
  '*.token',
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
];

/**
 * Creates the service's log: JSON lines on standard output, or readable lines on a terminal.
 * Secrets are redacted. `base` is added to every line.
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  base: Readonly<Record<string, unknown>> | null = null,
): Logger {
  const options = { level: config.logLevel, redact: secrets, base };
  return process.stdout.isTTY
    ? pino(
        { ...options, hooks: { streamWrite: withoutControls } },
        pretty({ colorize: true, sync: true, ignore: 'pid,hostname' }),
      )
    : pino(options, standardOutput());
}

/** Bytes to buffer while lines cannot be written. */
const maxBufferBytes = 2 ** 20;

/**
 * Standard output for pino. When it is a file on a full disk, the process must continue, so up to
 * one megabyte of lines is buffered and written later. Further lines are dropped, and a line then
 * reports their number.
 */
function standardOutput(): DestinationStream {
  // Without `minLength`, pino's flush does nothing.
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: 1,
    maxLength: maxBufferBytes,
  });
  const flushSync = stream.flushSync.bind(stream);
  let hasFailed = false;
  let dropped = 0;
  stream.on('error', () => (hasFailed = true));
  stream.on('write', () => (hasFailed = false));
  stream.on('drop', () => {
    dropped += 1;
    stream.flush();
  });
  stream.on('drain', () => {
    if (dropped === 0) return;
    const line = { level: 40, time: Date.now(), dropped, msg: 'Lines of the log were dropped' };
    dropped = 0;
    stream.write(`${JSON.stringify(line)}\n`);
  });
  // At process exit, pino would retry forever.
  stream.flushSync = () => {
    if (!hasFailed) flushSync();
  };
  return stream;
}

/**
 * The secret of a token: 32 bytes in hexadecimal, after any prefix and also without its end, because
 * clients send damaged tokens too.
 */
const secretPart = /[0-9a-f]{48,}/gi;
/** The secret of a webhook: 32 bytes in Base64 after the prefix. */
const webhookSecret = /(whsec_)[A-Za-z0-9+/_-]{43}=?/g;
/** A text that may be the value of a session, or contain it. */
const longPiece = /[\w-]{40,}/g;

/** Replaces secrets in a text: of tokens, sessions and webhooks. Prefixes and ids stay. */
export function withoutSecrets(text: string): string {
  return text.length < minLength
    ? text
    : text
        .replace(secretPart, '[secret]')
        .replace(webhookSecret, '$1[secret]')
        .replace(longPiece, (piece) => (isRandom(piece) ? '[secret]' : piece));
}

const minLength = 40;
const minCaseChanges = 5;
const lettersForChange = 10;

/**
 * Whether a text looks like random bytes in Base64: the case of its letters changes often. An id has
 * letters of one case after its prefix, so several ids in one text change rarely. At most 1 of
 * 30,000 values of sessions changes as rarely, with or without the workspace before it.
 */
function isRandom(piece: string): boolean {
  let letters = 0;
  let changes = 0;
  let wasUpper: boolean | undefined;
  for (const character of piece) {
    const isUpper = character >= 'A' && character <= 'Z';
    if (!isUpper && (character < 'a' || character > 'z')) continue;
    if (wasUpper !== undefined && wasUpper !== isUpper) changes += 1;
    wasUpper = isUpper;
    letters += 1;
  }
  return changes >= minCaseChanges && changes * lettersForChange >= letters;
}
