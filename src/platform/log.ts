import { pino, type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config';

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
 * The service's log: JSON lines on standard output, readable lines on a terminal, secrets left out. `base` goes with every
 * line.
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  base: Readonly<Record<string, unknown>> | null = null,
): Logger {
  const options = { level: config.logLevel, redact: secrets, base };
  return process.stdout.isTTY
    ? pino(options, pretty({ colorize: true, sync: true, ignore: 'pid,hostname' }))
    : pino(options, standardOutput());
}

/** Bytes of lines that are kept while they cannot be written. */
const mostKept = 2 ** 20;

/**
 * Standard output, which may be a file on a full disk: that must not end the process, as pino
 * would. Lines that cannot be written are kept up to a megabyte and written when there is room;
 * further ones are dropped, and a line says so.
 */
function standardOutput(): DestinationStream {
  // Without a least length, pino's flush does nothing.
  const stream = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: mostKept });
  const flushSync = stream.flushSync.bind(stream);
  let isStuck = false;
  let dropped = 0;
  stream.on('error', () => (isStuck = true));
  stream.on('write', () => (isStuck = false));
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
  // At the end of the process pino tries for ever.
  stream.flushSync = () => {
    if (!isStuck) flushSync();
  };
  return stream;
}
