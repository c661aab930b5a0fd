import { pino, type Logger } from 'pino';
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
    : pino(options);
}
